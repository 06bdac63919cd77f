/** What the client's code has for a scalar. */
export interface ScalarType {
  /** Of a variable. */
  input: string;
  /** Of a value in a result. */
  output: string;
}

/** The TypeScript types that the client gives to scalars. `BigInteger` stays a name: what prints a type puts `Int` or `number` in its place. */
export const scalarTypes: Readonly<Record<string, ScalarType>> = {
  BigInteger: { input: "number | bigint", output: "BigInteger" },
  Boolean: { input: "boolean", output: "boolean" },
  DateTime: { input: "string", output: "string" },
  Float: { input: "number", output: "number" },
  ID: { input: "string | number", output: "string" },
  Int: { input: "number", output: "number" },
  String: { input: "string", output: "string" },
};

/** The scalars that a field may be: requirements judge their values. Of other numbers than BigIntegers, the client knows nothing. */
export const judgedScalars: readonly string[] = ["String", "Boolean", "ID", "BigInteger", "DateTime"];
