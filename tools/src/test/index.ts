/** `pnpm test`: runs every test, each package's by turbo. The totals are the last line, which continuous integration reads. */
import { existsSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { readArguments } from "../shared/arguments.ts";
import { endWithLauncher } from "../shared/end-with-launcher.ts";
import { root } from "../shared/repository.ts";
import { turbo } from "../shared/turbo.ts";
import { loadVitest } from "../shared/vitest.ts";
import { shareCompiled } from "./compiled.ts";
import { type Counted, conclude, countRuns } from "./count.ts";
import { type RanTask, readReport } from "./report.ts";

const { values, words } = await readArguments(
  `pnpm test [FILE or FOLDER …] [-t NAME] [-u] [--watch]

Runs every test of the packages that have changed since they last passed, or import one that has: all take some 4 minutes on two
processors that have nothing else to do. The result of the others is in turbo's cache (TURBO_FORCE=true pnpm test runs them, too).
Those that failed are listed at the end, with the reasons of those that were skipped; the last line counts all.

With an argument, Vitest runs what is asked for, cached or not:

  FILE or FOLDER    these tests alone, such as packages/core/test/xml.test.ts or packages/fetch
  -t, --test NAME   tests alone whose name has this in it, a regular expression
  -u, --update      writes the files that tests compare with
  --watch           runs tests again when a file that they use changes, until Ctrl-C

Exit code 0: all tests passed. 1: one failed, or there were none.
`,
  {
    test: { type: "string", short: "t" },
    update: { type: "boolean", short: "u", default: false },
    watch: { type: "boolean", default: false },
  },
  (word) => existsSync(resolve(root, word)),
);
endWithLauncher();
shareCompiled();

/**
 * Which Java this machine has, for the hash of the tests that generate clients and are skipped without one: its path, and when it was
 * installed.
 */
function installedJava({ JAVA_HOME, PATH = "" }: NodeJS.ProcessEnv): string {
  const folders = [...(JAVA_HOME ? [join(JAVA_HOME, "bin")] : []), ...PATH.split(delimiter)];
  for (const folder of folders) {
    const file = join(folder, "java");
    try {
      return `${realpathSync(file)} of ${statSync(file).mtime.toISOString()}`;
    } catch {
      // It is not there.
    }
  }
  return "none";
}

/** Runs the tests of all packages by turbo. */
async function runAll(): Promise<Counted[]> {
  process.env.COURT_REGISTER_JAVA = installedJava(process.env);
  // As many packages at once as there are processors: what is left at the end is often one with much to wait for.
  const { summary } = await turbo(["test", "test:repository", "--continue", "--summarize", "--concurrency=100%"]);
  // It has said why it did not even begin.
  if (summary === undefined) process.exit(2);
  const { tasks }: { tasks: RanTask[] } = JSON.parse(readFileSync(summary, "utf8"));
  rmSync(summary);
  const ran = tasks.filter(({ task, command }) => task.startsWith("test") && command !== "<NONEXISTENT>");
  return ran.map((task) => readReport(root, task));
}

if (words.length === 0 && values.test === undefined && !values.update && !values.watch) {
  process.exitCode = conclude(await runAll());
} else {
  const byName = values.test !== undefined;
  const files = words.map((word) => resolve(root, word));
  const { startVitest } = await loadVitest();
  const vitest = await startVitest("test", files, {
    root,
    config: false,
    projects: ["packages/*/vitest.config.ts", "conformance/vitest.config.ts", "tools/vitest.config.ts"],
    watch: values.watch,
    update: values.update,
    ...(byName && { testNamePattern: values.test }),
    // Many tests mostly wait for processes of their own: by default, one processor would be left free.
    maxWorkers: "100%",
  });
  if (!values.watch) {
    const counted = await countRuns([vitest], byName);
    if (byName && counted.every(({ passed, failed }) => passed + failed === 0))
      console.error(`\nNo test has a name with ${values.test} in it.`);
    process.exitCode = conclude(counted);
  }
}
