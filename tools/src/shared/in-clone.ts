/**
 * Preloaded where the sources of a command run, by `pnpm conformance`, `mirror` and `serve` and by the commands in `tools/bin`: what a
 * clone adds to it. The threads of a command load this module, too.
 */
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { inspect } from "node:util";
import { isMainThread } from "node:worker_threads";
import { endWithLauncher } from "./end-with-launcher.ts";
import { root } from "./repository.ts";

// The next start need not strip and compile the sources again. Where nothing can be written, they are.
enableCompileCache(join(root, "node_modules/.cache/compiled"));

if (isMainThread) {
  endWithLauncher();
  process.on("exit", (code) => {
    // "Nothing was found" is no failure, which pnpm would report it as.
    const isScript = process.env.npm_lifecycle_event !== undefined;
    if (isScript && code === 3 && !process.argv.includes("--exit-code")) process.exitCode = 0;
  });
  // A source that does not load ends Node with 1, which is a verdict. Once it is loaded, the command sees to its errors itself.
  process.on("uncaughtException", (error) => {
    if (process.listenerCount("uncaughtException") > 1) return;
    console.error(inspect(error));
    process.exit(2);
  });
}
