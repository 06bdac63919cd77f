/** Compares two versions of the SDL and of the operation documents that the GraphQL client ships. */
import { isDeepStrictEqual } from "node:util";
import { diff, type Change as Found } from "@graphql-inspector/core";
import { buildSchema, type GraphQLSchema } from "graphql";
import { usage } from "../../specs/usage.ts";
import { type Change, hit } from "../change.ts";
import { readsOtherwise } from "./client-types.ts";
import { fieldOf, readShipped, type ShippedOperation } from "./documents.ts";
import { judgeDirective } from "./rules-directives.ts";
import { compareDocuments, compareTypeNames, validateDocuments } from "./rules-documents.ts";
import { judgeSchemaChange, subjectOf } from "./rules-schema.ts";
import type { HasField } from "./rules-selections.ts";

type Operations = ReadonlyMap<string, ShippedOperation>;

/** The SDL, and the documents by file name, as they are written. */
export interface GraphqlTexts {
  sdl: string;
  documents: Record<string, string>;
}

/**
 * Every change of interface B from `before` to `after`.
 *
 * @throws GraphQLError when the SDL or a document is invalid.
 */
export async function compareGraphql(before: GraphqlTexts, after: GraphqlTexts): Promise<Change[]> {
  if (isDeepStrictEqual([before.sdl, before.documents], [after.sdl, after.documents])) return [];
  const [oldSchema, newSchema] = [buildSchema(before.sdl), buildSchema(after.sdl)];
  const [oldOperations, newOperations] = [
    readShipped(oldSchema, before.documents),
    readShipped(newSchema, after.documents),
  ];
  const used = [usage(oldSchema, oldOperations.values()), usage(newSchema, newOperations.values())];
  const usedBy = (path: string): string[] => used.flatMap((side) => [...(side.get(path) ?? [])]);
  const shipped = new Map(oldOperations);
  const invalid = validateDocuments(newSchema, newOperations);
  // The variables and types of a rejected document mean nothing yet.
  for (const { subject } of invalid)
    for (const operations of [oldOperations, newOperations]) operations.delete(subject);
  return [
    ...(await compareSchemas(oldSchema, newSchema, { before: shipped, after: newOperations, usedBy })),
    ...compareDocuments(oldOperations, newOperations, { before: hasField(oldSchema), after: hasField(newSchema) }),
    ...compareTypeNames(newSchema, oldOperations, newOperations),
    ...invalid,
  ];
}

/**
 * How users notice a breaking change of the schema. Compilers see what the shipped operations return and the names of its types;
 * variables are compared apart. Otherwise only a query of one's own is refused, or answered differently.
 *
 * @param retyped - the fields that had a type which is gone.
 */
function noticedAt(
  { type, path = "" }: Found,
  retyped: string[],
  before: Operations,
  after: Operations,
): "compile" | "run" {
  const reads = (field: string): boolean =>
    [...before.values()].some((old) => {
      const now = after.get(old.name);
      const paths = [...old.selections].flatMap(([at, { coordinate }]) => (coordinate === field ? [at] : []));
      return paths.some((at) => now === undefined || readsOtherwise(at, old, now));
    });
  const seen =
    (["FIELD_REMOVED", "FIELD_TYPE_CHANGED"].includes(type) && reads(path)) ||
    (type === "TYPE_REMOVED" && ([...before.values()].some(({ types }) => types.has(path)) || retyped.some(reads)));
  return seen ? "compile" : "run";
}

/** `@deprecated` as a directive repeats the deprecation of a field or an enum value, but not that of an argument. */
function isSaidTwice({ type, path = "" }: Found): boolean {
  const ofArgument = /^DIRECTIVE_USAGE_(ARGUMENT|INPUT_FIELD)_DEFINITION_/.test(type);
  return type.startsWith("DIRECTIVE_USAGE") && path.includes("@deprecated") && !ofArgument;
}

function hasField(schema: GraphQLSchema): HasField {
  return (coordinate) => {
    const [typeName = "", name = "", argument] = coordinate.split(".");
    if (name === "__typename") return true;
    const field = fieldOf(schema, typeName, name);
    return field !== undefined && (argument === undefined || field.args.some((one) => one.name === argument));
  };
}

/** New fields of the same type of object that return what one which is gone did: it may have been renamed. */
function alike(change: Found, before: GraphQLSchema, found: readonly Found[]): string[] {
  if (change.type !== "FIELD_REMOVED") return [];
  const { typeName, removedFieldName } = change.meta;
  const returned = String(fieldOf(before, typeName, removedFieldName)?.type);
  return found.flatMap((one) =>
    one.type === "FIELD_ADDED" && one.meta.typeName === typeName && one.meta.addedFieldReturnType === returned
      ? [one.meta.addedFieldName]
      : [],
  );
}

async function compareSchemas(
  before: GraphQLSchema,
  after: GraphQLSchema,
  operations: { before: Operations; after: Operations; usedBy: (path: string) => string[] },
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
    const judgement = ofDirective
      ? judgeDirective(one, before, after)
      : judgeSchemaChange(one, alike(one, before, found));
    const change = { ...judgement, subject, operations: operations.usedBy(place) };
    if (judgement.verdict !== "breaking") return [change];
    const retyped = found.flatMap((other) =>
      other.type === "FIELD_TYPE_CHANGED" && other.meta.oldFieldType.replaceAll(/[[\]!]/g, "") === path
        ? [other.path ?? ""]
        : [],
    );
    return [{ ...change, noticed: noticedAt(one, retyped, operations.before, operations.after) }];
  });
  // Changes of documentation affect no operation.
  return changes.map((change) => (hit(change).length === 0 ? { ...change, operations: [] } : change));
}
