/** `pnpm bench`, once everything is installed and built: measures, saves the raw data, and writes RESULTS.md. */
import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { styleText } from "node:util";
import { preparePeers } from "./peers.ts";
import { bench, names, root, run } from "./places.ts";
import { compare, type Ratios, tolerance } from "./report/ratios.ts";
import { report, save } from "./report/report.ts";
import type { Result, Saved } from "./report/result.ts";

/** What a measure is given. */
export interface Context {
  /** Only check that it works: a few rounds, small inputs. */
  quick: boolean;
  /** Prints a progress message on its own line. */
  log(text: string): void;
}

/** What a reader must know about the machine, and about what was measured on it. */
function environment(): Saved["environment"] {
  const [processor, ...others] = cpus();
  const commit = execFileSync("git", ["rev-parse", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
  return {
    cpu: processor?.model.trim() ?? "an unknown processor",
    cores: others.length + 1,
    node: process.versions.node,
    date: new Date().toISOString().slice(0, 10),
    commit,
  };
}

/** Nobody else type-checks and tests the benchmarks: only `bench` installs what they depend on. */
async function checkItself(): Promise<void> {
  const [tsc, vitest] = [
    join(bench, "node_modules/typescript-7/bin/tsc"),
    join(root, "tools/node_modules/vitest/vitest.mjs"),
  ];
  for (const project of [bench, join(bench, "contenders")]) await run(process.execPath, [tsc, "-p", project]);
  await run(process.execPath, [vitest, "run"]);
}

/** The ratios of a measure in a commit; none, if it was not measured then. */
function ratiosAt(commit: string, name: string): Ratios {
  const git = (...args: string[]): string => execFileSync("git", args, { cwd: bench, encoding: "utf8" });
  const file = `generated/results/${name}.json`;
  if (git("ls-tree", "--name-only", commit, file) === "") return {};
  return (JSON.parse(git("show", `${commit}:./${file}`)) as Saved).result.ratios ?? {};
}

/** Prints the ratios of a measure beside those of a commit. @returns what is worse. */
function worseThan(commit: string, before: Ratios, now: Ratios = {}): string[] {
  const compared = compare(before, now);
  for (const { what, before, now } of compared)
    console.log(`  · ${what}: ${now.toFixed(3)} of processor time, ${before.toFixed(3)} in ${commit}`);
  const others = new Set([...Object.keys(before), ...Object.keys(now)]);
  for (const { what } of compared) others.delete(what);
  for (const what of others) console.log(`  · ${what}: nothing to compare with`);
  return compared.flatMap(({ what, isWorse }) => (isWorse ? [what] : []));
}

/**
 * Runs the named measures, or all.
 *
 * @param against - a commit with results, which exists: the process ends with 1 if a ratio is worse than there.
 */
export async function measure(
  words: readonly string[],
  { quick, against }: { quick: boolean; against?: string | undefined },
): Promise<void> {
  const log = (text: string): void => console.log(styleText("dim", `  ${text}`));
  await preparePeers(log);
  if (quick) await checkItself();
  // A quick run's figures mean nothing: they are written where nobody takes them for results, and deleted at the end.
  const folder = quick ? await mkdtemp(join(tmpdir(), "court-register-bench-")) : bench;
  // Read before the first measure: a run takes long enough for a commit to be made meanwhile.
  const measuredOn = environment();
  const chosen = names.filter((name) => words.length === 0 || words.includes(name));
  const before = new Map(chosen.map((name) => [name, against === undefined ? {} : ratiosAt(against, name)]));
  const worse: string[] = [];
  for (const name of chosen) {
    console.log(styleText("bold", name));
    const start = performance.now();
    const module: { measure(context: Context): Promise<Result> } = await import(`./measures/${name}.ts`);
    const result = await module.measure({ quick, log });
    for (const { what, bar, measured, met } of result.bars)
      console.log(quick ? `  · ${what}` : `  ${met ? "✓" : "✗"} ${what}: ${measured} (${bar})`);
    const seconds = (performance.now() - start) / 1_000;
    if (against !== undefined) worse.push(...worseThan(against, before.get(name) ?? {}, result.ratios));
    log(`${seconds.toFixed(1)} s`);
    await save(folder, name, { environment: measuredOn, seconds, result });
  }
  await report(folder);
  if (quick) await rm(folder, { recursive: true });
  console.log(
    quick ? "\nAll measures work; the figures of a quick run mean nothing." : "\nWritten to tools/bench/RESULTS.md.",
  );
  if (worse.length === 0) return;
  const lines = worse.map((what) => `  ${what}\n`).join("");
  console.log(styleText("red", `\nMore than ${100 * tolerance} % above the processor time in ${against}:\n${lines}`));
  process.exitCode = 1;
}
