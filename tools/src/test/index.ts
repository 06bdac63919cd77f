/** `pnpm test`: runs every test and prints what failed, and the totals last. */
import { glob, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { readArguments } from "../shared/arguments.ts";
import { endWithLauncher } from "../shared/end-with-launcher.ts";
import { root } from "../shared/repository.ts";
import { turbo } from "../shared/turbo.ts";
import { countTests, failureList, parseReport, summaryLine } from "./count.ts";

const { values } = readArguments(
  `pnpm test [--filter=./FOLDER …] [--force]

Builds and runs every test, and lists at the end those that failed; the last line counts them. Packages whose files did not change are not tested again.

  --filter ./FOLDER   this package alone, such as ./packages/fetch or ./conformance (repeatable)
  --force             every test again

Exit code 0: all passed. 1: not, or there were none.
`,
  { filter: { type: "string", multiple: true }, force: { type: "boolean" } },
);
endWithLauncher();

const reports = "{packages/*,conformance,tools}/reports/tests.json";
for await (const path of glob(reports, { cwd: root })) await rm(join(root, path));

const code = await turbo(
  "test",
  "--output-logs=new-only",
  "--continue",
  "--concurrency=100%",
  ...(values.filter ?? []).map((filter) => `--filter=${filter}`),
  ...(values.force ? ["--force"] : []),
);

const found = [];
for await (const path of glob(reports, { cwd: root }))
  found.push(parseReport(path, await readFile(join(root, path), "utf8")));
const count = countTests(found);

console.log(`\n${failureList(count)}${summaryLine(count)}`);
process.exitCode = code !== 0 || count.failed > 0 || count.passed === 0 ? 1 : 0;
