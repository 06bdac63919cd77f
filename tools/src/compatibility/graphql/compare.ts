/** Compares two versions of the SDL and of the operation documents that the GraphQL client ships. */
import { isDeepStrictEqual } from "node:util";
import { diff, type Change as Found } from "@graphql-inspector/core";
import { buildSchema, type GraphQLSchema, isInterfaceType, isObjectType } from "graphql";
import { type Change, hit, type Judgement } from "../change.ts";
import { readOperations } from "./documents.ts";
import { judgeDirective } from "./rules-directives.ts";
import { compareDocuments, compareTypeNames, type HasField, validateDocuments } from "./rules-documents.ts";
import { judgeSchemaChange, subjectOf } from "./rules-schema.ts";
import { usage } from "./usage.ts";

/** The SDL, and the documents by file name. */
export interface GraphqlSpecs {
  sdl: string;
  documents: Record<string, string>;
}

/**
 * Every change of interface B from `before` to `after`.
 *
 * @throws GraphQLError when the SDL or a document is invalid.
 */
export async function compareGraphql(before: GraphqlSpecs, after: GraphqlSpecs): Promise<Change[]> {
  if (isDeepStrictEqual([before.sdl, before.documents], [after.sdl, after.documents])) return [];
  const [oldSchema, newSchema] = [buildSchema(before.sdl), buildSchema(after.sdl)];
  const [oldOperations, newOperations] = [
    readOperations(oldSchema, before.documents),
    readOperations(newSchema, after.documents),
  ];
  const used = [usage(oldSchema, oldOperations.values()), usage(newSchema, newOperations.values())];
  const usedBy = (path: string): string[] => used.flatMap((side) => [...(side.get(path) ?? [])]);
  const invalid = validateDocuments(newSchema, newOperations);
  // The variables and types of a rejected document mean nothing yet.
  for (const { subject } of invalid)
    for (const operations of [oldOperations, newOperations]) operations.delete(subject);
  return [
    ...(await compareSchemas(oldSchema, newSchema, usedBy)),
    ...compareDocuments(oldOperations, newOperations, { before: hasField(oldSchema), after: hasField(newSchema) }),
    ...compareTypeNames(newSchema, oldOperations, newOperations),
    ...invalid,
  ];
}

/** The client has no types for interfaces and the query type: only a query that names one is rejected, at run time. */
function inClients(judgement: Judgement, { type, path = "" }: Found, before: GraphQLSchema): Judgement {
  const gone = before.getType(path);
  const nameless = isInterfaceType(gone) || (gone !== undefined && gone === before.getQueryType());
  return type === "TYPE_REMOVED" && nameless ? { ...judgement, noticed: "run" } : judgement;
}

/** `@deprecated` as a directive repeats the deprecation of a field or an enum value, but not that of an argument. */
function isSaidTwice({ type, path = "" }: Found): boolean {
  const ofArgument = /^DIRECTIVE_USAGE_(ARGUMENT|INPUT_FIELD)_DEFINITION_/.test(type);
  return type.startsWith("DIRECTIVE_USAGE") && path.includes("@deprecated") && !ofArgument;
}

function hasField(schema: GraphQLSchema): HasField {
  return (coordinate) => {
    const [typeName = "", field = ""] = coordinate.split(".");
    const type = schema.getType(typeName);
    if (field === "__typename") return true;
    return (isObjectType(type) || isInterfaceType(type)) && type.getFields()[field] !== undefined;
  };
}

async function compareSchemas(
  before: GraphQLSchema,
  after: GraphQLSchema,
  usedBy: (path: string) => string[],
): Promise<Change[]> {
  const found = await diff(before, after);
  const paths = (type: string): Set<string> =>
    new Set(found.flatMap((one) => (one.type === type && one.path !== undefined ? [one.path] : [])));
  const [newTypes, newFields, goneTypes] = [paths("TYPE_ADDED"), paths("FIELD_ADDED"), paths("TYPE_REMOVED")];
  const newDirectives = paths("DIRECTIVE_ADDED");
  const namesGone = (text: string): boolean => [...text.matchAll(/\w+/g)].some(([name]) => goneTypes.has(name));
  const changes = found.flatMap((one): Change[] => {
    const path = one.path ?? "schema";
    const [type = "", field = ""] = path.split(".");
    const withinNew =
      (newTypes.has(type) && one.type !== "TYPE_ADDED") ||
      (newDirectives.has(type) && one.type !== "DIRECTIVE_ADDED") ||
      (newFields.has(`${type}.${field}`) && one.type !== "FIELD_ADDED");
    // Already reported with the new type, field or directive.
    if (withinNew || isSaidTwice(one)) return [];
    // If a type is removed or renamed, the types of all its fields change: the type is reported once, with all that use it.
    if (one.type === "FIELD_TYPE_CHANGED" && namesGone(one.meta.oldFieldType)) return [];
    if (one.type === "FIELD_ARGUMENT_TYPE_CHANGED" && namesGone(one.meta.oldArgumentType)) return [];
    if (one.type === "OBJECT_TYPE_INTERFACE_REMOVED" && goneTypes.has(one.meta.removedInterfaceName)) return [];
    const subject = subjectOf(one);
    // Nobody uses a new argument yet, but callers of its field may have to.
    const place = one.type === "FIELD_ARGUMENT_ADDED" ? `${type}.${field}` : subject;
    const ofDirective = one.type.startsWith("DIRECTIVE") && !path.includes("@deprecated");
    const judgement = ofDirective ? judgeDirective(one, before, after) : inClients(judgeSchemaChange(one), one, before);
    return [{ ...judgement, subject, operations: usedBy(place) }];
  });
  // Changes of documentation affect no operation.
  return changes.map((change) => (hit(change).length === 0 ? { ...change, operations: [] } : change));
}
