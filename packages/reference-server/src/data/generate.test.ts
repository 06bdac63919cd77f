import { DatabaseSync } from "node:sqlite";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Bounds } from "../contract/bounds.ts";
import { cases, register } from "../contract/contract.ts";
import { type Field, type FieldKind, isScalar, type RowType, type ScalarField } from "../contract/fields.ts";
import { type Entry, loadRows } from "../store/load.ts";
import { foldName } from "../store/search.ts";
import { planTables, searchTable, type Table, type Tables, tableIn } from "../store/tables.ts";
import { columnTypes } from "../store/values.ts";
import { codeLists } from "./code-lists.ts";
import { caseCourts, courtCase } from "./court-cases.ts";
import { generate } from "./generate.ts";
import { lastDay } from "./happenings.ts";
import { oibAt, oibFrom } from "./oib.ts";
import { SeededRandom } from "./random.ts";
import { SubjectGenerator } from "./subjects.ts";
import { commercialCourts, registerPrefixes } from "./vocabulary.ts";

const tables = planTables(register, cases);
const kinds = Object.keys(columnTypes) as FieldKind[];

function rows(count: number, seed = 1, plan = tables, day = 0): Map<string, Entry["row"][]> {
  const found = new Map<string, Entry["row"][]>();
  const { batches } = generate({ rows: count, seed, day }, plan);
  if (!(Symbol.iterator in batches)) throw new Error("generated rows are at hand");
  for (const { entries } of batches) {
    for (const { resource, row } of entries) {
      const list = found.get(resource) ?? [];
      list.push(row);
      found.set(resource, list);
    }
  }
  return found;
}

const all = rows(3_000);
const of = (resource: string): Entry["row"][] => all.get(resource) ?? [];
const ids = (resource: string): Set<unknown> => new Set(of(resource).map(({ id }) => id));
const mbs = new Set(of("subjekt").map((row) => row.mbs));

test("every resource has rows, and every field a value in some row", () => {
  const named = [...tables.register, ...tables.lists, ["predmet", tables.case] as const];
  for (const [name, { columns }] of named) {
    for (const column of columns) {
      expect(
        of(name).some((row) => row[column.name] !== null && row[column.name] !== undefined),
        `${name}.${column.name}`,
      ).toBe(true);
    }
  }
});

test("rows of a subject carry its register number, and no two subjects share one", () => {
  expect(mbs.size).toBe(3_000);
  for (const [resource, list] of all) {
    if (resource === "subjekt" || list[0]?.mbs === undefined) continue;
    expect(
      list.filter((row) => !mbs.has(row.mbs)),
      resource,
    ).toEqual([]);
  }
  expect(of("subjekt").filter(({ mbs_brisanog_subjekta: other }) => other && !mbs.has(other))).toEqual([]);
});

test("register numbers start with the prefix of a court", () => {
  const prefixes = new Set(registerPrefixes.map(([prefix]) => prefix));
  for (const number of mbs) expect(prefixes).toContain(Math.floor(Number(number) / 1_000_000));
});

test("ids refer to rows that exist", () => {
  const lists: Readonly<Record<string, string>> = {
    drzava_id: "drzava",
    drzava_registra_id: "drzava",
    jezik_id: "jezik",
    nac_klas_djelatnosti_id: "nacionalna_klasa_djelatnosti",
    sud_id_nadlezan: "sud",
    sud_id_sluzba: "sud",
    sudId: "sudovi",
    upisnikId: "vrstaUpisnika",
  };
  let checked = 0;
  for (const [field, target] of Object.entries(lists)) {
    const known = ids(target);
    const values = [...all.values()].flat().flatMap((row) => row[field] ?? []);
    checked += values.length;
    expect(
      values.filter((id) => !known.has(id)),
      field,
    ).toEqual([]);
  }
  expect(checked).toBeGreaterThan(10_000);
  expect(of("sud")).toHaveLength(commercialCourts.length + 1);
});

test("OIBs have the check digit of ISO 7064 MOD 11,10, and no two subjects share one", () => {
  // The one in the examples of the specs, and the smallest.
  expect([oibFrom(6_543_210_987), oibFrom(0)]).toEqual([65_432_109_870, 1]);
  const seen = new Set(Array.from({ length: 20_000 }, (_, index) => oibAt(3, index)));
  expect(seen.size).toBe(20_000);
  for (const oib of seen) expect(digitSum(String(oib).padStart(11, "0"))).toBe(1);
});

