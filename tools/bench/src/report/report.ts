import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { names } from "../places.ts";
import { besidePeersCharts } from "./charts.ts";
import { page } from "./page.ts";
import type { Saved } from "./result.ts";

/** Six digits are more than any figure here deserves. */
const shortNumbers = (_: string, value: unknown): unknown =>
  typeof value === "number" ? Number(value.toPrecision(6)) : value;

/** Saves a result with its raw data, replacing an earlier one of the same measure. */
export async function save(folder: string, name: string, saved: Saved): Promise<void> {
  const text = JSON.stringify(saved, shortNumbers, 1);
  // A list of numbers is one line, so that a changed figure is a one-line diff.
  const compact = text.replaceAll(
    /\[\s+(-?[\d.e+-]+(?:,\s+-?[\d.e+-]+)*)\s+\]/g,
    (_, list: string) => `[${list.replaceAll(/\s+/g, " ")}]`,
  );
  await write(join(folder, `generated/results/${name}.json`), `${compact}\n`);
}

/** Writes the page and draws the charts of the README, from all saved results. */
export async function report(folder: string): Promise<void> {
  const results = new Map<string, Saved>();
  for (const name of names) {
    const text = await readFile(join(folder, `generated/results/${name}.json`), "utf8").catch(() => undefined);
    if (text !== undefined) results.set(name, JSON.parse(text));
  }
  await rm(join(folder, "generated/charts"), { recursive: true, force: true });
  const charts = await besidePeersCharts(results.get("size")?.result, results.get("decode")?.result);
  for (const [theme, svg] of Object.entries(charts))
    await write(join(folder, `generated/charts/beside-peers-${theme}.svg`), svg);
  await write(join(folder, "RESULTS.md"), page(results));
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
