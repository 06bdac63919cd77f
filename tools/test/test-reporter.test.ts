/** What `pnpm test` counts and says of tests that pass and fail, from a run of Vitest. */
import { spawnSync } from "node:child_process";
import { mkdtempDisposable, readFile, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { root } from "../src/shared/repository.ts";
import { parseReport, type TestReport } from "../src/test/count.ts";

async function runTests(files: Record<string, string>): Promise<TestReport> {
  await using folder = await mkdtempDisposable(join(tmpdir(), "test-reporter-"));
  await symlink(join(root, "tools/node_modules"), join(folder.path, "node_modules"));
  for (const [name, text] of Object.entries(files))
    await writeFile(join(folder.path, name), `import { beforeAll, describe, expect, test } from "vitest";\n${text}`);
  const reporter = `--reporter=${join(root, "tools/src/test/reporter.ts")}`;
  const vitest = join(root, "tools/node_modules/.bin/vitest");
  // With colours, as in a terminal.
  const env = { ...process.env, FORCE_COLOR: "1", NO_COLOR: undefined };
  spawnSync(vitest, ["run", "--root", folder.path, reporter], { encoding: "utf8", env });
  const report = parseReport("reports/tests.json", await readFile(join(folder.path, "reports/tests.json"), "utf8"));
  const place = `${relative(root, folder.path)}/`;
  return { ...report, failures: report.failures.map((one) => ({ ...one, name: one.name.replace(place, "") })) };
}

test("a failed comparison is reported with all that differs", async () => {
  const long = "x".repeat(500);
  const text = `test("good", () => {}); test.skip("later", () => {}); describe("texts", () => {
    test("equal", () => { expect(["${long}", 1, 2, 3]).toEqual(["${long}y", 1, 2, 4]); }); });`;
  const { failures, ...counts } = await runTests({ "a.test.ts": text });
  expect(counts).toEqual({ passed: 1, failed: 1, skipped: 1 });
  const [{ name, reason } = { name: "", reason: "" }] = failures;
  expect(name).toBe("a.test.ts: texts > equal");
  expect(reason).toMatch(/^AssertionError: expected /);
  for (const line of [`-   "${long}y",`, `+   "${long}",`, "-   4,", "+   3,"]) expect(reason).toContain(`\n${line}\n`);
});

test("what fails around tests is reported, with its reason", async () => {
  const { failures, ...counts } = await runTests({
    "before.test.ts": `describe("all", () => { beforeAll(() => { throw new TypeError("No server."); }); test("one", () => {}); });`,
    "file.test.ts": `beforeAll(() => { throw new Error("No file."); }); test("one", () => {});`,
    "load.test.ts": `throw new Error("No module.");`,
    "stray.test.ts": `test("one", async () => { Promise.reject(new Error("Nobody waits.")); await new Promise((r) => setTimeout(r, 50)); });`,
  });
  expect(counts).toEqual({ passed: 1, failed: 4, skipped: 2 });
  expect(failures.sort((a, b) => a.name.localeCompare(b.name, "en"))).toEqual([
    { name: "before.test.ts: all", reason: "TypeError: No server." },
    { name: "file.test.ts: the file as a whole", reason: "Error: No file." },
    { name: "load.test.ts: the file as a whole", reason: "Error: No module." },
    { name: "outside of the tests", reason: "Error: Nobody waits." },
  ]);
});
