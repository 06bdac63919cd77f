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
import { type Field, type FieldKind, isScalar, type RowType, type ScalarField } from "./fields.ts";

/** A field that lists rows: of a case, such as its hearings, or of the query root. */
export interface ListField {
  readonly field: string;
  readonly row: RowType;
  /** Whether the field is one object: the first row that its arguments select. */
  readonly isOne: boolean;
}

/** The GraphQL interface as the server stores it: the case with its lists, and the lists of the query root. */
export interface CasesContract {
  readonly sdl: string;
  /** What the scalars of the SDL are in JSON, but for BigInteger and DateTime. */
  readonly scalars: Scalars;
  readonly case: RowType;
  readonly children: readonly ListField[];
  /** Query fields that list rows, or have one: `sudovi`, `vrstaUpisnika`. */
  readonly lists: readonly ListField[];
  /** What query fields that have no rows always answer with: what the contract shows of them. */
  readonly values: ReadonlyMap<string, unknown>;
  /** Query fields that are not served, each with the reason. */
  readonly unserved: readonly string[];
}

export type Scalars = Readonly<Record<string, "text" | "boolean" | "integer">>;

/** Query fields with a resolver of their own. */
const knownFields: ReadonlySet<string> = new Set(["posljednjeAzuriranje", "predmet"]);

const kinds: Readonly<Record<string, FieldKind>> = {
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
  const lists = readLists(query, scalars, shown).filter(({ field }) => !knownFields.has(field));
  const others = Object.keys(query.getFields()).filter(
    (field) => !knownFields.has(field) && !lists.some((list) => list.field === field),
  );
  const values = new Map(
    others.flatMap((field) =>
      shown.filter((one) => Object.hasOwn(one, field)).map((one) => [field, one[field]] as const),
    ),
  );
  const unserved = others
    .filter((field) => !values.has(field))
    .map((field) => `query field ${field}: it has no rows, and no example shows its value`);
  return {
    sdl,
    scalars,
    case: readRow(caseType, scalars, cases),
    children: readLists(caseType, scalars, cases).filter(({ isOne }) => !isOne),
    lists,
    values,
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
    if (!isObjectType(item)) return [];
    const row = readRow(item, scalars, shownIn(examples, field.name));
    return [{ field: field.name, row, isOne: !isListType(getNullableType(field.type)) }];
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
