/** `pnpm test`: builds, then runs every test in one run of Vitest. The totals are the last line, which continuous integration reads. */
import { join } from "node:path";
import { startVitest } from "vitest/node";
import { build } from "../build/build.ts";
import { readArguments } from "../shared/arguments.ts";
import { endWithLauncher } from "../shared/end-with-launcher.ts";
import { root } from "../shared/repository.ts";
import { countTests, totals } from "./count.ts";

const { values } = readArguments(
  `pnpm test [--filter=./FOLDER …] [--force]

Builds and runs every test; those that failed are listed at the end, and the last line counts all.

  --filter ./FOLDER   this package alone, such as ./packages/fetch or ./conformance (repeatable)
  --force             changes nothing: no run keeps results, so each runs every test

Exit code 0: all tests passed. 1: one failed, or there were none.
`,
  { filter: { type: "string", multiple: true }, force: { type: "boolean" } },
);
endWithLauncher();

const filters = values.filter ?? [];
await build();

const folders = filters.map((filter) => `${join(root, filter.replace(/\/?\*?$/, ""))}/`);
const vitest = await startVitest("test", folders, {
  root,
  config: false,
  projects: ["packages/*/vitest.config.ts", "conformance/vitest.config.ts", "tools/vitest.config.ts"],
  watch: false,
  // Many tests mostly wait for processes of their own: by default, one processor would be left free.
  maxWorkers: "100%",
});
const count = countTests(vitest.state.getTestModules(), vitest.state.getUnhandledErrors().length);
await vitest.close();
console.log(`\n${totals(count)}`);
process.exitCode = count.failed > 0 || count.passed === 0 ? 1 : 0;
