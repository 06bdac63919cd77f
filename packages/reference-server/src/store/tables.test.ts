import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { completed } from "../../test/support/data.ts";
import { readCases } from "../contract/cases.ts";
import { register } from "../contract/contract.ts";
import { loadRows } from "./load.ts";
import { createIndexes, createTables, planTables } from "./tables.ts";

const sdl = `
scalar BigInteger
type Query { predmet: Predmet predmeti: [Predmet] sudovi: [Sud] visiSudovi: [Sud] }
type Predmet { id: BigInteger oznakaBroj: String sudId: BigInteger stranke: [Sudionik] svjedoci: [Sudionik] sudovi: [Sudionik] }
type Sudionik { predmetId: BigInteger }
type Sud { id: BigInteger }`;

test("fields that list rows of one type have a table each", () => {
  using database = new DatabaseSync(":memory:");
  const tables = planTables(register, readCases(sdl));
  database.exec(createTables(1, tables));
  for (const statement of createIndexes(1, tables)) database.exec(statement);
  const lists = [...tables.lists.values(), ...tables.children.values()].map(({ name }) => name);
  expect(new Set(lists).size).toBe(6);
});

test("a list of a case is not confused with a list of the query root of the same name", async () => {
  using database = new DatabaseSync(":memory:");
  const entries = [
    { resource: "sudovi", row: { id: 1 } },
    { resource: "predmet", row: { id: 2, sudovi: [{}, {}] } },
  ];
  const source = { description: "", batches: [{ entries, share: 1 }] };
  const { counts } = await loadRows(database, 1, planTables(register, readCases(sdl)), source, {});
  expect([counts.b_sudovi, counts.c_sudovi]).toEqual([1, 2]);
});

test("a row that does not fit and is from no file is called generated: after a change of the contract, that is the data to change", async () => {
  using database = new DatabaseSync(":memory:");
  const source = { description: "", batches: [{ entries: [{ resource: "jezik", row: { nijedno: "x" } }], share: 1 }] };
  await expect(loadRows(database, 1, planTables(register, readCases(sdl)), source, {})).rejects.toThrow(
    "generated row of jezik: jezik has no field nijedno. Nothing was changed.",
  );
});

test.each(["subjekt", "skracena_tvrtka"])("rows are loaded if the contract has no %s to search", async (gone) => {
  using database = new DatabaseSync(":memory:");
  const left = { ...register, rows: register.rows.filter(({ name }) => name !== gone) };
  const rows = ["jezik", "subjekt"].filter((name) => name !== gone);
  const entries = rows.map((resource) => ({ resource, row: JSON.parse(completed(resource, "{}")) }));
  const source = { description: "", batches: [{ entries, share: 1 }] };
  const { counts } = await loadRows(database, 1, planTables(left, readCases(sdl)), source, {});
  expect(rows.map((name) => counts[`a_${name}`])).toEqual(rows.map(() => 1));
});
