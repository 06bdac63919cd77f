import { expect, test, vi } from "vitest";
import { cases, register } from "../contract/contract.ts";
import type { Entry } from "../store/load.ts";
import { planTables } from "../store/tables.ts";
import { caseCourts, courtCase } from "./court-cases.ts";
import { generate } from "./generate.ts";
import { oibAt, oibFrom } from "./oib.ts";
import { Random } from "./random.ts";
import { SubjectGenerator } from "./subjects.ts";
import { commercialCourts, registerPrefixes } from "./vocabulary.ts";

function rows(count: number, seed = 1): Map<string, Entry["row"][]> {
  const found = new Map<string, Entry["row"][]>();
  const { batches } = generate({ rows: count, seed });
  if (!(Symbol.iterator in batches)) throw new Error("generated rows are at hand");
  for (const { entries } of batches) {
    for (const { resource, row } of entries) found.set(resource, [...(found.get(resource) ?? []), row]);
  }
  return found;
}

const all = rows(3_000);
const of = (resource: string): Entry["row"][] => all.get(resource) ?? [];
const ids = (resource: string): Set<unknown> => new Set(of(resource).map(({ id }) => id));
const mbs = new Set(of("subjekt").map((row) => row.mbs));

test("every resource has rows, and every field a value in some row", () => {
  const tables = planTables(register, cases);
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
    for (const row of list) expect(mbs, resource).toContain(row.mbs);
  }
  for (const { mbs_brisanog_subjekta: other } of of("subjekt")) if (other) expect(mbs).toContain(other);
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
  for (const list of all.values()) {
    for (const row of list) {
      for (const [field, target] of Object.entries(lists)) {
        if (row[field] === undefined || row[field] === null) continue;
        checked += 1;
        expect(ids(target), field).toContain(row[field]);
      }
    }
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

/** What changes with one draw more, at any place but in the choices that all parts share: those are drawn first. */
function changedByDraws(make: () => Readonly<Record<string, unknown>>): string[][] {
  const draw = Random.prototype.next;
  let shared: Random | undefined;
  let draws = 0;
  let extra = 0;
  using _ = vi.spyOn(Random.prototype, "next").mockImplementation(function (this: Random) {
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
    const entries = new SubjectGenerator(1).entries(0);
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
