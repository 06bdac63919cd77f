import { execFileSync } from "node:child_process";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { dirname, join } from "node:path";
import { root } from "../harness/places.ts";
import type { Result } from "../harness/result.ts";
import { seededRandom } from "../harness/statistics.ts";
import { growthChart, ratioChart } from "./charts.ts";
import { chartName, page } from "./page.ts";

/** A result and the machine that it is from. */
export interface Saved {
  environment: {
    cpu: string;
    cores: number;
    node: string;
    date: string;
    /** What was measured; absent where there is no git. */
    source?: Source;
  };
  result: Result;
}

/** The commit that was measured. */
export interface Source {
  commit: string;
  /** Whether every file was as it is in that commit, the results themselves left out: they are written while one measures. */
  clean: boolean;
}

/** The commit in a folder; `undefined` where there is no git, or no repository. */
export function readSource(folder: string): Source | undefined {
  const git = (...args: string[]): string =>
    execFileSync("git", args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  try {
    const results = [":!tools/bench/generated", ":!tools/bench/RESULTS.md"];
    return { commit: git("rev-parse", "HEAD"), clean: git("status", "--porcelain", "--", ".", ...results) === "" };
  } catch {
    return undefined;
  }
}

/** What a reader has to know of the machine, and of what was measured on it. */
export function environment(now: Date = new Date()): Saved["environment"] {
  const all = cpus();
  const source = readSource(root);
  return {
    cpu: all[0]?.model.trim() ?? "an unknown processor",
    cores: all.length,
    node: process.versions.node,
    date: now.toISOString().slice(0, 10),
    ...(source === undefined ? {} : { source }),
  };
}

/** Six digits are more than any figure here is worth. */
const shortNumbers = (_: string, value: unknown): unknown =>
  typeof value === "number" ? Number(value.toPrecision(6)) : value;

/** Saves a result with its raw data, in place of an earlier one of the same measure. */
export async function save(folder: string, saved: Saved): Promise<void> {
  const text = JSON.stringify(saved, shortNumbers, 1);
  // One line for a list of numbers: a change of a figure is then one line.
  const compact = text.replaceAll(
    /\[\s+(-?[\d.e+-]+(?:,\s+-?[\d.e+-]+)*)\s+\]/g,
    (_, list: string) => `[${list.replaceAll(/\s+/g, " ")}]`,
  );
  await write(join(folder, "generated/results", `${saved.result.measure}.json`), `${compact}\n`);
}

/** Draws the page and its charts from all saved results, in the order of `measures`. */
export async function report(folder: string, measures: readonly string[]): Promise<void> {
  const files = await readdir(join(folder, "generated/results"));
  const names = measures.filter((name) => files.includes(`${name}.json`));
  const saved = await Promise.all(
    names.map(
      async (name): Promise<Saved> =>
        JSON.parse(await readFile(join(folder, "generated/results", `${name}.json`), "utf8")),
    ),
  );
  await rm(join(folder, "generated/charts"), { recursive: true, force: true });
  for (const { result } of saved) {
    for (const [index, section] of result.sections.entries()) {
      const name = chartName(result, index);
      if (name === undefined || section.kind === "table") continue;
      const chart = section.kind === "lines" ? growthChart(section) : ratioChart(section, seededRandom(1));
      await write(join(folder, name), await chart);
    }
  }
  await write(join(folder, "RESULTS.md"), page(saved, seededRandom(1)));
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
