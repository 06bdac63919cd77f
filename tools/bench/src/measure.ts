/** `pnpm bench`, once everything is installed and built: measures, saves the raw data, and writes RESULTS.md. */
import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { styleText } from "node:util";
import { preparePeers } from "./peers.ts";
import { bench, names, root, run } from "./places.ts";
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

/** Runs the named measures, or all. */
export async function measure(words: readonly string[], quick: boolean): Promise<void> {
  const log = (text: string): void => console.log(styleText("dim", `  ${text}`));
  await preparePeers(log);
  if (quick) await checkItself();
  // A quick run's figures mean nothing: they are written where nobody takes them for results, and deleted at the end.
  const folder = quick ? await mkdtemp(join(tmpdir(), "court-register-bench-")) : bench;
  // Read before the first measure: a run takes long enough for a commit to be made meanwhile.
  const measuredOn = environment();
  for (const name of names) {
    if (words.length > 0 && !words.includes(name)) continue;
    console.log(styleText("bold", name));
    const start = performance.now();
    const module: { measure(context: Context): Promise<Result> } = await import(`./measures/${name}.ts`);
    const result = await module.measure({ quick, log });
    for (const { what, bar, measured, met } of result.bars)
      console.log(quick ? `  · ${what}` : `  ${met ? "✓" : "✗"} ${what}: ${measured} (${bar})`);
    const seconds = (performance.now() - start) / 1_000;
    log(`${seconds.toFixed(1)} s`);
    await save(folder, name, { environment: measuredOn, seconds, result });
  }
  await report(folder);
  if (quick) await rm(folder, { recursive: true });
  console.log(
    quick ? "\nAll measures work; the figures of a quick run mean nothing." : "\nWritten to tools/bench/RESULTS.md.",
  );
}
