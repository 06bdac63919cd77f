import { join } from "node:path";
import { bench, root } from "./places.ts";
import { run } from "./processes/run.ts";

/**
 * Type-checks and tests the benchmarks themselves. `check` and `test` leave them out, because only `bench` installs their
 * dependencies.
 *
 * @throws Error with the output of the compiler or the tests.
 */
export async function selfCheck(): Promise<void> {
  const tsc = join(bench, "node_modules/typescript-7/bin/tsc");
  for (const project of [bench, join(bench, "contenders")]) await run(process.execPath, [tsc, "-p", project]);
  await run(process.execPath, [join(root, "tools/node_modules/vitest/vitest.mjs"), "run", "--root", bench], {
    cwd: bench,
  });
}
