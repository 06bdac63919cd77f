/** `pnpm test`: builds, then runs every test in one run of Vitest. The totals are the last line, which continuous integration reads. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { startVitest } from "vitest/node";
import { build } from "../build/build.ts";
import { readArguments } from "../shared/arguments.ts";
import { endWithLauncher } from "../shared/end-with-launcher.ts";
import { root } from "../shared/repository.ts";
import { shareCompiled } from "./compiled.ts";
import { conclude } from "./count.ts";

const { values, words } = await readArguments(
  `pnpm test [FILE or FOLDER …] [-t NAME] [--watch]

Builds what has changed, and runs every test: some 4 minutes on two processors that have nothing else to do. Those that failed are
listed at the end, with the reasons of those that were skipped; the last line counts all.

  FILE or FOLDER      these tests alone, such as packages/core/test/xml.test.ts or packages/fetch
  --filter ./FOLDER   the same as FOLDER (repeatable)
  -t, --test NAME     tests alone whose name has this in it, a regular expression
  --watch             runs tests again when a file that they use changes, until Ctrl-C

Exit code 0: all tests passed. 1: one failed, or there were none.
`,
  {
    filter: { type: "string", multiple: true, default: [] },
    test: { type: "string", short: "t" },
    watch: { type: "boolean", default: false },
  },
  (word) => existsSync(resolve(root, word)),
);
endWithLauncher();
await build();
shareCompiled();

const byName = values.test !== undefined;
const folders = values.filter.map((filter) => `${join(root, filter.replace(/\/?\*?$/, ""))}/`);
const vitest = await startVitest("test", [...folders, ...words.map((word) => resolve(root, word))], {
  root,
  config: false,
  projects: ["packages/*/vitest.config.ts", "conformance/vitest.config.ts", "tools/vitest.config.ts"],
  watch: values.watch,
  ...(byName && { testNamePattern: values.test }),
  // Many tests mostly wait for processes of their own: by default, one processor would be left free.
  maxWorkers: "100%",
});
if (!values.watch) process.exitCode = await conclude([vitest], byName);
