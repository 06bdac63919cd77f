import { join } from "node:path";
import { type Style, styles } from "../harness/consumers.ts";
import { type Measure, rounds } from "../harness/measure.ts";
import { listOperations } from "../harness/operations.ts";
import { generated, spec } from "../harness/places.ts";
import { type Bar, type TableSection, withInterval } from "../harness/result.ts";
import { pairedRounds } from "../harness/rounds.ts";
import { ratioOf, type Summary } from "../harness/statistics.ts";
import { declare, ofDeclarations, typeCheck, writeConsumer } from "../harness/type-checks.ts";

/** Compilers by version, starting with the one whose time counts. */
const compilers: Record<string, string> = { "7.0": "typescript-7", "6.0": "typescript-6", "5.9": "typescript" };

/** The peers that ours must be cheaper to type-check than; the others are counted, not timed. */
const rivals = ["openapi-generator-fetch", "hey-api"];

const noClient = "no client";
const isOurs = (name: string): boolean => name.startsWith("ours");

/** The form in which users do not have a client: ours as sources, the peers as declarations. */
const otherForm = (name: string): string => `${name}, as ${isOurs(name) ? "sources" : "declarations"}`;

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

/** The same files with each client in its other form. openapi-fetch has declarations only. */
async function writeOtherForms(): Promise<Record<string, string>> {
  const operations = await listOperations(spec);
  const declared = join(generated, "declared");
  const projects: Record<string, string> = {};
  const write = async (name: string, style: Style, options: Record<string, unknown> = {}): Promise<void> => {
    const folder = join(declared, `consumer-${name}`);
    await writeConsumer(folder, style, operations, options);
    projects[otherForm(name)] = folder;
  };
  for (const [name, style] of Object.entries(styles)) {
    if (name === noClient || name === "openapi-fetch") continue;
    if (isOurs(name)) {
      await write(name, style, { customConditions: ["@court-register/source"] });
      continue;
    }
    await declare(join(generated, name, name === "orval" ? "client.ts" : "index.ts"), join(declared, name));
    await write(name, ofDeclarations(style));
  }
  return projects;
}

/** Instantiations in addition to those of the compiler's own library. */
async function countInstantiations(
  projects: Record<string, string>,
  versions: readonly string[],
): Promise<Record<string, number[]>> {
  const counts: Record<string, number[]> = {};
  for (const compiler of versions) {
    let library = 0;
    for (const [name, folder] of Object.entries(projects)) {
      const { Instantiations = Number.NaN } = await typeCheck(compiler, folder);
      if (name === noClient) library = Instantiations;
      counts[name] = [...(counts[name] ?? []), Instantiations - library];
    }
  }
  return counts;
}

/** Instantiations of each contender in either form, with TypeScript 7. */
export type Forms = Record<string, { sources: number | undefined; declarations: number | undefined }>;

function formsOf(counts: Record<string, number[]>): Forms {
  const forms = Object.keys(styles)
    .filter((name) => name !== noClient)
    .map((name) => {
      const [asHad, other] = [counts[name]?.[0], counts[otherForm(name)]?.[0]];
      const declared = isOurs(name) || name === "openapi-fetch";
      return [
        name,
        declared ? { sources: other, declarations: asHad } : { sources: asHad, declarations: other },
      ] as const;
    });
  return Object.fromEntries(forms);
}

function alike(forms: Forms): TableSection {
  const rows = Object.entries(forms).sort(([, a], [, b]) => (a.declarations ?? 0) - (b.declarations ?? 0));
  return {
    kind: "table",
    title: "The same in like form: all as declarations, all as sources, TypeScript 7.0",
    note: "With `skipLibCheck`, only the used parts of declarations are read, while sources are checked in full. A package may ship either: differences between the columns come from the form, differences within a column from the clients.",
    columns: ["", "as declarations", "as sources"],
    rows: rows.map(([name, { declarations, sources }]) => [name, declarations ?? "", sources ?? ""]),
  };
}

