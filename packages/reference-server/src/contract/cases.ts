import {
  buildSchema,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
} from "graphql";
import { parseExact } from "./exact-json.ts";
import { type Field, isScalar, type Kind, type RowType, type ScalarField } from "./fields.ts";

/** A field that lists rows: of a case, such as its hearings, or of the query root. */
export interface ListField {
  readonly field: string;
  readonly row: RowType;
}

/** The GraphQL interface as the server stores it: the case with its lists, and the lists of the query root. */
export interface CasesContract {
  readonly sdl: string;
  /** What the scalars of the SDL are in JSON, but for BigInteger and DateTime. */
  readonly scalars: Scalars;
  readonly case: RowType;
  readonly children: readonly ListField[];
  /** Query fields that list rows: `sudovi`, `vrstaUpisnika`. */
  readonly lists: readonly ListField[];
  /** Query fields that are not served, each with the reason. */
  readonly unserved: readonly string[];
}

export type Scalars = Readonly<Record<string, "text" | "boolean" | "integer">>;

/** Query fields with a resolver of their own; the others are lists of rows. */
const knownFields: ReadonlySet<string> = new Set(["posljednjeAzuriranje", "predmet"]);

const kinds: Readonly<Record<string, Kind>> = {
  String: "string",
  Boolean: "boolean",
  ID: "string",
  Int: "int32",
  BigInteger: "integer",
  DateTime: "date-time",
};

const kindsInJson = { text: "string", boolean: "boolean", integer: "integer" } as const;

/**
 * Reads the rows of the GraphQL interface from the SDL: scalars, enums and lists of them are columns, lists of a case are child rows.
 *
 * @param examples - Responses as JSON, from which the values of what nobody has written values for are taken.
 */
export function readCases(
  sdl: string,
  scalars: Scalars = {},
  examples: Readonly<Record<string, string>> = {},
): CasesContract {
  const schema = buildSchema(sdl);
  const query = schema.getQueryType();
  const caseType = query && getNamedType(query.getFields().predmet?.type);
  if (!query || !isObjectType(caseType)) throw new Error("The SDL has no query field `predmet`.");
  const shown = Object.values(examples).map((text) => objectOf(objectOf(parseExact(text)).data));
  const cases = shownIn(shown, "predmet");
  const lists = readLists(query, scalars, shown);
  const unserved = Object.keys(query.getFields())
    .filter((field) => !knownFields.has(field) && !lists.some((list) => list.field === field))
    .map((field) => `query field ${field}: it is not a list of rows`);
  return {
    sdl,
    scalars,
    case: readRow(caseType, scalars, cases),
    children: readLists(caseType, scalars, cases),
    lists,
    unserved,
  };
}

type Example = Readonly<Record<string, unknown>>;

const objectOf = (value: unknown): Example => (typeof value === "object" && value !== null ? (value as Example) : {});

/** The objects that examples have in a field. */
const shownIn = (examples: readonly Example[], field: string): Example[] =>
  examples.flatMap((example) => example[field] ?? []).map(objectOf);

function readLists(type: GraphQLObjectType, scalars: Scalars, examples: readonly Example[]): ListField[] {
  return Object.values(type.getFields()).flatMap((field) => {
    const item = getNamedType(field.type);
    return isListType(getNullableType(field.type)) && isObjectType(item)
      ? [{ field: field.name, row: readRow(item, scalars, shownIn(examples, field.name)) }]
      : [];
  });
}

function readRow(type: GraphQLObjectType, scalars: Scalars, examples: readonly Example[]): RowType {
  const fields = Object.values(type.getFields()).flatMap((field) => readField(field.name, field.type, scalars) ?? []);
  return { name: type.name, fields, examples };
}

/** A field that is kept in a row; nothing for an object. */
function readField(name: string, written: GraphQLOutputType, scalars: Scalars): Field | undefined {
  const required = isNonNullType(written);
  const type = getNullableType(written);
  if (!isListType(type)) return readLeaf(name, getNamedType(type), required, scalars);
  const items = readField("", type.ofType, scalars);
  if (items === undefined) return undefined;
  const nullable = !isNonNullType(type.ofType);
  return { name, kind: "list", required, items: { ...items, nullable } };
}

function readLeaf(name: string, type: GraphQLNamedType, required: boolean, scalars: Scalars): ScalarField | undefined {
  if (isEnumType(type)) {
    const values = type.getValues().map((one) => one.name);
    return { name, kind: "string", required, bounds: [{ values, examples: [] }] };
  }
  const mapped = Object.hasOwn(scalars, type.name) ? scalars[type.name] : undefined;
  const kind = kinds[type.name] ?? (mapped && kindsInJson[mapped]);
  return kind && { name, kind, required };
}

/** The field of a row that an argument of this name is about. */
export const fieldNamed = ({ fields }: RowType, name: string): Field | undefined =>
  fields.find((field) => field.name === name && (isScalar(field) || field.kind === "list"));
