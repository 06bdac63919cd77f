import type { RegisterError } from "./errors.ts";
import type { Fail } from "./http.ts";
import type { IntegerFields } from "./operation.ts";

type Holder = Record<string | number, unknown>;
type Plan = [name: string, at: 1 | IntegerFields][];

const plans = new WeakMap<IntegerFields, Plan>();

/** The entries of a table, made once. */
function planOf(fields: IntegerFields): Plan {
  const plan = plans.get(fields) ?? Object.entries(fields());
  plans.set(fields, plan);
  return plan;
}

const isObject = (value: unknown): value is Holder =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What a value is, in words. */
const kindOf = (value: unknown): string =>
  value === null
    ? "null"
    : Array.isArray(value)
      ? "an array"
      : typeof value === "object"
        ? "an object"
        : `a ${typeof value}`;

/** Parses JSON. */
export function parseJson(text: string, fail: Fail): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const what =
      text.trim() === ""
        ? "an empty body"
        : /^\s*</.test(text)
          ? "HTML or XML"
          : "a body that is not JSON, or a part of one";
    throw fail("decode", `JSON was promised, ${what} came`, { cause });
  }
}

/**
 * Parses the body of an answer: an array of objects.
 *
 * A number that JSON.parse gives as a safe integer was one in the text, because rounding is monotonic. So it is enough to
 * look at the integer fields after a plain parse; the text is parsed again, with its sources, only when one of them is not.
 */
export function decodeRows(text: string, fields: IntegerFields | 0, bigints: boolean, fail: Fail): unknown[] {
  const rows = parseJson(text, fail);
  if (!Array.isArray(rows)) throw fail("decode", `an array of objects was promised, ${kindOf(rows)} came`);
  fixIntegers(text, rows, fields, bigints, fail);
  return rows;
}

/** Looks at every integer below `rows` that a number may have rounded: turns it into a bigint, or fails. */
export function fixIntegers(
  text: string,
  rows: unknown[],
  fields: IntegerFields | 0,
  bigints: boolean,
  fail: Fail,
): void {
  /** The keys from `rows` to the value in hand. */
  const path: (string | number)[] = [];
  let exact: unknown;

  const where = (): string => path.map((key) => (typeof key === "number" ? `[${key}]` : `.${key}`)).join("");
  const wrong = (promised: string, value: unknown): RegisterError =>
    fail("decode", `${promised} was promised at ${where()}, ${kindOf(value)} came`, { path: where() });

  const visit = (row: unknown, plan: Plan): void => {
    if (!isObject(row)) throw wrong("an object", row);
    for (const [name, at] of plan) check(row, name, at);
  };

  const check = (holder: Holder, key: string | number, at: 1 | IntegerFields): void => {
    const value = holder[key];
    if (value == null) return;
    if (at === 1 && Number.isSafeInteger(value)) {
      if (bigints) holder[key] = BigInt(value as number);
      return;
    }
    path.push(key);
    if (Array.isArray(value)) for (const index of value.keys()) check(value as unknown as Holder, index, at);
    else if (at === 1) holder[key] = restore(value);
    else visit(value, planOf(at));
    path.pop();
  };

  /** The integer in the text that a number was made of. */
  const restore = (value: unknown): bigint => {
    if (!Number.isInteger(value)) throw wrong("an integer", value);
    if (bigints) {
      exact ??= JSON.parse(text, keepIntegers);
      const found = path.reduce((at, key) => (at as Holder)[key], exact);
      if (typeof found === "bigint") return found;
    }
    const hint = bigints ? "" : ': use integers: "bigint"';
    throw fail("unsafe-integer", `the integer at ${where()} does not fit a number${hint}`, { path: where() });
  };

  const plan = fields ? planOf(fields) : [];
  for (let index = 0; index < rows.length; index++) {
    path[0] = index;
    visit(rows[index], plan);
  }
}

/** A reviver that keeps large integers as the text has them. */
function keepIntegers(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source ?? "";
  return typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? BigInt(source) : value;
}
