import { type Selection, selectedBelow } from "./selection.ts";

/** How integers of any size are returned. */
export type Integers = "number" | "bigint";

/** Text that may hold an integer which a number would round: it has at least 16 digits in a row. */
const long = /\d{16}/;
const digits = /^-?\d+$/;

/** `JSON.parse` that returns integers beyond ±(2^53 − 1) as bigint, where the runtime gives the text of a number to revivers. */
export function parseJson(text: string, integers: Integers): unknown {
  if (integers === "number" || !long.test(text)) return JSON.parse(text);
  const revive = (_key: string, value: unknown, context?: { source?: string }): unknown =>
    typeof value === "number" && !Number.isSafeInteger(value) && digits.test(context?.source ?? "")
      ? BigInt(context?.source ?? "")
      : value;
  return JSON.parse(text, revive);
}

/** What a reader of integers must know: how to return them, and how to say that one cannot be. */
export interface Reading {
  integers: Integers;
  fail: (kind: "decode" | "unsafe-integer", message: string) => never;
}

/**
 * Puts the integers of an answer in the form that is asked for, in place. The contract has no other numbers than integers of any
 * size, so each number is one; text is one where the document selects a `BigInteger`.
 */
export function readIntegers(value: unknown, selections: Selection[], path: string, reading: Reading): unknown {
  if (Array.isArray(value)) {
    return value.map((item, index) => readIntegers(item, selections, `${path}[${index}]`, reading));
  }
  const known = selections.some(({ type }) => type === "BigInteger");
  if (typeof value === "number" || typeof value === "bigint" || (known && value !== null)) {
    return readInteger(value, known, path, reading);
  }
  if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      const below = selections.flatMap((selection) => selectedBelow(selection, key));
      value[key] = readIntegers(item, below, path === "" ? key : `${path}.${key}`, reading);
    }
  }
  return value;
}

function readInteger(value: unknown, known: boolean, path: string, { integers, fail }: Reading): unknown {
  const whole = typeof value === "bigint" || (typeof value === "string" ? digits.test(value) : Number.isInteger(value));
  if (!whole) return known ? fail("decode", `${path} is ${JSON.stringify(value)} instead of an integer`) : value;
  const exact = typeof value !== "number" || Number.isSafeInteger(value);
  if (integers === "bigint" && exact) return BigInt(value as bigint | number | string);
  const number = Number(value);
  if (Number.isSafeInteger(number)) return number;
  return fail("unsafe-integer", `${path} is an integer that a JavaScript number cannot hold exactly`);
}

/** Whether a value is a JSON object. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
