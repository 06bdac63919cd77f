import {
  buildSchema,
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
} from "graphql";
import { documents, sdl } from "../generated/court-cases.ts";

/** A field of the query root that the suite asks for, without arguments unless it is `predmet`. */
export interface QueryField {
  name: string;
  hasObjects: boolean;
  /** Names of the scalars in it, at any depth. */
  scalars: ReadonlySet<string>;
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
export function readQueryFields(contract: GraphQLSchema, named: Readonly<Record<string, string>>): QueryField[] {
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
        scalars: new Set(leaves.map((one) => one.name)),
        neverNull: types.some((one) => String(one).includes("!")),
      };
    });
}

/** A type, and those of the fields in it, at any depth. */
function typesIn(type: GraphQLOutputType, seen: Set<string> = new Set()): GraphQLOutputType[] {
  const named = getNamedType(type);
  if (!isObjectType(named) || seen.has(named.name)) return [type];
  seen.add(named.name);
  return [type, ...Object.values(named.getFields()).flatMap((field) => typesIn(field.type, seen))];
}

/** The schema of `specs/court-cases.graphql`. */
export const casesSchema: GraphQLSchema = buildSchema(sdl);

/** Names of the fields at any depth: in a response, every other name is text of the service. */
export const caseFieldNames: ReadonlySet<string> = new Set(
  Object.values(casesSchema.getTypeMap()).flatMap((type) =>
    isObjectType(type) || isInterfaceType(type) ? Object.keys(type.getFields()) : [],
  ),
);

export const queryFields: readonly QueryField[] = readQueryFields(casesSchema, documents);
