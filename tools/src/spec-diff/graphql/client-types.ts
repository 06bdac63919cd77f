/** The TypeScript types that the client gives to values of the schema: what compilers can notice of a change. */
import { type GraphQLNamedType, type GraphQLType, isListType, isNonNullType, isScalarType } from "graphql";
import { scalarTypes } from "../../specs/scalars.ts";
import { accepts } from "../openapi/types.ts";
import type { ShippedOperation } from "./documents.ts";

/** Whether code that reads values of one type also compiles with values of the other. The fields of objects are compared apart. */
function readsAs(from: GraphQLType, to: GraphQLType): boolean {
  if (isNonNullType(from)) return isNonNullType(to) && readsAs(from.ofType, to.ofType);
  if (isNonNullType(to)) return readsAs(from, to.ofType);
  if (isListType(from) || isListType(to)) return isListType(from) && isListType(to) && readsAs(from.ofType, to.ofType);
  if (!isScalarType(from) || !isScalarType(to)) return isScalarType(from) === isScalarType(to);
  return typeOf(from, "output") === typeOf(to, "output");
}

/** Whether code that passes a variable of one type also compiles with the other. A list may be given as its only item. */
export function passesAs(from: GraphQLType, to: GraphQLType): boolean {
  if (isNonNullType(to)) return isNonNullType(from) && passesAs(from.ofType, to.ofType);
  if (isNonNullType(from)) return passesAs(from.ofType, to);
  if (isListType(from)) return isListType(to) && passesAs(from.ofType, to.ofType);
  if (isListType(to)) return passesAs(from, isNonNullType(to.ofType) ? to.ofType.ofType : to.ofType);
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
