/** `pnpm bench [measure…]`: measures, saves the raw data, and writes RESULTS.md. */
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { styleText } from "node:util";
import { Argument, Command } from "commander";
import { buildContenders } from "./harness/contenders.ts";
import type { Context } from "./harness/measure.ts";
import { generatePeers } from "./harness/peers.ts";
import { bench, spec } from "./harness/places.ts";
import type { Result } from "./harness/result.ts";
import { selfCheck } from "./harness/self-check.ts";
import { seededRandom } from "./harness/statistics.ts";
import { measures } from "./measures/index.ts";
import { environment, report, save } from "./report/store.ts";

function printBars({ bars }: Result, quick: boolean): void {
  for (const { what, bar, measured, met } of bars) {
    if (quick) {
      console.log(styleText("dim", `  · ${what}`));
      continue;
    }
    console.log(`  ${met ? styleText("green", "✓") : styleText("red", "✗")} ${what}: ${measured} (${bar})`);
  }
}

async function main(names: string[], { quick = false, seed }: { quick?: boolean; seed: string }): Promise<void> {
  const selected = names.length === 0 ? measures : measures.filter(({ name }) => names.includes(name));
  const log = (text: string): void => console.log(styleText("dim", `  ${text}`));
  await generatePeers(spec, log);
  await buildContenders();
  if (quick) {
    log("types and tests of the benchmarks themselves");
    await selfCheck();
  }
  // A quick run's figures are worth nothing: they go where nobody takes them for results.
  const folder = quick ? await mkdtemp(join(tmpdir(), "court-register-bench-")) : bench;
  const context: Context = { quick, random: seededRandom(Number(seed)), log };
  // Before the first, since a run takes long enough for a commit to come in between.
  const measuredOn = environment();
  for (const measure of selected) {
    console.log(`${styleText("bold", measure.name)}: ${measure.about}`);
    const start = performance.now();
    const result = await measure.run(context);
    printBars(result, quick);
    log(`${((performance.now() - start) / 1_000).toFixed(1)} s`);
    await save(folder, { environment: measuredOn, result });
  }
  await report(
    folder,
    measures.map(({ name }) => name),
  );
  console.log(
    quick ? "\nAll measures work; the figures of a quick run mean nothing." : "\nWritten to tools/bench/RESULTS.md.",
  );
}

const list = measures.map(({ name, about }) => `  ${name.padEnd(14)}${about}`).join("\n");
await new Command("pnpm bench")
  .description("Measures the clients, the server, the suite and the generation beside their peers.")
  .addArgument(
    new Argument("[measure...]", "what to measure; without any, everything").choices(measures.map(({ name }) => name)),
  )
  .option("--quick", "only show that every measure works; saves nothing")
  .option("--seed <number>", "another order of rounds", "1")
  .addHelpText("after", `\nMeasures:\n${list}`)
  .action(main)
  .parseAsync();
