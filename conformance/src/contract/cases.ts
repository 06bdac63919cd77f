import {
  buildSchema,
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  isRequiredArgument,
} from "graphql";
import { documents, sdl } from "../generated/court-cases.ts";

/** What the values of GraphQL's own scalars are. Int and Float are missing: the client takes every number for a BigInteger. */
export const ownScalars = { String: "string", Boolean: "boolean", ID: "string" } as const;
export type OwnScalar = keyof typeof ownScalars;
export const isOwnScalar = (name: string): name is OwnScalar => Object.hasOwn(ownScalars, name);

/** The scalars whose values requirements judge: the linter of the specs refuses fields of any other. */
export const judgedScalars: ReadonlySet<string> = new Set([...Object.keys(ownScalars), "BigInteger", "DateTime"]);

/** A field of the query root that the suite asks for, without arguments unless it is `predmet`. */
export interface QueryField {
  name: string;
  hasObjects: boolean;
  /** Names of the scalars in it, at any depth. */
  scalars: ReadonlySet<string>;
  /** Whether it or a field in it is never null. */
  neverNull: boolean;
}

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
    .map(({ name, type }) => ({
      name,
      hasObjects: isObjectType(getNamedType(type)),
      scalars: scalarsIn(type),
      neverNull: hasNonNull(type),
    }));
}

function scalarsIn(type: GraphQLOutputType, seen: Set<string> = new Set()): Set<string> {
  const named = getNamedType(type);
  if (!isObjectType(named)) return new Set([named.name]);
  if (seen.has(named.name)) return new Set();
  seen.add(named.name);
  return new Set(Object.values(named.getFields()).flatMap((field) => [...scalarsIn(field.type, seen)]));
}

function hasNonNull(type: GraphQLOutputType, seen: Set<string> = new Set()): boolean {
  if (/!/.test(String(type))) return true;
  const named = getNamedType(type);
  if (!isObjectType(named) || seen.has(named.name)) return false;
  seen.add(named.name);
  return Object.values(named.getFields()).some((field) => hasNonNull(field.type, seen));
}

/** The schema of `specs/court-cases.graphql`. */
export const casesSchema: GraphQLSchema = buildSchema(sdl);

export const queryFields: readonly QueryField[] = readQueryFields(casesSchema, documents);
