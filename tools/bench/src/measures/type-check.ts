import { join } from "node:path";
import { styles } from "../harness/consumers.ts";
import { type Measure, rounds, summary } from "../harness/measure.ts";
import { readOperations } from "../harness/operations.ts";
import { generated, spec } from "../harness/places.ts";
import type { Bar } from "../harness/result.ts";
import { pairedRounds } from "../harness/rounds.ts";
import { pairedRatios } from "../harness/statistics.ts";
import { typeCheck, writeConsumer } from "../harness/type-checks.ts";

/** Compilers by version, the one whose time counts first. */
const compilers: Record<string, string> = { "7.0": "typescript-7", "6.0": "typescript-6", "5.9": "typescript" };

/** Whose type-checking ours is to be cheaper than; the others are counted, not timed. */
const rivals = ["openapi-generator-fetch", "hey-api"];

/** Writes a project for each contender: one file that calls every operation. */
async function writeConsumers(): Promise<Record<string, string>> {
  const operations = await readOperations(spec);
  const projects: Record<string, string> = {};
  for (const [name, style] of Object.entries(styles)) {
    const folder = join(generated, `consumer-${name.replace(" ", "-")}`);
    await writeConsumer(folder, style, operations);
    projects[name] = folder;
  }
  return projects;
}

/** Instantiations beyond those that the compiler's own library costs. */
async function countInstantiations(
  projects: Record<string, string>,
  versions: readonly string[],
): Promise<Record<string, number[]>> {
  const counts: Record<string, number[]> = {};
  for (const compiler of versions) {
    let library = 0;
    for (const [name, folder] of Object.entries(projects)) {
      const { Instantiations = Number.NaN } = await typeCheck(compiler, folder);
      if (name === "no client") library = Instantiations;
      counts[name] = [...(counts[name] ?? []), Instantiations - library];
    }
  }
  return counts;
}

export const measure: Measure = {
  name: "type-check",
  about: "type-checking a file that calls all 24 operations",
  async run(context) {
    const projects = await writeConsumers();
    context.log("counting instantiations");
    const versions = Object.keys(compilers).slice(0, context.quick ? 1 : undefined);
    const counts = await countInstantiations(
      projects,
      versions.map((version) => compilers[version] ?? version),
    );
    context.log("timing");
    const calls = ["no client", "ours-fetch", ...rivals].map((name) => [
      name,
      () => typeCheck("typescript-7", projects[name] ?? name),
    ]);
    const samples = await pairedRounds(Object.fromEntries(calls), {
      rounds: rounds(context, 100),
      warmUp: 1,
      random: context.random,
    });
    const bars = rivals.flatMap((peer): Bar[] => {
      const time = summary(context, pairedRatios(samples["ours-fetch"] ?? [], samples[peer] ?? []));
      const [ours = Number.NaN] = counts["ours-fetch"] ?? [];
      const [theirs = Number.NaN] = counts[peer] ?? [];
      return [
        {
          what: "instantiations, TypeScript 7",
          bar: `< ${theirs} of ${peer}`,
          measured: `${ours}`,
          met: ours < theirs,
        },
        { what: `time over ${peer}`, bar: "< 1", measured: time.median.toFixed(3), met: time.median < 1 },
      ];
    });
    return {
      measure: "type-check",
      title: "Type-checking a consumer that calls all 24 operations",
      method:
        "One file a client, written by the same program: it calls every operation and uses a field of the first row. Strict, with `skipLibCheck` as in most projects: peers' generated sources are part of the program, ours is installed and so only its declarations are read. Time is that of the whole `tsc` of TypeScript 7, process start included.",
      bars,
      sections: [
        { kind: "paired", title: "Time", unit: "ms", baseline: "no client", samples },
        {
          kind: "table",
          title: "Instantiations beyond those of TypeScript's own library",
          columns: ["", ...versions.map((version) => `TypeScript ${version}`)],
          rows: Object.entries(counts)
            .filter(([name]) => name !== "no client")
            .sort(([, [a = 0]], [, [b = 0]]) => a - b)
            .map(([name, values]) => [name, ...values.map((value) => value.toLocaleString("en"))]),
        },
      ],
    };
  },
};
