import { cp, mkdtempDisposable, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bench } from "../places.ts";
import { page } from "./page.ts";
import { report } from "./report.ts";
import type { Result, Saved } from "./result.ts";

// `vitest run --update=all` rewrites them, without measuring.
test("RESULTS.md and the charts of the README are what the saved results make", { timeout: 60_000 }, async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "court-register-report-"));
  await cp(join(bench, "generated/results"), join(folder.path, "generated/results"), { recursive: true });
  await report(folder.path);
  const charts = await readdir(join(folder.path, "generated/charts"));
  expect(await readdir(join(bench, "generated/charts"))).toEqual(charts);
  for (const file of ["RESULTS.md", ...charts.map((chart) => `generated/charts/${chart}`)])
    await expect(await readFile(join(folder.path, file), "utf8")).toMatchFileSnapshot(join(bench, file));
});

test("whatever is beyond its limit says why", async () => {
  const folder = join(bench, "generated/results");
  for (const file of await readdir(folder)) {
    const { result }: Saved = JSON.parse(await readFile(join(folder, file), "utf8"));
    expect(result.bars.filter(({ met, because }) => !met && !because).map(({ what }) => what)).toEqual([]);
  }
});

test("the page shows what was missed and why, and says of what was not measured that it was not", () => {
  const bar = { what: "rows", bar: "> 1", measured: "0.5", met: false, because: "The brake is the service" };
  const within = { ...bar, what: "pages", measured: "2", peers: "loops 3", met: true, because: "There is no reason" };
  const points = [{ rows: 30_000, seconds: [1, 3, 2], processor: [1, 1, 1], memory: [100, 120, 110] }];
  const result: Result = {
    ...{ title: "Copies", method: "As one copies.", bars: [bar, within] },
    sections: [
      { kind: "growth", title: "A copy", lines: [{ name: "first copy", points }] },
      { kind: "growth", title: "PostgreSQL", note: "It is not there.", lines: [] },
    ],
  };
  const environment = { cpu: "a processor", cores: 2, node: "24.0.0", date: "2026-01-02", commit: "0123456789abcdef" };
  const text = page(new Map([["mirror", { environment, seconds: 610, result }]]));
  expect(text).not.toContain("promises");
  expect(text).toContain("| mirror | rows | **0.5** | > 1 |  |");
  expect(text).toContain("| mirror | pages | 2 | > 1 | loops 3 |");
  expect(text).toContain("- rows: The brake is the service.\n");
  expect(text).not.toContain("There is no reason");
  expect(text).toContain("| first copy | 30,000 | 3 | 2 | 15,000 | 110 |");
  expect(text).toContain("**PostgreSQL.** It is not there.");
  expect(text).toContain("at commit `0123456789ab` on 2 cores of a processor");
  expect(text).toContain("`pnpm bench mirror`, which took 10 minutes.");
});
