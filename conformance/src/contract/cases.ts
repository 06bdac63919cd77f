import {
  buildSchema,
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
  Kind,
  parse,
  type SelectionSetNode,
} from "graphql";
import { documents, scalars, sdl } from "../generated/court-cases.ts";

/** The GraphQL interface that a service is judged by. */
export interface CasesContract {
  schema: GraphQLSchema;
  /** The operation documents by name. */
  documents: Readonly<Record<string, string>>;
  /** What scalars are in JSON that have no rules of their own. */
  scalars: MappedScalars;
  /** The query fields that can be asked for. */
  fields: readonly QueryField[];
}

type MappedScalars = Readonly<Record<string, "text" | "boolean" | "integer">>;

export function readCasesContract(
  sdl: string,
  documents: CasesContract["documents"],
  scalars: MappedScalars,
): CasesContract {
  const schema = buildSchema(sdl);
  return { schema, documents, scalars, fields: readQueryFields(schema, documents, scalars) };
}

/** What judges a value: its scalar by name, that it is an enum, or that its scalar is only mapped. */
export type ValueKind = string;

/** What judges the values of a type that has no fields. */
export function valueKind({ scalars }: Pick<CasesContract, "scalars">, type: GraphQLNamedType): ValueKind {
  if (isEnumType(type)) return "enum";
  return Object.hasOwn(scalars, type.name) ? "mapped" : type.name;
}

/** A field of the query root that the suite asks for, without arguments unless it is `predmet`. */
export interface QueryField {
  name: string;
  hasObjects: boolean;
  /** Whether there is a list in it, at any depth. */
  hasLists: boolean;
  /** What judges the values in it, at any depth. */
  values: ReadonlySet<ValueKind>;
  /** Whether it or a field in it is never null. */
  neverNull: boolean;
}

/** A case that exists, according to the user: its mark, and the id of its court. */
export interface NamedCase {
  mark: string;
  court: string;
}

/** Whether a text is the id of a court, a BigInteger: it is put into queries as it is. */
export const isCourt = (text: string): boolean => /^-?\d+$/.test(text);

/** The arguments of `predmet`, for which the suite has values. */
const lookedUpBy = ["oznakaBroj", "sud"];

/**
 * The query fields that can be asked for: each has a document of its name, and needs no argument that the suite has no value for.
 * A new one needs no new code.
 */
export function readQueryFields(
  contract: GraphQLSchema,
  named: Readonly<Record<string, string>>,
  scalars: MappedScalars = {},
): QueryField[] {
  const isAsked = ({ name, args }: GraphQLField<unknown, unknown>): boolean => {
    const known = name === "predmet" ? lookedUpBy : [];
    const takes = (argument: string): boolean => args.some((one) => one.name === argument);
    const lacking = args.filter((one) => isRequiredArgument(one) && !known.includes(one.name));
    return named[name] !== undefined && known.every(takes) && lacking.length === 0;
  };
  return Object.values(contract.getQueryType()?.getFields() ?? {})
    .filter(isAsked)
    .map(({ name, type }) => {
      const types = typesIn(type);
      const leaves = types.map((one) => getNamedType(one)).filter((one) => !isObjectType(one));
      return {
        name,
        hasObjects: isObjectType(getNamedType(type)),
        hasLists: types.some((one) => String(one).includes("[")),
        values: new Set(leaves.map((one) => valueKind({ scalars }, one))),
        neverNull: types.some((one) => String(one).includes("!")),
      };
    });
}

/** The fields that a document selects of an object, each with what it selects of that. */
export type Selected = ReadonlyMap<string, Selected>;

/** What the document of a query field selects of its value. */
export function selectedOf({ documents }: Pick<CasesContract, "documents">, field: string): Selected {
  const text = documents[field];
  if (text === undefined) return new Map();
  const sets = parse(text).definitions.flatMap((one) =>
    one.kind === Kind.OPERATION_DEFINITION ? one.selectionSet : [],
  );
  return selectedIn(sets).get(field) ?? new Map();
}

function selectedIn(sets: readonly SelectionSetNode[]): Selected {
  const fieldsIn = ({ selections }: SelectionSetNode): FieldNode[] =>
    selections.flatMap((one) =>
      one.kind === Kind.FIELD ? one : one.kind === Kind.INLINE_FRAGMENT ? fieldsIn(one.selectionSet) : [],
    );
  const below = Map.groupBy(sets.flatMap(fieldsIn), ({ name, alias }) => (alias ?? name).value);
  return new Map([...below].map(([key, nodes]) => [key, selectedIn(nodes.flatMap((one) => one.selectionSet ?? []))]));
}

/** A type, and those of the fields in it, at any depth. */
function typesIn(type: GraphQLOutputType, seen: Set<string> = new Set()): GraphQLOutputType[] {
  const named = getNamedType(type);
  if (!isObjectType(named) || seen.has(named.name)) return [type];
  seen.add(named.name);
  return [type, ...Object.values(named.getFields()).flatMap((field) => typesIn(field.type, seen))];
}

/** The contract of `specs/court-cases.graphql`. */
export const casesContract: CasesContract = readCasesContract(sdl, documents, scalars);

export const casesSchema: GraphQLSchema = casesContract.schema;

/** Names of the fields at any depth: in a response, every other name is text of the service. */
export const caseFieldNames: ReadonlySet<string> = new Set(
  Object.values(casesSchema.getTypeMap()).flatMap((type) =>
    isObjectType(type) || isInterfaceType(type) ? Object.keys(type.getFields()) : [],
  ),
);
