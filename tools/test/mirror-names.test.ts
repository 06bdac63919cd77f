/** The names that specs cannot give are those that the mirror has: the tables of its newest format, which its own tests write down. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../src/shared/repository.ts";
import { ownColumn, ownEnds, ownTable } from "../src/specs/mirror-names.ts";

const golden = join(root, "packages/mirror/test/golden");
const newest = Math.max(...readdirSync(golden).flatMap((name) => Number(/^format-(\d+)$/.exec(name)?.[1] ?? [])));
const read = (file: string): string => readFileSync(join(golden, `format-${newest}`, file), "utf8");

const sqlite = read("tables.sqlite.sql");
/** The columns of views. */
const views: Record<string, string[]> = JSON.parse(read("columns.json"));

test("what is called like a list has an end that is refused, and each such end is one", () => {
  const named = /^(?:CREATE (?:UNIQUE |VIRTUAL )?(?:TABLE|INDEX)|ALTER TABLE \S+ ADD CONSTRAINT) (?:\w+\.)?"?(\w+)/gm;
  const made = [...(sqlite + read("tables.postgresql.sql")).matchAll(named)].map(([, name = ""]) => name);
  const lists = made.flatMap((name) => /^(.*)_rows$/.exec(name)?.[1] ?? []);
  const ends = [...made, ...Object.keys(views)]
    .filter((name) => !ownTable.test(name))
    .map((name) => name.slice(lists.find((list) => name === list || name.startsWith(`${list}_`))?.length ?? 0));
  expect([...new Set(ends)].sort()).toEqual([...ownEnds].sort());
});

test("every column that is no field of a list is refused", () => {
  // There, the fields of lists are quoted.
  const ofRows = [...sqlite.matchAll(/^CREATE TABLE "\w+_rows" \((.*)\);$/gm)].flatMap(([, columns = ""]) =>
    [...columns.matchAll(/(?:^|, )(\w+) (?=[A-Z])/g)].map(([, name = ""]) => name),
  );
  const ofViews = Object.entries(views).flatMap(([name, columns]) =>
    name.endsWith("_changes") ? columns.filter((column) => !views[name.replace("_changes", "")]?.includes(column)) : [],
  );
  const own = [...new Set([...ofRows, ...ofViews])];
  expect(own).toEqual(expect.arrayContaining(["_first", "_oib", "extra", "generation"]));
  expect(own.filter((name) => !ownColumn.test(name))).toEqual([]);
});
