/** `node tools/src/run.ts FOLDER ARGUMENTS`: builds the package in FOLDER, then runs its CLI. */
import { pathToFileURL } from "node:url";
import { endWithLauncher } from "./end-with-launcher.ts";
import { root } from "./repository.ts";
import { build } from "./turbo.ts";

const [node = "", , folder = "", ...args] = process.argv;
endWithLauncher();
try {
  await build(`--filter=./${folder}`);
  const program = `${root}/${folder}/dist/cli.js`;
  process.argv = [node, program, ...args];
  await import(pathToFileURL(program).href);
} catch (error) {
  // Not 1, which Node would exit with: that is a verdict of the suite.
  console.error(error);
  process.exit(2);
}
