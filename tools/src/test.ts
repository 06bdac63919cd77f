/** `pnpm test`: runs every test and ends with a line that counts them. Arguments go to turbo (`pnpm test --filter=…`). */
import { glob, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { endWithLauncher } from "./end-with-launcher.ts";
import { root } from "./repository.ts";
import { countTests, parseReport, summaryLine } from "./test-count.ts";
import { turbo } from "./turbo.ts";

endWithLauncher();

const reports = "{packages/*,conformance,tools}/reports/tests.json";
for await (const path of glob(reports, { cwd: root })) await rm(join(root, path));

const code = await turbo(
  "test",
  "--output-logs=new-only",
  "--continue",
  "--concurrency=100%",
  ...process.argv.slice(2),
);

const found = [];
for await (const path of glob(reports, { cwd: root }))
  found.push(parseReport(path, await readFile(join(root, path), "utf8")));
const count = countTests(found);

console.log(`\n${summaryLine(count)}`);
process.exitCode = code !== 0 || count.failed > 0 || count.passed === 0 ? 1 : 0;
