/** The lists that the mirror keeps of court cases. */
import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  isRequiredArgument,
} from "graphql";
import type { GraphqlSpecs } from "./graphql.ts";
import { type Query, readQueries } from "./queries.ts";

/** A list of the mirror: a field of `Query`, or of a case. */
export interface CaseList {
  readonly field: GraphQLField<unknown, unknown>;
  /** The name of the type that has the field. */
  readonly of: string;
  /** What each of its rows is. */
  readonly row: GraphQLObjectType;
  /** Its description. */
  readonly about: string | null | undefined;
  /** What a case was asked for by, in columns before those of its fields; none if its rows are of no case. */
  readonly asked: readonly (keyof typeof askedColumns)[];
  /** What its rows are asked for with. */
  readonly query: Query | undefined;
}

/** The columns for what a case was asked for by, with their types. */
export const askedColumns = { asked_mark: "text", asked_court: "integer" } as const;

const asked: CaseList["asked"] = ["asked_mark", "asked_court"];

/** The lists of a schema. Of what is looked up, its scalars are one list, and each of its lists of objects is another. */
export function caseLists({ schema, documents }: Pick<GraphqlSpecs, "schema" | "documents">): CaseList[] {
  const queries = readQueries(schema, documents);
  const root = schema.getQueryType();
  return Object.values(root?.getFields() ?? {}).flatMap((field) => {
    const row = getNamedType(field.type);
    const query = queries.find(({ root }) => root.field.name === field.name);
    if (!isObjectType(row) || !isKept(field, query)) return [];
    const of = root?.name ?? "";
    if (isListType(getNullableType(field.type)))
      return [{ field, of, row, about: field.description, asked: [], query }];
    const parts = Object.values(row.getFields()).flatMap((part): CaseList[] => {
      const rowOfPart = getNamedType(part.type);
      if (!isListOfObjects(part.type) || !isObjectType(rowOfPart)) return [];
      return [{ field: part, of: row.name, row: rowOfPart, about: part.description, asked, query }];
    });
    return [{ field, of, row, about: row.description, asked, query }, ...parts];
  });
}

/**
 * Whether a list can be asked for: not one that needs what only a caller knows. Of what `Query` has one, only cases are followed: as in the
 * register, the mirror has no list of another object.
 */
const isKept = ({ name, type, args }: GraphQLField<unknown, unknown>, query: Query | undefined): boolean =>
  isListType(getNullableType(type))
    ? !args.some(isRequiredArgument) && (query?.variables ?? []).every(({ optional }) => optional)
    : name === "predmet";

/** The fields of a row that its list has columns for. */
export const columnFields = (row: GraphQLObjectType): GraphQLField<unknown, unknown>[] =>
  Object.values(row.getFields()).filter(({ type }) => !isListOfObjects(type));

export const isListOfObjects = (type: GraphQLOutputType): boolean =>
  isListType(getNullableType(type)) && isObjectType(getNamedType(type));
