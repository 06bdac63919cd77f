/** What is exported is what was copied, in every format. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type ExportResult, exportTo, sync } from "../src/index.ts";
import { canonical, parseWire } from "../src/wire/wire.ts";
import { firstColumn } from "./support/columns.ts";
import { plainText, readParquet } from "./support/parquet.ts";
import { proofRuns } from "./support/proofs.ts";
import { Register } from "./support/register.ts";
import { exportFolder, newTarget, randomRuns } from "./support/target.ts";

const lists = ["temeljni_kapital", "skracena_tvrtka"];
const nameField = firstColumn("skracena_tvrtka", "text");

const orNull = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { freq: 4 });
const integer = orNull(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }));
/** Up to 22 digits, at times with more after the point than usual. */
const amount = orNull(
  fc
    .tuple(fc.bigInt({ min: -(10n ** 20n - 1n), max: 10n ** 20n - 1n }), fc.stringMatching(/^(|\.\d{1,2}|\.\d{3,6})$/))
    .map(([whole, fraction]) => `${whole}${fraction}`),
);
const text = orNull(
  fc.oneof(
    fc.constantFrom("", '"', "a,b", "line\r\nbreak", "đ, Š and 漢字 😀", " ", "NULL", "\\N"),
    fc.string({ unit: "grapheme" }),
  ),
);
const currency = fc.record({ sifra: fc.integer(), naziv: fc.string({ unit: "grapheme" }) });
const capital = fc.record({
  mbs: integer,
  iznos: amount,
  // An object, or a list of objects, texts and numbers.
  valuta: orNull(
    fc.oneof(currency, fc.array(fc.oneof(currency, fc.integer(), fc.string({ unit: "grapheme" }), fc.constant(null)))),
  ),
  unknown: orNull(fc.integer()),
});
const name = fc.record({ mbs: integer, [nameField]: text });

const wireOf = (fields: Record<string, unknown>): string =>
  `{${Object.entries(fields)
    .map(([key, value]) => `"${key}":${key === "iznos" || typeof value === "bigint" ? value : JSON.stringify(value)}`)
    .join(",")}}`;

test("64-bit integers, 22-digit amounts, any text and absent values come back from every format", async () => {
  await using register = await Register.start();
  await fc.assert(
    fc.asyncProperty(
      fc.array(capital, { maxLength: 30 }),
      fc.array(name, { maxLength: 30 }),
      async (capitals, names) => {
        await using target = await newTarget();
        await using folder = exportFolder();
        register.rows = { temeljni_kapital: capitals.map(wireOf), skracena_tvrtka: names.map(wireOf) };
        await sync(target.name, {
          baseUrl: register.url,
          subscriptionKey: register.key,
          fetch,
          lists,
          acceptShrink: true,
        });
        for (const format of ["parquet", "csv", "ndjson"] as const)
          await exportTo(target.name, join(folder.name, format), { format });

        const file = (list: string, format: string): string =>
          join(folder.name, format, list, "generation=1", `part-0.${format}`);
        const extra = ({ unknown }: { unknown: number | null }) => (unknown === null ? null : `{"unknown":${unknown}}`);
        const kept = await readParquet(file("temeljni_kapital", "parquet"));
        expect(kept.types).toMatchObject({ mbs: "INT64", valuta: "BYTE_ARRAY", extra: "BYTE_ARRAY" });
        // Columns of other fields of the contract are empty.
        expect(kept.rows).toMatchObject(
          capitals.map((one) => ({
            mbs: one.mbs,
            valuta_id: null,
            valuta: one.valuta && JSON.stringify(one.valuta),
            iznos: one.iznos && plainText(one.iznos),
            extra: extra(one),
          })),
        );
        expect((await readParquet(file("skracena_tvrtka", "parquet"))).rows).toMatchObject(
          names.map((one) => ({ ...one, extra: null })),
        );

        const csv = readFileSync(file("skracena_tvrtka", "csv"), "utf8");
        const cells = parse(csv, {
          columns: true,
          record_delimiter: "\r\n",
          cast: (cell, { quoting }) => (cell === "" && !quoting ? null : cell),
        });
        expect(cells).toMatchObject(
          names.map((one) => ({ ...one, mbs: one.mbs == null ? null : String(one.mbs), extra: null })),
        );

        const lines = readFileSync(join(folder.name, "ndjson", "generation=1", "temeljni_kapital.ndjson"), "utf8");
        expect(lines.split("\n").slice(0, -1).map(canonicalLine)).toEqual(capitals.map(wireOf).map(canonicalLine));
        expect(lines).not.toContain(":null");
      },
    ),
    { numRuns: proofRuns("copies that are exported in every format", randomRuns(50)) },
  );
});

const canonicalLine = (line: string): string => canonical(parseWire(line));

