/** The TypeScript types that the client gives to values of the schema, and their names: what compilers can notice of a change. */
import {
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
} from "graphql";
import { scalarTypes } from "../../specs/scalars.ts";
import type { Both, Finding } from "../change.ts";
import { accepts } from "../openapi/types.ts";
import type { ShippedOperation, ShippedOperations } from "./documents.ts";

/** Whether code that reads values of one type also compiles with values of the other. The fields of objects are compared apart. */
function readsAs(from: GraphQLType, to: GraphQLType): boolean {
  if (isNonNullType(from)) return isNonNullType(to) && readsAs(from.ofType, to.ofType);
  if (isNonNullType(to)) return readsAs(from, to.ofType);
  if (isListType(from) || isListType(to)) return isListType(from) && isListType(to) && readsAs(from.ofType, to.ofType);
  // The values of an enum are texts; which it has is compared apart.
  if (isEnumType(to))
    return isEnumType(from) ? from.name === to.name : isScalarType(from) && typeOf(from, "output") === "string";
  if (!isScalarType(from) || !isScalarType(to)) return !isEnumType(from) && isScalarType(from) === isScalarType(to);
  return typeOf(from, "output") === typeOf(to, "output");
}

/** Whether code that passes a variable of one type also compiles with the other. A list may be given as its only item. */
export function passesAs(from: GraphQLType, to: GraphQLType): boolean {
  if (isNonNullType(to)) return isNonNullType(from) && passesAs(from.ofType, to.ofType);
  if (isNonNullType(from)) return passesAs(from.ofType, to);
  if (isListType(from)) return isListType(to) && passesAs(from.ofType, to.ofType);
  if (isListType(to)) return passesAs(from, isNonNullType(to.ofType) ? to.ofType.ofType : to.ofType);
  // The values of an enum are texts.
  if (isEnumType(from) && !isEnumType(to)) return accepts(typeOf(to, "input"), "string");
  return accepts(typeOf(to, "input"), typeOf(from, "input"));
}

/** Of a scalar, the client's type; of anything else, its name. */
const typeOf = ({ name }: GraphQLNamedType, way: "input" | "output"): string => scalarTypes[name]?.[way] ?? name;

/** Whether code that reads what an operation returns at a path no longer compiles. */
export function readsOtherwise(path: string, before: ShippedOperation, after: ShippedOperation): boolean {
  return [...before.selections].some(([at, { type: from }]) => {
    if (from === undefined || !`${at}.`.startsWith(`${path}.`)) return false;
    const to = after.selections.get(at)?.type;
    return to === undefined || !readsAs(from, to);
  });
}

/** Types that the client no longer exports, although they are still in the schema and the document, or now with a type parameter. */
export function findTypeNames(schema: GraphQLSchema, { before, after }: Both<ShippedOperations>): Finding[] {
  const exported = new Map([...after.values()].flatMap(({ types }) => [...types]));
  return [...before.values()].flatMap(({ name, types }) => {
    const now = after.get(name);
    if (now === undefined) return [];
    const selected = new Set([...now.selections.values()].map(({ coordinate }) => coordinate));
    const generic = [...types].flatMap(([type, integers]) =>
      !integers && exported.get(type) === true ? [{ rule: "type-parameter-added" as const, subject: type }] : [],
    );
    const gone = [...types.keys()].filter((type) => !exported.has(type));
    const found = [...generic, ...gone.flatMap((type) => nameGone(schema, type, selected))];
    return found.map((one) => ({ ...one, operations: [name], documents: true as const }));
  });
}

function nameGone(schema: GraphQLSchema, type: string, selected: Set<string>): Omit<Finding, "operations">[] {
  if (/^\w+Query_/.test(type)) return [{ rule: "type-name-gone part", subject: type }];
  const inSchema = schema.getType(type);
  // A type that was removed from the schema is reported there.
  if (inSchema === undefined) return [];
  if (!isObjectType(inSchema)) return [{ rule: "type-name-gone values", subject: type }];
  const fields = Object.keys(inSchema.getFields());
  const left = fields.filter((field) => !selected.has(`${type}.${field}`));
  return [{ rule: "type-name-gone whole", facts: { left: left.join(", ") || "all of it" }, subject: type }];
}
