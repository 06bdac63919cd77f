import { GraphQLError, GraphQLScalarType, Kind } from "graphql";

/** Writes text into JSON verbatim, as a number. In engines since 2023; the types do not know it yet. */
const rawJson = (JSON as unknown as { rawJSON: (text: string) => unknown }).rawJSON;

const digits = /^-?\d+$/;

function parseInteger(value: unknown): bigint {
  if (typeof value === "bigint") return value;
  if (typeof value === "number" && Number.isSafeInteger(value)) return BigInt(value);
  if (typeof value === "string" && digits.test(value)) return BigInt(value);
  throw new GraphQLError("BigInteger must be an integer, or text of decimal digits.");
}

/** Integers of any size: exact in responses, where they are JSON numbers, in variables and in documents. */
export const bigInteger: GraphQLScalarType = new GraphQLScalarType({
  name: "BigInteger",
  serialize: (value) => rawJson(String(value)),
  parseValue: parseInteger,
  parseLiteral: (node) => {
    if (node.kind !== Kind.INT && node.kind !== Kind.STRING) return parseInteger(undefined);
    return parseInteger(node.value);
  },
});

/** Date-times are checked when they are loaded, and returned unchanged. No argument takes one. */
export const dateTime: GraphQLScalarType = new GraphQLScalarType({
  name: "DateTime",
  serialize: (value) => String(value),
});
