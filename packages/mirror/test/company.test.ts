/** The view `company` has a row for a subject, from whichever lists were copied, and so has every export. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ExportFormat, exportTo, verify } from "../src/index.ts";
import { type CompanyField, companyColumns } from "../src/store/company.ts";
import { copyDay, firstDay, mbs, oib, secondDay } from "./support/company.ts";
import { withoutColumn } from "./support/contract.ts";
import { readParquet } from "./support/parquet.ts";
import { Register } from "./support/register.ts";
import { exportFolder, inTarget, newTarget, randomRuns, type Target } from "./support/target.ts";

let register: Register;
beforeAll(async () => {
  register = await Register.start();
});
afterAll(() => register[Symbol.asyncDispose]());

/** Rows of the view. */
const companies = ({ name }: Target, condition = "true"): Promise<Record<string, unknown>[]> =>
  inTarget(name, (database) =>
    database.read((reading) => reading.all(`SELECT * FROM company WHERE ${condition} ORDER BY mbs`)),
  );

const changed: Register["rows"] = {
  ...secondDay,
  skracena_tvrtka: [...(secondDay.skracena_tvrtka ?? []), '{"mbs":80000003,"ime":"Uzorak\\u0000 \\ud83d"}'],
  sjediste: [
    ...(secondDay.sjediste ?? []),
    '{"mbs":80000001,"naselje_van_sifrarnika":"Beč"}',
    '{"mbs":80000002,"ulica":"Duga ulica"}',
    '{"mbs":80000005,"drzava_id":1}',
  ],
  pravni_oblik: [
    ...(secondDay.pravni_oblik ?? []),
    '{"mbs":80000002,"vrsta_pravnog_oblika_id":6,"vrsta_pravnog_oblika":{"naziv":"dru\\u0000štvo"}}',
    '{"mbs":80000003,"vrsta_pravnog_oblika_id":7}',
    '{"mbs":80000004,"vrsta_pravnog_oblika_id":8,"vrsta_pravnog_oblika":{"naziv":8}}',
  ],
  postupak: [
    ...(secondDay.postupak ?? []),
    '{"mbs":80000001,"postupak":2}',
    '{"mbs":80000002,"datum_stjecaja":"2019-01-02T00:00:00"}',
    '{"mbs":80000003}',
  ],
  subjekt: [
    ...(secondDay.subjekt ?? []),
    '{"mbs":1234567890,"oib":123456789012,"sud_id_nadlezan":4,"datum_brisanja":20200131}',
    '{"oib":7}',
  ],
};