test("what a generation changed is exported beside it, and an earlier generation as it was", async () => {
  await using register = await Register.start();
  await using target = await newTarget();
  await using folder = exportFolder();
  const copy = async (...rows: string[]) => {
    register.rows = { skracena_tvrtka: rows };
    await sync(target.name, {
      baseUrl: register.url,
      subscriptionKey: register.key,
      fetch,
      lists: ["skracena_tvrtka"],
    });
  };
  const row = (mbs: number, value: string): string => JSON.stringify({ mbs, [nameField]: value });
  await copy(row(1, "stays"), row(2, "goes"));
  await copy(row(1, "stays"), row(3, "comes"));

  const result = await exportTo(target.name, folder.name, { changes: true });
  expect(result).toMatchObject({
    generation: 2,
    upToDate: false,
    lists: [
      { list: "company", rows: 2 },
      { list: "skracena_tvrtka", rows: 2, changes: 2 },
    ],
  });
  const subject = (mbs: string, name: string): object => ({ company_mbs: mbs, company_oib: null, company_naziv: name });
  const changes = await readParquet(join(folder.name, "skracena_tvrtka_changes/generation=2/part-0.parquet"));
  expect(changes.rows).toMatchObject([
    { change: "gone", ...subject("000000002", "goes"), mbs: 2n, [nameField]: "goes", extra: null },
    { change: "new", ...subject("000000003", "comes"), mbs: 3n, [nameField]: "comes", extra: null },
  ]);

  await exportTo(target.name, folder.name, { generation: 1 });
  const before = await readParquet(join(folder.name, "skracena_tvrtka/generation=1/part-0.parquet"));
  expect(before.rows.map((one) => one[nameField])).toEqual(["stays", "goes"]);
  const record = JSON.parse(readFileSync(join(folder.name, "latest.json"), "utf8"));
  expect(record).toMatchObject({
    generation: 2,
    generations: [1, 2],
    lists: {
      skracena_tvrtka: {
        path: "skracena_tvrtka/generation=2",
        rows: 2,
        changes: { path: "skracena_tvrtka_changes/generation=2" },
      },
    },
  });
  expect(await exportTo(target.name, folder.name)).toMatchObject({ upToDate: true });
});

test("amounts have one type in every file, whatever they are and whichever generation they are of", async () => {
  await using register = await Register.start();
  await using target = await newTarget();
  await using folder = exportFolder();
  const wide = `{"mbs":1,"iznos":${"9".repeat(28)}.${"9".repeat(10)}}`;
  for (const rows of [['{"mbs":1,"iznos":1}'], [wide, '{"mbs":2}'], [wide, '{"mbs":3,"iznos":0.001}'], ['{"mbs":4}']]) {
    await copyCapital(register, target.name, rows);
    await exportTo(target.name, folder.name, { changes: true });
  }
  const types = new Set<string | undefined>();
  for (const list of ["temeljni_kapital", "temeljni_kapital_changes"])
    for (const generation of [1, 2, 3, 4]) {
      const file = join(folder.name, list, `generation=${generation}`, "part-0.parquet");
      types.add((await readParquet(file)).types.iznos);
    }
  expect([...types]).toEqual(["decimal(38,10)"]);
});

test("an amount that its type does not hold is refused by its row, and none is rounded", async () => {
  await using register = await Register.start();
  await using target = await newTarget();
  const digits = (most: number): fc.Arbitrary<string> => fc.stringMatching(new RegExp(`^[0-9]{1,${most}}$`));
  const decimal = fc
    .tuple(fc.constantFrom("", "-"), digits(32), fc.option(digits(13)))
    .map(
      ([sign, whole, fraction]) => `${sign}${whole.replace(/^0+(?=.)/, "")}${fraction === null ? "" : `.${fraction}`}`,
    );
  let generation = 0;
  await fc.assert(
    fc.asyncProperty(decimal, async (iznos) => {
      await using folder = exportFolder();
      await copyCapital(register, target.name, [
        '{"mbs":60000001}',
        `{"mbs":60000002,"iznos":${iznos}}`,
        `{"x":${++generation}}`,
      ]);
      const [, whole = "", fraction = ""] = /^-?0*(\d*?)(?:\.(\d*?)0*)?$/.exec(iznos) ?? [];
      const result = await exportTo(target.name, folder.name).catch((error: unknown) => error);
      if (whole.length > 28 || fraction.length > 10) {
        expect(result).toMatchObject({
          name: "MirrorError",
          kind: "refused",
          message: expect.stringMatching(
            /^Row \d+ of temeljni_kapital, of the MBS 60000002, has the iznos -?\d.*csv or ndjson/,
          ),
        });
        expect(existsSync(join(folder.name, "latest.json"))).toBe(false);
        expect(existsSync(join(folder.name, "temeljni_kapital"))).toBe(false);
        return;
      }
      const path = (result as ExportResult).generation;
      const { rows } = await readParquet(join(folder.name, `temeljni_kapital/generation=${path}/part-0.parquet`));
      expect(rows[1]?.iznos).toBe(plainText(iznos));
    }),
    { numRuns: proofRuns("amounts that are exported", randomRuns(120)) },
  );
  await copyCapital(register, target.name, ['{"iznos":0.12345678901}']);
  await using folder = exportFolder();
  await expect(exportTo(target.name, folder.name)).rejects.toThrow(
    /^Row \d+ of temeljni_kapital has the iznos 0.12345678901\. /,
  );
  await exportTo(target.name, folder.name, { format: "csv" });
  const [file] = Object.keys(JSON.parse(readFileSync(join(folder.name, "latest.json"), "utf8")).files);
  expect(readFileSync(join(folder.name, String(file)), "utf8")).toContain("0.12345678901");
});

/** Copies the register with this list alone. */
const copyCapital = (register: Register, target: string, rows: readonly string[]): Promise<unknown> => {
  register.rows = { temeljni_kapital: rows };
  return sync(target, {
    baseUrl: register.url,
    subscriptionKey: register.key,
    fetch,
    lists: ["temeljni_kapital"],
    acceptShrink: true,
  });
};
