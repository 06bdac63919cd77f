/** Compares two versions of the SDL and of the operation documents that the GraphQL client ships. */
import { isDeepStrictEqual } from "node:util";
import { buildSchema, type GraphQLSchema } from "graphql";
import { usage } from "../../specs/usage.ts";
import { type Change, hit, judge } from "../change.ts";
import { findTypeNames } from "./client-types.ts";
import { fieldOf, readShipped } from "./documents.ts";
import { findInDocuments, findInvalid, type HasField } from "./operations.ts";
import { findInSchema } from "./schema.ts";

/** The SDL, and the documents by file name, as they are written. */
export interface GraphqlTexts {
  sdl: string;
  documents: Record<string, string>;
}

/**
 * Every change of the GraphQL specs from `before` to `after`.
 *
 * @throws GraphQLError when the SDL or a document is invalid.
 */
export async function compareGraphql(before: GraphqlTexts, after: GraphqlTexts): Promise<Change[]> {
  if (isDeepStrictEqual([before.sdl, before.documents], [after.sdl, after.documents])) return [];
  const [oldSchema, newSchema] = [buildSchema(before.sdl), buildSchema(after.sdl)];
  const old = readShipped(oldSchema, before.documents);
  const now = readShipped(newSchema, after.documents);
  const used = [usage(oldSchema, old.values()), usage(newSchema, now.values())];
  const usedBy = (place: string): string[] => used.flatMap((side) => [...(side.get(place) ?? [])]);
  const ofSchema = await findInSchema(oldSchema, newSchema, { before: old, after: now, usedBy });
  const invalid = findInvalid(newSchema, now);
  // The variables and types of a rejected document mean nothing yet.
  const isValid = (name: string): boolean => invalid.every(({ subject }) => subject !== name);
  const [oldValid, nowValid] = [old, now].map((side) => new Map([...side].filter(([name]) => isValid(name))));
  const both = { before: oldValid ?? old, after: nowValid ?? now };
  const found = [
    ...ofSchema,
    ...findInDocuments(both, { before: hasField(oldSchema), after: hasField(newSchema) }),
    ...findTypeNames(newSchema, both),
    ...invalid,
  ];
  const changes = found.map((one) => judge("B", one));
  // Changes of documentation affect no operation.
  return changes.map((change) => (hit(change).length === 0 ? { ...change, operations: [] } : change));
}

function hasField(schema: GraphQLSchema): HasField {
  return (coordinate) => {
    const [typeName = "", name = "", argument] = coordinate.split(".");
    if (name === "__typename") return true;
    const field = fieldOf(schema, typeName, name);
    return field !== undefined && (argument === undefined || field.args.some((one) => one.name === argument));
  };
}
