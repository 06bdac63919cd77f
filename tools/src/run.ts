/**
 * `pnpm conformance`, `mirror` and `serve`: `run.ts FOLDER …` builds the package in a folder, a path from the repository's root, if
 * need be, then runs its command with the other arguments.
 */
import { pathToFileURL } from "node:url";
import { build } from "./build/build.ts";
import { endWithLauncher } from "./shared/end-with-launcher.ts";
import { written } from "./shared/output.ts";
import { root } from "./shared/repository.ts";

const [node = "", , folder = "", ...args] = process.argv;
endWithLauncher();
// The command watches its output itself; what is said before that may be lost.
process.stderr.on("error", () => {});
try {
  await build([folder]);
  const program = `${root}/${folder}/dist/cli.js`;
  process.argv = [node, program, ...args];
  // Its messages say what to run next.
  process.env.COURT_REGISTER_COMMAND = `pnpm ${process.env.npm_lifecycle_event ?? "run"}`;
  await import(pathToFileURL(program).href);
  // "Nothing was found" is no failure, which pnpm would report it as.
  if (process.exitCode === 3 && !args.includes("--exit-code")) process.exitCode = 0;
} catch (error) {
  // Not 1, which Node would exit with: that is a verdict of the suite.
  console.error(error);
  await written();
  process.exit(2);
}
