import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSource, report, save } from "./store.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "court-register-source-"));
});
afterAll(() => rm(folder, { recursive: true }));

test("what is saved is short, but the seed is whole: another one gives another order", async () => {
  const environment = { cpu: "a processor", cores: 2, node: "24.0.0", date: "2026-01-02" };
  const result = { measure: "walk", title: "", method: "", bars: [], sections: [] };
  const bench = join(folder, "tools/bench");
  await save(bench, { environment, seed: 123_456_789, seconds: 1.234_567_89, result });
  const saved = JSON.parse(await readFile(join(bench, "generated/results/walk.json"), "utf8"));
  expect(saved).toMatchObject({ seed: 123_456_789, seconds: 1.23457 });
});

test("a report has the charts that its page shows, short times in microseconds", async () => {
  const environment = { cpu: "a processor", cores: 2, node: "24.0.0", date: "2026-01-02" };
  const samples = { "bare-fetch": [0.004, 0.004], "ours-fetch": [0.006, 0.006] };
  const section = { kind: "paired", title: "A call", baseline: "bare-fetch", unit: "ms", samples } as const;
  const bars = [{ what: "a call", bar: "≤ 2", measured: "1.5", met: true }];
  const bench = join(folder, "tools/bench");
  await save(bench, { environment, result: { measure: "decode", title: "", method: "", bars, sections: [section] } });
  await report(bench, ["decode"]);
  const page = await readFile(join(bench, "RESULTS.md"), "utf8");
  const charts = [...page.matchAll(/!\[.*\]\((.*)\)/g)].map(([, file = ""]) => file);
  expect(charts).toEqual(["generated/charts/decode-1.svg"]);
  for (const file of charts) expect(await readFile(join(bench, file), "utf8")).toContain("</svg>");
  expect(page).toContain("| ours-fetch | **1.500** | 1.500 – 1.500 | 1.500 – 1.500 | 6 | 2 – 2 |");
});

test("a folder outside of git has no commit; inside it is HEAD, clean unless a file other than the results was modified", async () => {
  expect(readSource(folder)).toBeUndefined();
  const git = (...args: string[]): string => execFileSync("git", args, { cwd: folder, encoding: "utf8" }).trim();
  git("init", "--quiet");
  await writeFile(join(folder, "a.txt"), "one");
  git("add", "a.txt");
  git(
    "-c",
    "commit.gpgsign=false",
    "-c",
    "user.name=Primjer",
    "-c",
    "user.email=primjer@primjer.hr",
    "commit",
    "--quiet",
    "--message",
    "a",
  );
  const commit = git("rev-parse", "HEAD");
  expect(readSource(folder)).toEqual({ commit, clean: true });
  await mkdir(join(folder, "tools/bench/generated"), { recursive: true });
  await writeFile(join(folder, "tools/bench/generated/decode.json"), "{}");
  await writeFile(join(folder, "tools/bench/RESULTS.md"), "");
  expect(readSource(folder)).toEqual({ commit, clean: true });
  await writeFile(join(folder, "a.txt"), "two");
  expect(readSource(folder)).toEqual({ commit, clean: false });
});