describe("the view", () => {
  let target: Target;
  beforeAll(async () => {
    target = await newTarget();
    await copyDay(target, register, firstDay);
    await copyDay(target, register, changed);
  });
  afterAll(() => target[Symbol.asyncDispose]());

  test("has all that is said of a company, in the order of the rows, with every zero of its numbers", async () => {
    const nothing = { ...Object.fromEntries(companyColumns.map(({ name }) => [name, null])), insolvency: "" };
    const all: Partial<Record<CompanyField, string>>[] = [
      {
        mbs,
        oib,
        naziv: "ĐURĐEVAČKI PRIMJER d.o.o.",
        skracena_tvrtka: "ĐURĐEVAČKI PRIMJER d.o.o.",
        pravni_oblik: "društvo s ograničenom odgovornošću",
        sud: "Sud u Bjelovaru",
        sjediste: "Ogledna cesta 5 a, Đurđevac; Beč",
        datum_osnivanja: "1990-10-31T00:00:00",
        postupak: "1 2026-01-02T00:00:00; 2",
        insolvency: "postupak",
      },
      {
        mbs: "080000002",
        oib: "12345678903",
        naziv: "Stari uzorak d.d.",
        skracena_tvrtka: "Stari uzorak d.d.",
        pravni_oblik: '{"naziv":"dru\\u0000štvo"}',
        sjediste: "Duga ulica",
        datum_brisanja: "2020-01-31T00:00:00",
        postupak: "2019-01-02T00:00:00",
        insolvency: "postupak",
      },
      {
        mbs: "080000003",
        oib: "12345678903",
        naziv: 'Novi uzorak d.o.o.; {"ime":"Uzorak\\u0000 \\ud83d"}',
        skracena_tvrtka: 'Novi uzorak d.o.o.; {"ime":"Uzorak\\u0000 \\ud83d"}',
        pravni_oblik: "7",
        postupak: "",
        insolvency: "postupak",
      },
      { mbs: "080000004", oib: "12345678901", pravni_oblik: '{"naziv":8}' },
      { mbs: "080000005", oib: "00000000001" },
      { mbs: "1234567890", oib: "123456789012", sud: "4", datum_brisanja: '{"datum_brisanja":20200131}' },
    ];
    expect(await companies(target, "mbs IS NOT NULL")).toEqual(all.map((row) => ({ ...nothing, ...row })));
    expect(await companies(target, "mbs IS NULL")).toEqual([{ ...nothing, oib: "00000000007" }]);
    expect(await companies(target, "oib = '12345678903'")).toMatchObject([{ mbs: "080000002" }, { mbs: "080000003" }]);
    expect((await verify(target.name)).problems).toEqual([]);
  });

  test("finds a number by an index", async () => {
    for (const field of ["mbs", "oib"]) {
      const plan = await inTarget(target.name, (database) =>
        database.kind === "sqlite"
          ? database.read((reading) =>
              reading.all(
                `EXPLAIN QUERY PLAN SELECT t.number, c.naziv FROM (SELECT '080000001' AS number UNION SELECT '1') t LEFT JOIN company c ON c.${field} = t.number`,
              ),
            )
          : // A table of so few rows is read as a whole, unless that may not be.
            database.write(async (writing) => {
              await writing.run("SET LOCAL enable_seqscan = off");
              return await writing.all(`EXPLAIN SELECT naziv FROM company WHERE ${field} = '080000001'`);
            }),
      );
      expect(plan.flatMap(Object.values).join(), field).toContain(`subjekt_${field}_text`);
    }
  });

  test.each(["csv", "ndjson", "parquet"] satisfies ExportFormat[])(
    "is in an export as %s, as it is and as it was",
    async (format) => {
      await using folder = exportFolder();
      const { lists } = await exportTo(target.name, folder.name, { format, changes: true, lists: ["sud", "company"] });
      expect(lists).toMatchObject([{ list: "company", rows: 7, changes: undefined }, { list: "sud" }]);
      await exportTo(target.name, folder.name, { format, generation: 1, lists: ["company"] });
      const record = JSON.parse(readFileSync(join(folder.name, "latest.json"), "utf8"));
      expect(record.lists.company).toEqual({ path: "company/generation=2", rows: 7 });
      const read = async (generation: number): Promise<unknown[]> => {
        const path = join(folder.name, `company/generation=${generation}/part-0.${format}`);
        if (format === "parquet") return (await readParquet(path)).rows;
        const text = readFileSync(path, "utf8");
        return format === "csv"
          ? parse(text, { columns: true, cast: (cell, { quoting }) => (cell === "" && !quoting ? null : cell) })
          : text
              .trim()
              .split("\n")
              .map((line) => JSON.parse(line));
      };
      const rows = await read(2);
      const all = await companies(target);
      expect(rows).toHaveLength(all.length);
      if (format !== "ndjson") expect(rows).toEqual(expect.arrayContaining(all));
      expect((await read(1))[0]).toMatchObject({ mbs, oib, sud: "Trgovački sud u Bjelovaru" });
    },
  );
});