/** A sentence if ours has fewer instantiations than a peer only because of the form in which users have it. */
export function formAlone(forms: Forms): string {
  const more = (a: number | undefined, b: number | undefined): boolean => (a ?? Number.NaN) > (b ?? Number.NaN);
  const { "ours-fetch": ours } = forms;
  const ahead = rivals.filter(
    (peer) =>
      more(ours?.declarations, forms[peer]?.declarations) &&
      more(ours?.sources, forms[peer]?.sources) &&
      more(forms[peer]?.sources, ours?.declarations),
  );
  if (ahead.length === 0) return "";
  return ` Ours has fewer instantiations than ${ahead.join(" and ")} only because of its form: in the same form, it has more.`;
}

const count = (value: number | undefined): string => (value ?? Number.NaN).toLocaleString("en");

export const measure: Measure = {
  name: "type-check",
  about: "type-checking a file that calls all 24 operations",
  async run(context) {
    const asHad = await writeConsumers();
    const others = await writeOtherForms();
    context.log("counting instantiations");
    const versions = Object.keys(compilers).slice(0, context.quick ? 1 : undefined);
    const compilersUsed = versions.map((version) => compilers[version] ?? version);
    const counts = await countInstantiations(asHad, compilersUsed);
    const { [noClient]: library = noClient } = asHad;
    const otherCounts = await countInstantiations({ [noClient]: library, ...others }, compilersUsed.slice(0, 1));
    const forms = formsOf({ ...counts, ...otherCounts });
    context.log("timing");
    const projects = { ...asHad, ...others };
    const timed = [noClient, "ours-fetch", otherForm("ours-fetch"), ...rivals, ...rivals.map(otherForm)];
    const calls = timed.map((name) => [name, () => typeCheck("typescript-7", projects[name] ?? name)]);
    const samples = await pairedRounds(Object.fromEntries(calls), {
      rounds: rounds(context, 100),
      warmUp: 1,
      random: context.random,
    });
    const over = (name: string, base: string): Summary => ratioOf(samples, name, base);
    const bars = rivals.flatMap((peer): Bar[] => {
      const [ours, theirs] = [forms["ours-fetch"], forms[peer]];
      const time = over("ours-fetch", peer);
      const alikeTime = [over("ours-fetch", otherForm(peer)), over(otherForm("ours-fetch"), peer)].map(withInterval);
      const instantiations = (ours?.declarations ?? Number.NaN) / (theirs?.sources ?? Number.NaN);
      return [
        {
          what: `instantiations over those of ${peer}, as users have it`,
          bar: `< ${count(theirs?.sources)}`,
          measured: `${count(ours?.declarations)}; in like form: ${count(ours?.declarations)} against ${count(theirs?.declarations)} as declarations, ${count(ours?.sources)} against ${count(theirs?.sources)} as sources`,
          met: instantiations < 1,
          share: instantiations,
        },
        {
          what: `time to type-check over that of ${peer}, as users have it`,
          bar: "< 1",
          measured: `${withInterval(time)}; in like form: ${alikeTime[0]} as declarations, ${alikeTime[1]} as sources`,
          met: time.median < 1,
          share: time.median,
        },
      ];
    });
    return {
      measure: "type-check",
      title: "Type-checking a consumer that calls all 24 operations",
      method: `One file per client, written by the same program, calls every operation and uses a field of the first row. Strict, with \`skipLibCheck\` as in most projects. The peers' generators write sources into the user's project, so all of them are checked with it; ours is an installed package that ships declarations, of which only the used parts are read. That is how users have them, and what the promises are judged on. Because the form differs, each is also measured in the other form, and each promise also shows what is left in like form.${formAlone(forms)} Time is that of the whole \`tsc\` of TypeScript 7, process start included.`,
      bars,
      sections: [
        { kind: "paired", title: "Time", unit: "ms", baseline: noClient, samples },
        {
          kind: "table",
          title: "Instantiations beyond those of TypeScript's own library",
          note: "As users have the clients. Counts do not vary from run to run.",
          columns: ["", ...versions.map((version) => `TypeScript ${version}`)],
          rows: Object.entries(counts)
            .filter(([name]) => name !== noClient)
            .sort(([, [a = 0]], [, [b = 0]]) => a - b)
            .map(([name, values]) => [name, ...values]),
        },
        alike(forms),
      ],
    };
  },
};
