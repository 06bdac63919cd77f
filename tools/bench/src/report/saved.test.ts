import { cp, mkdtempDisposable, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { measures } from "../measures/index.ts";
import { bench } from "../places.ts";
import { report } from "./store.ts";

// `vitest run --update=all` rewrites them, without measuring.
test("RESULTS.md and its charts are what the saved results make", { timeout: 60_000 }, async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "court-register-report-"));
  await cp(join(bench, "generated/results"), join(folder.path, "generated/results"), { recursive: true });
  await report(
    folder.path,
    measures.map(({ name }) => name),
  );
  const charts = await readdir(join(folder.path, "generated/charts"));
  expect(await readdir(join(bench, "generated/charts"))).toEqual(charts);
  for (const file of ["RESULTS.md", ...charts.map((chart) => `generated/charts/${chart}`)]) {
    await expect(await readFile(join(folder.path, file), "utf8")).toMatchFileSnapshot(join(bench, file));
  }
});