/** The checksum of all digits, 1 for a valid number (ISO 7064, section 9). */
function digitSum(digits: string): number {
  let product = 10;
  for (const digit of digits.slice(0, -1)) {
    const sum = (product + Number(digit)) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return (product + Number(digits.at(-1))) % 10;
}

test("names and other values include those that break careless software", () => {
  const subjects = new SubjectGenerator(1);
  // As they are written, whatever the contract calls their fields.
  const written = Array.from({ length: 3_000 }, (_, index) => subjects.subject(index).entries).flat();
  const of = (resource: string): Entry["row"][] =>
    written.filter((one) => one.resource === resource).map(({ row }) => row);
  const names = of("skracena_tvrtka").map(({ ime }) => String(ime));
  for (const trap of ["&", '"', "'94", "čćđšž", "ČĆĐŠŽ", "u stečaju", "u likvidaciji", "<"]) {
    expect(
      names.some((name) => name.includes(trap)),
      trap,
    ).toBe(true);
  }
  expect(Math.max(...names.map(({ length }) => length))).toBe(135);
  expect(Math.max(...of("predmet_poslovanja").map((row) => String(row.djelatnost_tekst).length))).toBe(4_000);
  expect(Math.max(...of("temeljni_kapital").map(({ iznos }) => Number(iznos)))).toBe(1e20);
  expect(of("subjekt").some((row) => String(row.datum_osnivanja) < "1995")).toBe(true);
});

/** The tables of a contract whose row types are changed. */
function tablesOf(change: (type: RowType) => RowType): Tables {
  const changed = <T extends { readonly row: RowType }>(list: readonly T[]): T[] =>
    list.map((one) => ({ ...one, row: change(one.row) }));
  return planTables(
    { ...register, rows: register.rows.map(change) },
    { ...cases, case: change(cases.case), children: changed(cases.children), lists: changed(cases.lists) },
  );
}

/** Loads generated rows into these tables. @returns those of a table. */
async function loaded(plan: Tables): Promise<(table: Table) => Record<string, unknown>[]> {
  const database = new DatabaseSync(":memory:");
  onTestFinished(() => database.close());
  await loadRows(database, 1, plan, generate({ rows: 40, seed: 1 }, plan), {});
  return ({ name }) => {
    const statement = database.prepare(`SELECT * FROM ${tableIn(1, name)}`);
    statement.setReadBigInts(true);
    return statement.all();
  };
}

/** By these, the server itself finds the lists of a case. */
const keysOfLists: ReadonlySet<string> = new Set([
  "Predmet.id",
  ...cases.children.map(({ row }) => `${row.name}.predmetId`),
]);

test("rows are made whatever fields the contract renames, inside objects too, with values under the new names", async () => {
  const renamed = (fields: readonly Field[], type: string): Field[] =>
    fields.map((field) => ({
      ...field,
      name: keysOfLists.has(`${type}.${field.name}`) ? field.name : `novo_${field.name}`,
      ...(field.kind === "object" && { fields: renamed(field.fields, ""), idField: `novo_${field.idField}` }),
    }));
  const plan = tablesOf((type) => ({ ...type, fields: renamed(type.fields, type.name) }));
  const found = await loaded(plan);
  for (const table of plan.all) {
    const list = found(table);
    expect(list.length, table.name).toBeGreaterThan(0);
    for (const { name } of table.columns.filter(({ nullable }) => !nullable))
      expect(
        list.every((row) => row[name] !== null),
        `${table.name}.${name}`,
      ).toBe(true);
  }
});

test("a field that is renamed alone gets values, and its resource keeps those of its other fields", async () => {
  const [type] = register.rows;
  const [field, ...others] = type?.fields.filter(({ name }) => name !== "mbs" && !name.includes("_id")) ?? [];
  const before = (await loaded(tables))(tables.register.get(type?.name ?? "") as Table);
  const plan = tablesOf((one) =>
    one === type ? { ...one, fields: one.fields.map((own) => (own === field ? { ...own, name: "novo" } : own)) } : one,
  );
  const after = (await loaded(plan))(plan.register.get(type?.name ?? "") as Table);
  expect(after).toHaveLength(before.length);
  expect(after.every(({ novo }) => novo !== null)).toBe(true);
  for (const { name } of others) expect(after.map((row) => row[name])).toEqual(before.map((row) => row[name]));
});

test("searches find a subject by its short name, whatever the contract calls the field", async () => {
  const plan = tablesOf((type) =>
    type.name === "skracena_tvrtka"
      ? { ...type, fields: type.fields.map((one) => (one.kind === "string" ? { ...one, name: "novo" } : one)) }
      : type,
  );
  const found = await loaded(plan);
  const [first] = found(plan.register.get("skracena_tvrtka") as Table);
  const [searched] = found({ name: searchTable } as Table);
  expect(searched?.names).toContain(foldName(String(first?.novo)));
});

test("a new field of any kind, and a field of another kind, get values that fit", async () => {
  const added = kinds.map((kind): Field => ({ name: `novo_${kind}`, kind, required: true }));
  const plan = tablesOf((type) => ({ ...type, fields: [...type.fields, ...added] }));
  const found = await loaded(plan);
  for (const table of plan.all)
    for (const row of found(table)) for (const { name } of added) expect(row[name]).not.toBeNull();
  for (const kind of kinds) {
    const changed = (fields: readonly Field[], type: string): Field[] =>
      fields.map((field) => {
        if (field.kind === "object") return { ...field, fields: changed(field.fields, "") };
        if (!isScalar(field)) return field;
        const { bounds: _, ...plain } = field;
        return keysOfLists.has(`${type}.${field.name}`) ? field : { ...plain, kind };
      });
    const plan = tablesOf((type) => ({ ...type, fields: changed(type.fields, type.name) }));
    await expect(loaded(plan), kind).resolves.toBeDefined();
  }
});

test("values are within the bounds of their fields, inside objects too", async () => {
  const bounds: Readonly<Partial<Record<FieldKind, Bounds>>> = {
    string: { maxLength: 4, pattern: /^./u, examples: [] },
    "date-time": { pattern: /^20/u, examples: [] },
    double: { minimum: 1, maximum: 2, examples: [] },
    int32: { values: [3, 5], examples: [] },
    int64: { minimum: 1, maximum: 500_000_000, examples: [] },
  };
  const bounded = (fields: readonly Field[]): Field[] =>
    fields.map((field) => {
      if (field.kind === "object") return { ...field, fields: bounded(field.fields) };
      if (!isScalar(field)) return field;
      const own = bounds[field.kind];
      return own === undefined ? field : { ...field, bounds: [own] };
    });
  // Those of nested objects bind the lists that the objects come from.
  const nested = (fields: readonly Field[]): Field[] =>
    fields.map((field) => (field.kind === "object" ? { ...field, fields: bounded(field.fields) } : field));
  for (const change of [bounded, nested]) {
    const plan = tablesOf((type) => ({ ...type, fields: change(type.fields) }));
    const found = await loaded(plan);
    const countries = found(plan.register.get("drzava") as Table);
    expect(countries.length).toBeGreaterThan(20);
    expect(countries.every(({ naziv }) => String(naziv).length <= 4)).toBe(true);
    expect(new Set(countries.map(({ sifra }) => Number(sifra)))).toEqual(new Set([3, 5]));
  }
});

test("one object is found by each id that its list shows, though other resources have an id too", async () => {
  const list = register.operations.find(({ path }) => path === "/sud");
  if (list === undefined) throw new Error("the list of this test is gone");
  const row: RowType = { ...list.row, name: "sud_detalji", examples: [{ id: 9 }] };
  const value: ScalarField = { name: "id", kind: "int64", required: true };
  const id = { name: "id", in: "path", required: true, default: undefined, value } as const;
  const one = { ...list, path: "/sud/{id}", answer: "object", row, selecting: [id] } as const;
  const contract = { ...register, operations: [...register.operations, one], rows: [...register.rows, row] };
  const plan = planTables(contract, cases);
  const rowsOf = await loaded(plan);
  const ids = (name: string): unknown[] => rowsOf(plan.register.get(name) as Table).map((found) => found.id);
  expect(ids("sud").length).toBeGreaterThan(1);
  expect(ids("sud_detalji")).toEqual(expect.arrayContaining(ids("sud")));
});

test("a required field for which no value is found asks for an example", async () => {
  const bounds = [{ pattern: /^\p{Lu}{40}$/u, examples: [] }];
  const plan = tablesOf((type) => ({
    ...type,
    fields: [...type.fields, { name: "novo", kind: "string", required: true, bounds }],
  }));
  await expect(loaded(plan)).rejects.toThrow("no value is made up for the required field novo: give it an `example`");
});

test("rows of one's own that are not within bounds are refused, and so is a list that would not be within those of nested objects", () => {
  const type = register.rows.find(({ name }) => name === "jezik");
  const text = type?.fields.find(({ kind }) => kind === "string");
  if (text === undefined || !isScalar(text)) throw new Error("the resource of this test has no text");
  const { name } = text;
  const field: ScalarField = { ...text, bounds: [{ values: ["hrvatski"], examples: [] }] };
  const load = async (change: (fields: readonly Field[]) => readonly Field[]): Promise<unknown> => {
    const database = new DatabaseSync(":memory:");
    onTestFinished(() => database.close());
    const plan = planTables(
      { ...register, rows: register.rows.map((row) => ({ ...row, fields: change(row.fields) })) },
      cases,
    );
    const entries = [{ resource: "jezik", line: 1, row: { id: 1, [name]: "njemački" } }];
    return loadRows(database, 1, plan, { description: "", batches: [{ entries, share: 1 }] }, {});
  };
  const inList = (fields: readonly Field[]): readonly Field[] => fields.map((one) => (one === text ? field : one));
  const inObjects = (fields: readonly Field[]): readonly Field[] =>
    fields.map((one) => (one.kind === "object" && one.schema === "jezik" ? { ...one, fields: [field] } : one));
  return Promise.all([
    expect(load(inList)).rejects.toThrow(
      `jezik.ndjson, line 1: the field ${name} must be one of "hrvatski", but is "njemački"`,
    ),
    expect(load(inObjects)).rejects.toThrow(
      `the row 1 of jezik, which is the jezik of other rows, is wrong there: its ${name} must be one of "hrvatski", but is "njemački"`,
    ),
  ]);
});

test("values of a new field are those of the contract's examples", async () => {
  const example = { napomena: "Primjer napomene", iznos: 2654.45, rbr: "not an integer" };
  const plan = tablesOf((type) => ({
    ...type,
    fields: [
      ...type.fields.filter(({ name }) => !(name in example)),
      { name: "napomena", kind: "string", required: false },
      { name: "iznos", kind: "double", required: false },
      { name: "rbr", kind: "int32", required: false },
    ],
    examples: [example],
  }));
  const [table] = plan.register.values();
  const list = (await loaded(plan))(table as Table);
  expect(new Set(list.map(({ napomena }) => napomena))).toEqual(new Set([example.napomena]));
  for (const { rbr } of list) expect(Number(rbr)).toBeGreaterThan(0);
});

test("a new resource has rows: of subjects one for each, otherwise more than a page; one that is gone has none", async () => {
  const mbs: Field = { name: "mbs", kind: "int64", required: true };
  const id: Field = { name: "id", kind: "int64", required: true };
  const type: RowType = { name: "likvidator", fields: [mbs, id], examples: [] };
  const list = { field: "uloge", row: { name: "Uloga", fields: [id], examples: [] }, isOne: false };
  const child = {
    field: "troskovi",
    row: { name: "Trosak", fields: cases.children[0]?.row.fields ?? [], examples: [] },
    isOne: false,
  };
  const plan = planTables(
    { ...register, rows: [...register.rows.slice(1), type, { ...type, name: "uloga", fields: [id] }] },
    { ...cases, lists: [...cases.lists.slice(1), list], children: [...cases.children.slice(1), child] },
  );
  const found = await loaded(plan);
  const of = (table: Table | undefined): Record<string, unknown>[] => (table ? found(table) : []);
  const subjects = of(plan.register.get("subjekt")).map((row) => row.mbs);
  expect(of(plan.register.get("likvidator")).map((row) => row.mbs)).toEqual(subjects);
  for (const table of [plan.register.get("uloga"), plan.lists.get("uloge")])
    expect(new Set(of(table).map((row) => row.id)).size).toBeGreaterThan(100);
  expect(of(plan.children.get("troskovi")).length).toBe(of(plan.case).length);
});

test("rows of a resource name the same fields: one that a row does not name counts as new", () => {
  const subjects = new SubjectGenerator(1);
  const written = [
    ...Object.entries(codeLists).flatMap(([resource, list]) => list.map((row) => ({ resource, row }))),
    ...Array.from({ length: 1_500 }, (_, index) => subjects.subject(index).entries).flat(),
    ...Array.from({ length: 100 }, (_, index) => ({ resource: "predmet", row: courtCase(1, index) })),
  ];
  const named = new Map<string, Set<string>>();
  for (const { resource, row } of written)
    named.set(resource, (named.get(resource) ?? new Set()).add(Object.keys(row).sort().join(" ")));
  expect([...named].filter(([, variants]) => variants.size > 1)).toEqual([]);
});

const keyOf = ({ oznakaBroj, sudId }: Entry["row"]): string => `${oznakaBroj}@${sudId}`;

test("no court has two cases with the same mark", () => {
  const keys = of("predmet").map(keyOf);
  expect(new Set(keys).size).toBe(keys.length);
});

test.each([0, 1, 7, 2 ** 31 - 1])("cases and courts that documents show exist with seed %d", (seed) => {
  const made = rows(1, seed);
  const keys = made.get("predmet")?.map(keyOf);
  expect(keys).toEqual(expect.arrayContaining(["Ovr-1283/2015@12", "Ovr-1283/2015@7", "P-12/2020@3"]));
  expect(keys).not.toContain("P-1/1900@12");
  expect(made.get("sudovi")?.find(({ id }) => id === 12)?.sudNaziv).toBe("Općinski sud u Primjeru");
});

test("a case that documents show is made once, also where chance would make it again", () => {
  const shown = courtCase(1, 0);
  // The index that its court has this number at, with seeds enough for the mark and the year to be drawn.
  const index = (Number(shown.broj) - 1) * caseCourts.length + Number(shown.sudId) - 1;
  const again = Array.from({ length: 2_000 }, (_, seed) => courtCase(seed, index));
  expect(again.every(({ broj, sudId }) => broj === shown.broj && sudId === shown.sudId)).toBe(true);
  expect(again.map(keyOf)).not.toContain(keyOf(shown));
});

test("in a week, a document comes, a hearing is postponed, a case goes and a decision is made; nothing else changes", () => {
  const days = [0, 1, 2, 3, 4, 5, 6].map((day) => rows(1, 1, tables, day));
  const casesOn = days.map((made) => new Map((made.get("predmet") ?? []).map((row) => [keyOf(row), row])));
  const told: string[] = [];
  for (const [day, now] of casesOn.entries()) {
    const before = casesOn[day - 1];
    if (!before) continue;
    for (const [key, row] of before) {
      const after = now.get(key);
      const names = Object.keys(row).filter((name) => JSON.stringify(row[name]) !== JSON.stringify(after?.[name]));
      if (names.length > 0) told.push(`${day} ${key}: ${after ? names.join(" ") : "gone"}`);
      if (after && names.length > 0) expect(String(after.lastUpdateTime) > String(row.lastUpdateTime)).toBe(true);
    }
    expect([...now.keys()].filter((key) => !before.has(key))).toEqual([]);
    expect({ ...Object.fromEntries(days[day] ?? []), predmet: [] }).toEqual({
      ...Object.fromEntries(days[0] ?? []),
      predmet: [],
    });
  }
  expect(told).toEqual([
    "1 P-21/2025@4: lastUpdateTime pismena",
    "1 Ovr-7/2025@5: lastUpdateTime pismena",
    "2 P-21/2025@4: lastUpdateTime rocista",
    "2 St-3/2025@6: lastUpdateTime stranke",
    "3 Ovr-7/2025@5: gone",
    "4 P-21/2025@4: lastUpdateTime rocista",
    "4 St-3/2025@6: lastUpdateTime povezaniPredmeti",
    "5 P-21/2025@4: datumDonosenjaOdluke lastUpdateTime vrstaOdluke pismena",
  ]);
});

test("from day to day, companies move, are renamed, go bankrupt and are deleted, and nothing else changes", () => {
  const anyDay = fc.record({ seed: fc.nat(), day: fc.nat({ max: lastDay + 1 }) });
  fc.assert(
    fc.property(anyDay, ({ seed, day }) => {
      const [before, now] = [rows(120, seed, tables, day), rows(120, seed, tables, day + 1)];
      const told = differing(before, now);
      for (const [mbs, changes] of told) {
        const [kind] = Object.entries(marks).find(([, one]) => isDeepStrictEqual(one(changes), changes)) ?? [];
        expect(kind, `${mbs} on day ${day + 1} with seed ${seed}: ${JSON.stringify(changes)}`).toBeDefined();
      }
      if (day >= lastDay) expect(told.size).toBe(0);
    }),
    { numRuns: 40 },
  );
});

/** What changes of a company with each kind of happening: the fields of its rows by list, and `came` for a row that is new. */
const marks: Readonly<Record<string, (changes: Changes) => Changes>> = {
  // A seat may have anything in common with the one before, but not its place.
  move: ({ sjediste = [] }) => ({ sjediste: sjediste.includes("naziv_naselja") ? sjediste : [] }),
  rename: ({ prijevod_skracena_tvrtka: translated }) => ({
    skracena_tvrtka: ["ime"],
    ...(translated && { prijevod_skracena_tvrtka: ["ime"] }),
  }),
  bankruptcy: () => ({ subjekt: ["stecajna_masa"], postupak: ["came"] }),
  deletion: () => ({ subjekt: ["datum_brisanja", "status"] }),
};

type Changes = Readonly<Record<string, readonly string[]>>;

/** What differs between two days, by company. Everything else must be the same, in the same order. */
function differing(before: Map<string, Entry["row"][]>, now: Map<string, Entry["row"][]>): Map<unknown, Changes> {
  const told = new Map<unknown, Record<string, string[]>>();
  const tell = (row: Entry["row"], list: string, what: string[]): void => {
    if (what.length > 0) told.set(row.mbs, { ...told.get(row.mbs), [list]: what.sort() });
  };
  for (const [list, was] of before) {
    if (list === "predmet") continue;
    const rest = [...(now.get(list) ?? [])];
    for (const row of was) {
      while (list === "postupak" && rest[0]?.mbs !== row.mbs) tell(rest.shift() as Entry["row"], list, ["came"]);
      const after = rest.shift() ?? {};
      tell(
        row,
        list,
        Object.keys(row).filter((name) => !isDeepStrictEqual(row[name], after[name])),
      );
    }
    for (const row of rest) tell(row, list, ["came"]);
  }
  return told;
}

test("on the first days, each of them happens to some of a thousand companies", () => {
  const days = [0, 1, 2, 3, 4].map((day) => rows(1_000, 1, tables, day));
  const kinds = days.slice(1).map((now, index) => {
    const told = differing(days[index] as typeof now, now);
    return new Set([...told.values()].map((changes) => Object.keys(changes).sort().join(" ")));
  });
  expect([...(kinds[0] ?? [])].sort()).toEqual(["postupak subjekt", "sjediste", "skracena_tvrtka", "subjekt"]);
  for (const one of kinds) expect(one.size).toBeGreaterThanOrEqual(2);
});

test("a procedure that is opened leaves all others as they are, also the values of fields that nobody has written", () => {
  const plan = tablesOf((type) => ({
    ...type,
    fields: [...type.fields, { name: "novo", kind: "int64", required: false }],
  }));
  const told = differing(rows(1_000, 1, plan, 0), rows(1_000, 1, plan, lastDay));
  const opened = [...told.values()].filter(({ postupak }) => postupak);
  expect(opened.length).toBeGreaterThan(50);
  expect(opened.filter(({ postupak }) => !isDeepStrictEqual(postupak, ["came"]))).toEqual([]);
});

/** What changes with one draw more, at any place but in the choices that all parts share: those are drawn first. */
function changedByDraws(make: () => Readonly<Record<string, unknown>>): string[][] {
  const draw = SeededRandom.prototype.next;
  let shared: SeededRandom | undefined;
  let draws = 0;
  let extra = 0;
  using _ = vi.spyOn(SeededRandom.prototype, "next").mockImplementation(function (this: SeededRandom) {
    shared ??= this;
    if (this !== shared) draws += 1;
    if (this !== shared && draws === extra) draw.call(this);
    return draw.call(this);
  });
  const sound = make();
  return Array.from({ length: draws }, (_, place) => {
    [shared, draws, extra] = [undefined, 0, place + 1];
    const changed = make();
    const names = Object.keys({ ...sound, ...changed });
    return names.filter((name) => JSON.stringify(sound[name]) !== JSON.stringify(changed[name]));
  });
}

test("one random choice more for a resource, or a list of a case, leaves all others as they are", () => {
  const subject = (): Readonly<Record<string, unknown>> => {
    const { entries } = new SubjectGenerator(1).subject(0);
    return Object.fromEntries(
      entries.map(({ resource }) => [resource, entries.filter((entry) => entry.resource === resource)]),
    );
  };
  for (const make of [subject, () => courtCase(1, 0)]) {
    const changed = changedByDraws(make);
    expect(changed.filter(({ length }) => length > 1)).toEqual([]);
    expect(new Set(changed.flat()).size).toBeGreaterThanOrEqual(5);
  }
});
