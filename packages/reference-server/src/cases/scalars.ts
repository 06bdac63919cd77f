import { GraphQLError, GraphQLScalarType, Kind } from "graphql";

/** Writes text into JSON verbatim, as a number. In engines since 2023; the types do not know it yet. */
const rawJson = (JSON as unknown as { rawJSON: (text: string) => unknown }).rawJSON;

const digits = /^-?\d+$/;

function parseInteger(name: string, value: unknown): bigint {
  if (typeof value === "bigint") return value;
  if (typeof value === "number" && Number.isSafeInteger(value)) return BigInt(value);
  if (typeof value === "string" && digits.test(value)) return BigInt(value);
  throw new GraphQLError(`${name} must be an integer, or text of decimal digits.`);
}

/** A scalar of integers of any size: exact in responses, where they are JSON numbers, in variables and in documents. */
export const integer = (name: string): GraphQLScalarType =>
  new GraphQLScalarType({
    name,
    serialize: (value) => rawJson(String(value)),
    parseValue: (value) => parseInteger(name, value),
    parseLiteral: (node) =>
      parseInteger(name, node.kind === Kind.INT || node.kind === Kind.STRING ? node.value : undefined),
  });

/** Date-times are checked when they are loaded, and returned unchanged. */
export const dateTime: GraphQLScalarType = new GraphQLScalarType({
  name: "DateTime",
  serialize: (value) => String(value),
});
