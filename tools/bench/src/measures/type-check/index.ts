import { join } from "node:path";
import { generated, spec } from "../../places.ts";
import { type Bar, withInterval } from "../../report/result.ts";
import { pairedRounds } from "../../rounds/rounds.ts";
import { ratioOf } from "../../rounds/statistics.ts";
import { type Measure, rounds } from "../measure.ts";
import { styles } from "./consumers.ts";
import { listOperations } from "./operations.ts";
import { typeCheck, writeConsumer } from "./type-checks.ts";

/** The peers that ours must be cheaper to type-check than; the others are counted, not timed. */
const rivals = ["openapi-generator-fetch", "hey-api"];

const noClient = "no client";

/** Writes a project for each contender as users have it: one file that calls every operation. */
async function writeConsumers(): Promise<Record<string, string>> {
  const operations = await listOperations(spec);
  const projects: Record<string, string> = {};
  for (const [name, style] of Object.entries(styles)) {
    const folder = join(generated, `consumer-${name.replace(" ", "-")}`);
    await writeConsumer(folder, style, operations);
    projects[name] = folder;
  }
  return projects;
}

/** Instantiations in addition to those of the compiler's own library. */
async function countInstantiations(projects: Record<string, string>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [name, folder] of Object.entries(projects)) {
    const { Instantiations = Number.NaN } = await typeCheck(folder);
    counts[name] = Instantiations - (counts[noClient] ?? 0);
  }
  delete counts[noClient];
  return counts;
}

export const measure: Measure = {
  name: "type-check",
  about: "type-checking a file that calls all operations",
  async run(context) {
    const projects = await writeConsumers();
    context.log("counting instantiations");
    const counts = await countInstantiations(projects);
    context.log("timing");
    const timed = [noClient, "ours-fetch", ...rivals];
    const calls = timed.map((name) => [name, () => typeCheck(projects[name] ?? name)]);
    const options = { rounds: rounds(context, 100), warmUp: 1, random: context.random };
    const samples = await pairedRounds(Object.fromEntries(calls), options);
    const bars = rivals.map((peer): Bar => {
      const time = ratioOf(samples, "ours-fetch", peer);
      const what = `time to type-check over that of ${peer}, as users have it`;
      return { what, bar: "< 1", measured: withInterval(time), met: time.median < 1 };
    });
    return {
      measure: "type-check",
      title: "Type-checking a consumer that calls all operations",
      method:
        "One file per client, written by the same program, calls every operation and uses a field of the first row. Strict, with `skipLibCheck` as in most projects. Each client has the form in which users have it: ours is an installed package with declarations, of which a compiler reads only the used parts; the peers' generators write sources into the user's project, and all of them are checked. A part of the difference is that form alone. Time is that of the whole `tsc` of TypeScript 7, process start included.",
      bars,
      sections: [
        { kind: "paired", title: "Time", unit: "ms", baseline: noClient, samples },
        {
          kind: "table",
          title: "Instantiations beyond those of TypeScript's own library",
          note: "Counts do not vary from run to run.",
          columns: ["", "TypeScript 7"],
          rows: Object.entries(counts).sort(([, a], [, b]) => a - b),
        },
      ],
    };
  },
};
