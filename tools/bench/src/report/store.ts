import { execFileSync } from "node:child_process";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { dirname, join } from "node:path";
import { root } from "../places.ts";
import { besidePeersChart, peersOf } from "./beside-peers.ts";
import { ratioChart } from "./charts.ts";
import { growthChart } from "./growth-chart.ts";
import { chartName, page } from "./page.ts";
import type { Result } from "./result.ts";
import { inReadableUnit } from "./units.ts";

/** A result and the machine it was measured on. */
export interface Saved {
  environment: {
    cpu: string;
    cores: number;
    node: string;
    date: string;
    /** What was measured; absent without git. */
    source?: Source;
  };
  /** The seed of the order in each round; absent in results from before it was saved. */
  seed?: number;
  /** How long the measurement took; absent like the seed. */
  seconds?: number;
  result: Result;
}

/** The measured commit. */
export interface Source {
  commit: string;
  /** Whether no file differs from that commit, apart from the results, which are written during the measurement. */
  clean: boolean;
}

/** The commit of a folder; `undefined` without git or a repository. */
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

/** What a reader must know about the machine, and about what was measured on it. */
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

/** Six digits are more than any figure here deserves; a seed is no figure. */
const shortNumbers = (key: string, value: unknown): unknown =>
  typeof value === "number" && key !== "seed" ? Number(value.toPrecision(6)) : value;

/** Saves a result with its raw data, replacing an earlier one of the same measure. */
export async function save(folder: string, saved: Saved): Promise<void> {
  const text = JSON.stringify(saved, shortNumbers, 1);
  // A list of numbers is one line, so that a changed figure is a one-line diff.
  const compact = text.replaceAll(
    /\[\s+(-?[\d.e+-]+(?:,\s+-?[\d.e+-]+)*)\s+\]/g,
    (_, list: string) => `[${list.replaceAll(/\s+/g, " ")}]`,
  );
  await write(join(folder, "generated/results", `${saved.result.measure}.json`), `${compact}\n`);
}

/** Draws the page and its charts, and that of the README, from all saved results, in the order of `measures`. */
export async function report(folder: string, measures: readonly string[]): Promise<void> {
  const files = await readdir(join(folder, "generated/results"));
  const names = measures.filter((name) => files.includes(`${name}.json`));
  const saved = await Promise.all(
    names.map(async (name): Promise<Saved> => {
      const one: Saved = JSON.parse(await readFile(join(folder, "generated/results", `${name}.json`), "utf8"));
      return { ...one, result: { ...one.result, sections: one.result.sections.map(inReadableUnit) } };
    }),
  );
  await rm(join(folder, "generated/charts"), { recursive: true, force: true });
  for (const { result } of saved) {
    for (const [index, section] of result.sections.entries()) {
      const name = chartName(result, index);
      if (name === undefined || section.kind === "table") continue;
      const chart = section.kind === "growth" ? growthChart(section) : ratioChart(section);
      await write(join(folder, name), await chart);
    }
  }
  const peers = peersOf(saved.map(({ result }) => result));
  if (peers.length > 0)
    for (const theme of ["light", "dark"] as const)
      await write(join(folder, `generated/charts/beside-peers-${theme}.svg`), await besidePeersChart(peers, theme));
  await write(join(folder, "RESULTS.md"), page(saved));
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