test("is made of the lists that were copied, and grows with them", async () => {
  await using target = await newTarget();
  await copyDay(target, register, firstDay, ["temeljni_kapital"]);
  await expect(companies(target)).rejects.toThrow();
  expect((await verify(target.name)).problems).toEqual([]);
  await copyDay(target, register, changed, ["skracena_tvrtka", "postupak"]);
  expect(await companies(target)).toMatchObject([
    { mbs, oib: null, naziv: "ĐURĐEVAČKI PRIMJER d.o.o.", sud: null, postupak: "1 2026-01-02T00:00:00; 2" },
    { mbs: "080000002" },
    { mbs: "080000003" },
  ]);
  await copyDay(target, register, changed, ["subjekt", "sud"]);
  expect((await companies(target, `mbs = '${mbs}'`))[0]).toMatchObject({ oib, sud: "Sud u Bjelovaru", sjediste: null });
  expect(await companies(target)).toHaveLength(7);
  expect((await verify(target.name)).problems).toEqual([]);
});

test("only a field of the row itself counts, whatever is called so within another one", async () => {
  const name = fc.constantFrom(
    "datum_brisanja",
    "oib",
    "naziv",
    'a\\u"datum_brisanja":',
    "datum_brisanja\\",
    "\0",
    "\ud83d",
  );
  const { tree: nested } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: "small" },
      name,
      fc.integer(),
      fc.dictionary(name, tie("tree"), { maxKeys: 3 }),
      fc.array(tie("tree"), { maxLength: 2 }),
    ),
  }));
  const row = fc.tuple(
    fc.dictionary(fc.constantFrom("novo", "naziv", "datum\\_brisanja", '"datum_brisanja":', "Datum_brisanja"), nested),
    // Outside its type, so that it is in `extra`.
    fc.option(nested.filter((one) => typeof one !== "string" || /[\0\ud83d]/.test(one))),
    fc.boolean(),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 30 }), async (all) => {
      await using target = await newTarget();
      const subjekt = all.map(([others, own, isFirst], at) => {
        const mine = own === null ? {} : { datum_brisanja: own };
        return JSON.stringify({ mbs: at + 1, ...(isFirst ? { ...mine, ...others } : { ...others, ...mine }) });
      });
      await copyDay(target, register, { subjekt }, ["subjekt"]);
      expect((await companies(target)).map((one) => one.datum_brisanja !== null)).toEqual(
        all.map(([, own]) => own !== null),
      );
    }),
    { numRuns: randomRuns(30) },
  );
});

/** Lists that a small copy has. */
const some = ["subjekt", "pravni_oblik", "skracena_tvrtka"];

test("is made anew when a list that it is made from gets other columns", async () => {
  await using target = await newTarget();
  await copyDay(target, register, firstDay, some);
  const before = await companies(target);
  await withoutColumn(target.name, "subjekt", "datum_osnivanja");
  await withoutColumn(target.name, "pravni_oblik", "vrsta_pravnog_oblika");
  expect(await companies(target, `mbs = '${mbs}'`)).toMatchObject([{ oib, pravni_oblik: "5", datum_osnivanja: null }]);
  expect((await verify(target.name)).problems).toEqual([]);
  await copyDay(target, register, firstDay, some);
  expect(await companies(target)).toEqual(before);
});

test("a view that was altered, or is not there, is named", async () => {
  await using target = await newTarget();
  await copyDay(target, register, firstDay, some);
  const problemsAfter = async (...statements: string[]): Promise<unknown> => {
    await inTarget(target.name, (database) =>
      database.write(async (writing) => {
        for (const statement of statements) await writing.run(statement);
      }),
    );
    return (await verify(target.name)).problems;
  };
  expect(await problemsAfter()).toEqual([]);
  const named = [{ list: "company", message: expect.stringContaining("the view company") }];
  expect(await problemsAfter("DROP VIEW company", "CREATE VIEW company AS SELECT * FROM subjekt LIMIT 1")).toEqual(
    named,
  );
  expect(await problemsAfter("DROP VIEW company")).toEqual(named);
});
