/** Fields that the contract does not know, under names that objects of JavaScript have anyway: every reader shows what was sent. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Change, changes, exportTo, serve, show, verify } from "../src/index.ts";
import { canonical, parseWire, type WireObject } from "../src/wire/wire.ts";
import { runHere } from "./support/command.ts";
import { copyDay } from "./support/company.ts";
import { readParquet } from "./support/parquet.ts";
import { proofRuns } from "./support/proofs.ts";
import { Register } from "./support/register.ts";
import { exportFolder, newTarget, randomRuns } from "./support/target.ts";

/** Names that an ordinary object, an array, a promise or a function has, and such that other names are made from. */
const inherited = [
  ...["constructor", "__proto__", "toString", "valueOf", "hasOwnProperty", "toJSON", "then", "length", "prototype"],
  ...["__defineGetter__", "constructor_id", "__proto___id", "sifra_constructor", "extra", "_row", "change", "rows"],
];
const value = fc.oneof(fc.integer(), fc.string({ unit: "binary" }), fc.constantFrom(true, { naziv: "a" }, ["b"], {}));

/** A row about a subject: its fields of the contract, then those that the contract does not know. */
const row = (mbs: number, unknown: ReadonlyMap<string, unknown>): string => {
  const fields = [...unknown].map(([name, one]) => `,${JSON.stringify(name)}:${JSON.stringify(one)}`);
  return `{"mbs":${mbs},"ulica":"Ogledna"${fields.join("")}}`;
};
const form = (text: string): string => canonical(parseWire(text));

test("rows are shown, compared and exported as they were sent, whatever their fields are called", async () => {
  await using register = await Register.start();
  const unknown = fc.uniqueArray(fc.tuple(fc.constantFrom(...inherited), value), {
    selector: ([name]) => name,
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(unknown, unknown, async (before, after) => {
      await using target = await newTarget();
      await using folder = exportFolder();
      const days = [before, after].map((fields) => row(60000001, new Map(fields)));
      for (const day of days)
        await copyDay(target, register, { sjediste: [day], subjekt: ['{"mbs":60000001}'] }, ["sjediste", "subjekt"]);

      const shown = (await show(target.name, "60000001")).subjects[0]?.lists.find(({ list }) => list === "sjediste");
      expect(shown?.rows.map((one) => canonical(one.row))).toEqual([form(days[1] ?? "")]);
      expect(shown?.rows.map(({ meanings }) => Object.keys(meanings))).toEqual([[]]);

      const found: Change[] = [];
      await changes(target.name, { since: 1, lists: ["sjediste"], onChange: (change) => void found.push(change) });
      const [one, other] = days.map((day) => parseWire(day) as WireObject);
      const differing = [...new Set([...before, ...after].map(([name]) => name))].filter(
        (name) => canonical(sentIn(one, name)) !== canonical(sentIn(other, name)),
      );
      const changed = found.flatMap((change) => (change.change === "changed" ? change.fields : []));
      expect(changed.map(({ field }) => field).sort()).toEqual(differing.sort());
      for (const { field, old, new: now } of changed)
        expect([canonical(old), canonical(now)]).toEqual([sentIn(one, field), sentIn(other, field)].map(canonical));

      for (const format of ["parquet", "csv", "ndjson"] as const)
        await exportTo(target.name, join(folder.name, format), { format, lists: ["sjediste"] });
      const line = readFileSync(join(folder.name, "ndjson/generation=2/sjediste.ndjson"), "utf8");
      expect(form(line)).toBe(form(days[1] ?? ""));
      const { rows } = await readParquet(join(folder.name, "parquet/sjediste/generation=2/part-0.parquet"));
      const cells = parse(readFileSync(join(folder.name, "csv/sjediste/generation=2/part-0.csv"), "utf8"), {
        columns: true,
      }) as Record<string, string>[];
      const extra = form(`{${row(1, new Map(after)).slice('{"mbs":1,"ulica":"Ogledna"'.length).replace(/^,/, "")}`);
      for (const text of [rows[0]?.extra ?? "{}", cells[0]?.extra || "{}"]) expect(form(String(text))).toBe(extra);
      expect(await verify(target.name)).toMatchObject({ problems: [] });
    }),
    { numRuns: proofRuns("rows with fields that the contract does not know", randomRuns(40)) },
  );
});

const sentIn = (sent: WireObject | undefined, name: string) =>
  sent && Object.hasOwn(sent, name) ? (sent[name] ?? null) : null;

test("people read them, in a terminal and on a page, also with characters that neither shows", async () => {
  await using register = await Register.start();
  await using target = await newTarget();
  const fields = (day: number) => new Map(inherited.map((name) => [name, `${name} of day ${day}\0\ud83d\u202e`]));
  for (const day of [1, 2])
    await copyDay(target, register, {
      subjekt: ['{"mbs":60000001}'],
      sjediste: [row(60000001, fields(day))],
      skracena_tvrtka: ['{"mbs":60000001,"ime":"Prim\\u0000jer \\ud83d d.o.o."}'],
    });
  await using served = await serve(target.name, { port: 0 });
  const texts = [
    (await runHere("show", target.name, "60000001")).output,
    (await runHere("changes", target.name)).output,
    await (await fetch(`${served.url}/subject/60000001`)).text(),
    await (await fetch(`${served.url}/generation/2`)).text(),
  ];
  for (const text of texts) {
    const words = text.replaceAll(/\s+/g, " ");
    for (const name of inherited) expect(words).toContain(`${name} of day 2\\u0000\\ud83d\\u202e`);
    expect(words).not.toMatch(/\[native code\]|function|\[object/);
    expect(text).not.toMatch(/[\0\u202e\ufffd]/);
  }
  const search = await (await fetch(`${served.url}/?q=primjer`)).text();
  expect(search).toContain("Prim\\u0000jer \\ud83d d.o.o.");
  expect((await runHere("search", target.name, "primjer")).output).toContain("Prim\\u0000jer \\ud83d d.o.o.");
  expect(texts[0]).toContain("Prim\\u0000jer \\ud83d d.o.o.");
});
