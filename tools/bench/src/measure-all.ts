/** `pnpm bench`, once everything is installed and built: measures, saves the raw data, and writes RESULTS.md. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { styleText } from "node:util";
import { buildContenders } from "./clients/contenders.ts";
import { generatePeers } from "./clients/peers.ts";
import { measures } from "./measures/index.ts";
import { contextOf } from "./measures/measure.ts";
import { bench, spec } from "./places.ts";
import type { Result } from "./report/result.ts";
import { environment, report, save } from "./report/store.ts";
import { selfCheck } from "./self-check.ts";

function printBars({ bars }: Result, quick: boolean): void {
  for (const { what, bar, measured, met } of bars) {
    if (quick) {
      console.log(styleText("dim", `  · ${what}`));
      continue;
    }
    console.log(`  ${met ? styleText("green", "✓") : styleText("red", "✗")} ${what}: ${measured} (${bar})`);
  }
}

/** Runs the named measures, or all. */
export async function measure(names: string[], { quick, seed }: { quick: boolean; seed: number }): Promise<void> {
  const selected = names.length === 0 ? measures : measures.filter(({ name }) => names.includes(name));
  const log = (text: string): void => console.log(styleText("dim", `  ${text}`));
  await generatePeers(spec, log);
  await buildContenders();
  if (quick) {
    log("types and tests of the benchmarks themselves");
    await selfCheck();
  }
  // A quick run's figures mean nothing: they are written where nobody takes them for results, and deleted at the end.
  const folder = quick ? await mkdtemp(join(tmpdir(), "court-register-bench-")) : bench;
  // Read before the first measure: a run takes long enough for a commit to be made meanwhile.
  const measuredOn = environment();
  for (const { name, about, run } of selected) {
    console.log(`${styleText("bold", name)}: ${about}`);
    const start = performance.now();
    const result = await run(contextOf(name, seed, { quick, log }));
    printBars(result, quick);
    const seconds = (performance.now() - start) / 1_000;
    log(`${seconds.toFixed(1)} s`);
    await save(folder, { environment: measuredOn, seed, seconds, result });
  }
  await report(
    folder,
    measures.map(({ name }) => name),
  );
  if (quick) await rm(folder, { recursive: true });
  console.log(
    quick ? "\nAll measures work; the figures of a quick run mean nothing." : "\nWritten to tools/bench/RESULTS.md.",
  );
}
