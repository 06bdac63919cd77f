import DataLoader from "dataloader";
import type { GraphQLScalarType } from "graphql";
import type { SqlRow } from "../representation/objects.ts";
import type { State } from "../store/states.ts";
import type { Store } from "../store/store.ts";
import type { Table } from "../store/tables.ts";
import { bigInteger, dateTime } from "./scalars.ts";

/** What the resolvers of one request share: one state, and loaders that turn many look-ups into one query. */
export interface CasesContext {
  readonly state: State;
  readonly cases: DataLoader<CaseKey, SqlRow | null, string>;
  readonly children: ReadonlyMap<string, DataLoader<string, SqlRow[]>>;
}

interface CaseKey {
  readonly mark: string;
  readonly court: string;
}

const keyText = ({ mark, court }: CaseKey): string => `${court} ${mark}`;

/** Makes the loaders for one request. Each kind of list costs one query for all cases of the request, however long the lists are. */
export function makeContext(store: Store, state: State): CasesContext {
  const { tables } = store;
  const cases = new DataLoader<CaseKey, SqlRow | null, string>(
    async (keys) => {
      const marks = [...new Set(keys.map(({ mark }) => mark))];
      const rows = store.rowsWhere(state, tables.case, "oznakaBroj", marks);
      const text = (row: SqlRow): string => keyText({ mark: String(row.oznakaBroj), court: String(row.sudId) });
      // The first of several with the same mark and court wins: rows come in order of position.
      const found = new Map(rows.toReversed().map((row) => [text(row), row]));
      return keys.map((key) => found.get(keyText(key)) ?? null);
    },
    { cacheKeyFn: keyText },
  );
  const children = new Map(
    [...tables.children].map(([field, table]) => {
      const loader = new DataLoader<string, SqlRow[]>(async (ids) => {
        const rows = new Map<unknown, SqlRow[]>(ids.map((id) => [id, []]));
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

type Resolver = (parent: SqlRow, args: Record<string, unknown>, context: CasesContext) => unknown;

/** Resolvers for the SDL: the lists of a case and of the query root follow from the tables. */
export function makeResolvers(store: Store): Resolvers {
  const { tables } = store;
  const list = ([field, table]: [string, Table]): [string, Resolver] => [
    field,
    (_parent, _args, { state }) => store.rows(state, table),
  ];
  const child = (field: string): [string, Resolver] => [
    field,
    // A case without an id has no rows in its lists: a load refuses them.
    (parent, _args, { children }) => children.get(field)?.load(String(parent.id)),
  ];
  const query: Record<string, Resolver> = {
    ...Object.fromEntries([...tables.lists].map(list)),
    posljednjeAzuriranje: (_parent, _args, { state }) => state.publishedAt,
    // Without a mark or a court there is no case to find.
    predmet: (_parent, { oznakaBroj, sud }, { cases }) =>
      typeof oznakaBroj === "string" && typeof sud === "bigint"
        ? cases.load({ mark: oznakaBroj, court: String(sud) })
        : null,
  };
  return {
    BigInteger: bigInteger,
    DateTime: dateTime,
    Query: query,
    [tables.case.row.name]: Object.fromEntries([...tables.children.keys()].map(child)),
  };
}
