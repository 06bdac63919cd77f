/**
 * The names that lists and fields cannot have, because the mirror keeps both interfaces in one database, and has tables and columns of its
 * own there. `tools/test/mirror-names.test.ts` compares them with the format of the mirror.
 */
import { caseLists, columnFields } from "./case-lists.ts";
import { type GraphqlSpecs, placeOf } from "./graphql.ts";
import { isCopied, listName, type RegisterOperation } from "./operations.ts";
import type { Fault, Problem } from "./spec-error.ts";

/** A list of the mirror, with the places where a spec names it and its fields. */
export interface Named<Place> {
  readonly name: string;
  /** What a message calls it. */
  readonly owner: string;
  readonly at: Place;
  readonly fields: readonly { readonly name: string; readonly at: Place }[];
  /** Columns of its own, beside those of every list. */
  readonly ownColumns: readonly string[];
}

/** Names of tables and views that are not about one list: of the mirror, and of databases. */
export const ownTable: RegExp = /^(mirror_|sqlite_|pg_|company$)/;

/** How the tables, views and indexes of a list end, after its name. */
export const ownEnds: readonly string[] = [
  ...["", "_changes", "_rows", "_seen", "_lookup", "_row", "_first", "_gone"],
  ...["_mbs", "_oib", "_id", "_asked_mark", "_mbs_text", "_oib_text", "_seen_pkey", "_lookup_pkey"],
];

/** Columns that the tables and views of every list have beside its fields, and those that PostgreSQL gives every table. */
export const ownColumn: RegExp = /^(_.*|extra|generation|change|tableoid|[cx]min|[cx]max|ctid)$/;

/** PostgreSQL cuts off the rest of a name. */
const longest = 63;

/** What is wrong with the names of lists. A database does not tell small letters in names from capitals. */
export function mirrorNames<Place>(lists: readonly Named<Place>[]): { at: Place; message: string }[] {
  const owners = new Map<string, string>();
  return lists.flatMap((list) => {
    const { name, owner, at } = list;
    const tables = ownEnds.map((end) => `${name}${end}`.toLowerCase());
    const taken = tables.find((table) => (owners.get(table) ?? owner) !== owner);
    const messages = [
      ...(ownTable.test(name.toLowerCase())
        ? [`the mirror has tables of its own that are called like "${name}".`]
        : []),
      ...(taken === undefined
        ? []
        : [`the mirror would have two tables "${taken}", of ${owner} and of ${owners.get(taken)}: rename one.`]),
      ...(tables.some(isLong)
        ? [`"${name}" is too long: with what the mirror adds, PostgreSQL has ${longest} bytes for the name of a table.`]
        : []),
    ];
    for (const table of tables) owners.set(table, owner);
    return [...messages.map((message) => ({ at, message })), ...columnNames(list)];
  });
}

const isLong = (name: string): boolean => Buffer.byteLength(name) > longest;

const columnNames = <Place>({ fields, ownColumns }: Named<Place>): { at: Place; message: string }[] =>
  fields.flatMap(({ name, at }, index) => {
    const column = name.toLowerCase();
    const same = fields.slice(0, index).find((other) => other.name.toLowerCase() === column);
    const messages = [
      ...(ownColumn.test(column) || ownColumns.includes(column)
        ? [`the mirror has a column of its own that is called "${name}".`]
        : []),
      ...(same
        ? [`the mirror would have two columns "${column}", of "${same.name}" and of "${name}": rename one.`]
        : []),
      ...(isLong(name) ? [`"${name}" is too long: PostgreSQL has ${longest} bytes for the name of a column.`] : []),
    ];
    return messages.map((message) => ({ at, message }));
  });

/** The lists of the company register. */
export function registerNames(operations: readonly RegisterOperation[]): Named<Problem["at"]>[] {
  const copied = operations.filter(isCopied);
  return copied.map((operation) => ({
    name: listName(operation, copied),
    owner: operation.id,
    at: ["paths", operation.path, "get", "tags"],
    fields: operation.fields.map(({ name }) => ({
      name,
      at: ["components", "schemas", operation.row, "properties", name],
    })),
    ownColumns: [],
  }));
}

/** What is wrong with the names of the lists of court cases, beside those of the register. */
export function caseNameFaults(specs: GraphqlSpecs, operations: readonly RegisterOperation[]): Fault[] {
  const register = registerNames(operations).map((list) => ({ ...list, at: undefined, fields: [] }));
  const cases = caseLists(specs).map(({ field, of, row, asked }) => ({
    name: field.name,
    owner: `${of}.${field.name}`,
    at: placeOf(field.astNode?.name),
    fields: columnFields(row).map(({ name, astNode }) => ({ name, at: placeOf(astNode?.name) })),
    ownColumns: asked,
  }));
  return mirrorNames<string | undefined>([...register, ...cases]).flatMap(({ at, message }) =>
    at === undefined ? [] : [[at, message]],
  );
}
