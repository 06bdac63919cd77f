import {
  buildSchema,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
} from "graphql";
import type { Kind, RowType, ScalarField } from "./fields.ts";

/** A field that lists rows: of a case, such as its hearings, or of the query root. */
export interface ListField {
  readonly field: string;
  readonly row: RowType;
}

/** The GraphQL interface as the server stores it: the case with its lists, and the lists of the query root. */
export interface CasesContract {
  readonly sdl: string;
  readonly case: RowType;
  readonly children: readonly ListField[];
  /** Query fields that list rows: `sudovi`, `vrstaUpisnika`. */
  readonly lists: readonly ListField[];
  /** Query fields and arguments that are not served, each with the reason. */
  readonly unserved: readonly string[];
}

/** Query fields with a resolver of their own; the others are lists of rows. */
const knownFields: ReadonlySet<string> = new Set(["posljednjeAzuriranje", "predmet"]);

/** Arguments that the resolvers use. */
const knownArguments: ReadonlySet<string> = new Set(["Query.predmet(oznakaBroj)", "Query.predmet(sud)"]);

/** Whether an argument of a field has its effect; introspection is served by GraphQL itself. */
export const servesArgument = (type: string, field: string, argument: string): boolean =>
  type.startsWith("__") || field.startsWith("__") || knownArguments.has(`${type}.${field}(${argument})`);

const kinds: Readonly<Record<string, Kind>> = {
  String: "string",
  Boolean: "boolean",
  ID: "string",
  BigInteger: "integer",
  DateTime: "date-time",
};

/** Reads the rows of the GraphQL interface from the SDL: scalar fields are columns, lists of a case are child rows. */
export function readCases(sdl: string): CasesContract {
  const schema = buildSchema(sdl);
  const query = schema.getQueryType();
  const caseType = query && getNamedType(query.getFields().predmet?.type);
  if (!query || !isObjectType(caseType)) throw new Error("The SDL has no query field `predmet`.");
  const lists = readLists(query);
  const fields = Object.keys(query.getFields())
    .filter((field) => !knownFields.has(field) && !lists.some((list) => list.field === field))
    .map((field) => `query field ${field}: it is not a list of rows`);
  const unserved = [...fields, ...readUnknownArguments(schema)];
  return { sdl, case: readRow(caseType), children: readLists(caseType), lists, unserved };
}

function readUnknownArguments(schema: GraphQLSchema): string[] {
  const types = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type));
  return types.flatMap((type) =>
    Object.values(type.getFields()).flatMap((field) =>
      field.args
        .filter(({ name }) => !servesArgument(type.name, field.name, name))
        .map(({ name }) => `argument ${type.name}.${field.name}(${name}): this server does not know it`),
    ),
  );
}

function readLists(type: GraphQLObjectType): ListField[] {
  return Object.values(type.getFields()).flatMap((field) => {
    const item = getNamedType(field.type);
    return isListType(field.type) && isObjectType(item) ? [{ field: field.name, row: readRow(item) }] : [];
  });
}

function readRow(type: GraphQLObjectType): RowType {
  const fields = Object.values(type.getFields()).flatMap((field): ScalarField[] => {
    const scalar = getNamedType(field.type);
    const kind = isScalarType(scalar) ? kinds[scalar.name] : undefined;
    return kind === undefined ? [] : [{ name: field.name, kind, required: isNonNullType(field.type) }];
  });
  return { name: type.name, fields, examples: [] };
}
