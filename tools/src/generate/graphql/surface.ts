/** What the types and methods of the client are called, and what is said of them. */
import { type GraphQLOutputType, getNamedType, isEnumType, isListType, isNonNullType } from "graphql";
import { holdsInteger, isWhole, type Query, resultType, type Selection } from "../../specs/queries.ts";
import { isInteger, scalarTypes } from "../../specs/scalars.ts";

/** The description of a field or argument in the SDL, and the meaning of its scalar, or of that of its items. */
export function describeValue(description: string | null | undefined, type: string): string {
  const units: Record<string, string> = { BigInteger: "Integer of any size.", DateTime: "Date and time, ISO 8601." };
  return [description, units[type.replaceAll(/[[\]!]/g, "")]].filter(Boolean).join(" ");
}

/** A variable in a list. Text instead of the tag `@deprecated`, which would be about the whole method. */
export const printVariable = ({ name, type, description, deprecated }: Query["variables"][number]): string =>
  [`- \`${name}\`: ${description} \`${type}\``, ...deprecated.map(inText)].join(" ");

export const inText = (deprecation: string): string => deprecation.replace("@deprecated", "Deprecated:");

/** The type of a field that is selected, which has `Int` for integers. `path` is the name that typescript-operations has for it. */
export function typeOfField(
  type: GraphQLOutputType,
  below: Selection | undefined,
  path: string,
): { text: string; name?: string } {
  if (below === undefined) {
    const leaf = getNamedType(type);
    if (isEnumType(leaf)) return { text: wrap(type, leaf.name), name: leaf.name };
    return { text: wrap(type, isInteger(leaf.name) ? "Int" : (scalarTypes[leaf.name]?.output ?? leaf.name)) };
  }
  // One that is selected whole is called like the schema's.
  const name = isWhole(below) ? below.type.name : path;
  return { text: wrap(type, holdsInteger(below) ? `${name}<Int>` : name), name };
}

/** The type that a method resolves to, and the name to import for it. */
export const resultOf = ({ name, root }: Query): { text: string; name?: string } =>
  typeOfField(root.field.type, root.below, `${resultType(name)}_${root.key}`);

function wrap(type: GraphQLOutputType, name: string): string {
  if (isNonNullType(type)) return wrap(type.ofType, name).replace(/ \| null$/, "");
  return isListType(type) ? `(${wrap(type.ofType, name)})[] | null` : `${name} | null`;
}
