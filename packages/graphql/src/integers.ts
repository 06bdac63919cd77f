import type { Fail } from "@court-register/core";
import { integerFields } from "./generated/documents.ts";

/** Type that integers of any size are returned as. */
export type Integers = "number" | "bigint";

/** Converts every integer in or below a value to the type that is asked for, in place; throws if one cannot be converted. */
export type ReadIntegers = (value: unknown, path: string) => unknown;

const digits = /^-?\d+$/;

/** Marks text that `JSON.stringify` writes verbatim. In every runtime since 2025; TypeScript does not know of it yet. */
const { rawJSON = String } = JSON as { rawJSON?: (digits: bigint) => unknown };

/**
 * Makes a reader of the integers in the response to a document.
 *
 * The contract has no other numbers, so each number is an integer. Text is one where the document selects a `BigInteger` under
 * its own name; under an alias it stays text, which is exact too.
 */
export function integerReader(integers: Integers | undefined, fail: Fail, document = ""): ReadIntegers {
  const isAlias = (path: string): boolean =>
    // `id: oznakaBroj` gives the name `id` to another field. Comments, variables and arguments do not.
    RegExp(`\\b${/\w+$/.exec(path)}\\s*:`).test(document.replace(/#.*|\([^)]*\)/g, ""));

  const read: ReadIntegers = (value, path) => {
    if (Object(value) === value) {
      const holder = value as Record<string, unknown>;
      for (const key in holder) {
        holder[key] = read(holder[key], Array.isArray(value) ? `${path}[${key}]` : path ? `${path}.${key}` : key);
      }
      return value;
    }
    if (typeof value !== "number" && typeof value !== "bigint") {
      if (value == null || !integerFields.test(path) || isAlias(path)) return value;
    }
    const text = String(value);
    const whole = digits.test(text);
    const number = Number(text);
    // An unsafe number may already be rounded, as one in the notation of a double is; text and a bigint are not.
    if (whole && (Number.isSafeInteger(number) || (integers === "bigint" && typeof value !== "number")))
      return integers === "bigint" ? BigInt(text) : number;
    throw fail(
      whole ? "unsafe-integer" : "decode",
      `${path} is ${text}, ${whole ? (integers === "bigint" ? "rounded" : "needs a bigint") : "needs an integer"}`,
      undefined,
      path,
    );
  };
  return read;
}

/** For `JSON.parse`: keeps integers exact, where the runtime passes it their text. */
export const keepIntegers = (_key: string, value: unknown, context?: { source: string }): unknown =>
  digits.test(context?.source as string) ? BigInt(context?.source as string) : value;

/** For `JSON.stringify`: writes a bigint digit by digit, and refuses a number that is not a safe integer. */
export const writeInteger =
  (fail: Fail) =>
  (path: string, value: unknown): unknown => {
    // Without rawJSON, the digits are sent as text, which is exact too.
    if (typeof value === "bigint") return rawJSON(value);
    return typeof value === "number" ? integerReader("number", fail)(value, path) : value;
  };
