import DataLoader from "dataloader";
import type { GraphQLResolveInfo, GraphQLScalarType } from "graphql";
import type { CasesContract } from "../contract/cases.ts";
import type { RowType } from "../contract/fields.ts";
import type { EncodedRow } from "../representation/objects.ts";
import type { State } from "../store/states.ts";
import type { Store } from "../store/store.ts";
import type { Table } from "../store/tables.ts";
import { fieldValue, refuseGiven, selected } from "./arguments.ts";
import { dateTime, integer } from "./scalars.ts";

/** What the resolvers of one request share: one state, and loaders that turn many look-ups into one query. */
export interface CasesContext {
  readonly state: State;
  readonly cases: DataLoader<CaseKey, EncodedRow | null, string>;
  readonly children: ReadonlyMap<string, DataLoader<string, EncodedRow[]>>;
}

interface CaseKey {
  readonly mark: string;
  readonly court: string;
}

const keyText = ({ mark, court }: CaseKey): string => `${court} ${mark}`;

/** Makes the loaders for one request. Each kind of list costs one query for all cases of the request, however long the lists are. */
export function makeContext(store: Store, state: State): CasesContext {
  const { tables } = store;
  const cases = new DataLoader<CaseKey, EncodedRow | null, string>(
    async (keys) => {
      const marks = [...new Set(keys.map(({ mark }) => mark))];
      const rows = store.rowsWhere(state, tables.case, "oznakaBroj", marks);
      const text = (row: EncodedRow): string => keyText({ mark: String(row.oznakaBroj), court: String(row.sudId) });
      // The first of several with the same mark and court wins: rows come in order of position.
      const found = new Map(rows.toReversed().map((row) => [text(row), row]));
      return keys.map((key) => found.get(keyText(key)) ?? null);
    },
    { cacheKeyFn: keyText },
  );
  const children = new Map(
    [...tables.children].map(([field, table]) => {
      const loader = new DataLoader<string, EncodedRow[]>(async (ids) => {
        const rows = new Map<unknown, EncodedRow[]>(ids.map((id) => [id, []]));
        for (const row of store.rowsWhere(state, table, "predmetId", ids)) rows.get(row.predmetId)?.push(row);
        return ids.map((id) => rows.get(id) ?? []);
      });
      return [field, loader] as const;
    }),
  );
  return { state, cases, children };
}

/** Resolvers by type and field, and the scalars. */
export type Resolvers = Record<string, GraphQLScalarType | Record<string, Resolver>>;

type Resolver = (
  parent: EncodedRow,
  args: Record<string, unknown>,
  context: CasesContext,
  info: GraphQLResolveInfo,
) => unknown;

/** Resolvers for the SDL: the lists of a case and of the query root follow from the tables. */
export function makeResolvers(store: Store, { scalars, lists, values }: CasesContract): Resolvers {
  const { tables } = store;
  const singles = new Set(lists.filter(({ isOne }) => isOne).map(({ field }) => field));
  const list = ([field, table]: [string, Table]): [string, Resolver] => [
    field,
    (_parent, args, { state }, info) => {
      const found = selected(table.row, store.rows(state, table), args, info);
      return singles.has(field) ? (found[0] ?? null) : found;
    },
  ];
  const child = ([field, { row }]: [string, Table]): [string, Resolver] => [
    field,
    // A case without an id has no rows in its lists: a load refuses them.
    async (parent, args, { children }, info) =>
      selected(row, (await children.get(field)?.load(String(parent.id))) ?? [], args, info),
  ];
  const integers = Object.entries(scalars).filter(([, kind]) => kind === "integer");
  const rows = [tables.case, ...tables.children.values(), ...tables.lists.values()].map(({ row }) => row);
  const query: Record<string, Resolver> = {
    // Whatever is passed: nothing shows another value.
    ...Object.fromEntries([...values].map(([field, value]): [string, Resolver] => [field, () => value])),
    ...Object.fromEntries([...tables.lists].map(list)),
    posljednjeAzuriranje: (_parent, args, { state }, info) => {
      refuseGiven(args, info);
      return state.publishedAt;
    },
    // Without a mark or a court there is no case to find.
    predmet: async (_parent, args, { cases }, info) => {
      const { oznakaBroj, sud } = args;
      if (typeof oznakaBroj !== "string" || typeof sud !== "bigint") return null;
      const found = await cases.load({ mark: oznakaBroj, court: String(sud) });
      return found && selected(tables.case.row, [found], args, info)[0];
    },
  };
  return {
    ...Object.fromEntries(integers.map(([name]) => [name, integer(name)])),
    BigInteger: integer("BigInteger"),
    DateTime: dateTime,
    ...Object.fromEntries(rows.map((row) => [row.name, converted(row)])),
    Query: query,
    [tables.case.row.name]: {
      ...converted(tables.case.row),
      ...Object.fromEntries([...tables.children].map(child)),
    },
  };
}

/** Resolvers for the fields of a row that the database keeps in another way: lists, booleans and integers of 32 bits. */
const converted = ({ fields }: RowType): Record<string, Resolver> =>
  Object.fromEntries(
    fields
      .filter(({ kind }) => kind === "list" || kind === "boolean" || kind === "int32")
      .map((field): [string, Resolver] => [field.name, (row) => fieldValue(field, row)]),
  );
