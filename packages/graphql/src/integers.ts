import { denotesInteger, type Fail, type Integers } from "@court-register/core";
import { integerFields } from "./generated/documents.ts";

const isDigits = (text: string): boolean => /^-?\d{1,1000}$/.test(text);

/** Marks text that `JSON.stringify` writes verbatim. In every runtime since 2025; TypeScript does not know of it yet. */
const { rawJSON = String } = JSON as { rawJSON?: (digits: bigint) => unknown };

/** A number in a response that is no integer, or infinite as a JavaScript number, as it was written. */
class NoInteger {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

/** For `JSON.parse`: keeps integers exact, where the runtime passes it their text, and fractions recognizable. */
export function keepIntegers(_name: string, value: unknown, context?: { source: string }): unknown {
  const source = context?.source;
  if (typeof value !== "number" || source === undefined) return value;
  if (isDigits(source)) return BigInt(source);
  return denotesInteger(source) && Number.isFinite(value) ? value : new NoInteger(source);
}

/** How to convert the integers of a response. */
export interface IntegerSettings {
  integers: Integers;
  /** The document that the response answers. */
  document: string;
  fail: Fail;
}

/** Names that a document gives to fields: `id` in `id: oznakaBroj`. Comments, variables and arguments give none. */
export const aliasesIn = (document: string): Set<string> =>
  new Set([...document.replace(/#.*|\([^)]*\)/g, "").matchAll(/(\w+)\s*:/g)].map(([, name]) => name as string));

/**
 * Converts every integer in or below a value to the type that is asked for, in place.
 *
 * The contract has no other numbers, so each number is an integer. Text is one where the document selects a `BigInteger` under
 * its own name; under an alias it stays text, which is exact too.
 *
 * @param path - Where the value is, such as `predmet`.
 * @throws RegisterError of kind `unsafe-integer` or `decode` if one cannot be converted.
 */
export function convertIntegers(value: unknown, path: string, settings: IntegerSettings): unknown {
  const aliases = aliasesIn(settings.document);
  const isIntegerField = (name: string, above: string): boolean =>
    !aliases.has(name) && (integerFields.includes(name) || integerFields.includes(`${above}.${name}`));

  /** `place` leads to the value, with positions in lists; `name` is its field, and `above` the one above that. */
  const convert = (inner: unknown, place: Place, name: string, above: string): unknown => {
    if (typeof inner === "object" && inner !== null && !(inner instanceof NoInteger)) {
      const holder = inner as Record<string, unknown>;
      for (const [key, below] of Object.entries(inner))
        holder[key] = Array.isArray(inner)
          ? convert(below, [...place, Number(key)], name, above)
          : convert(below, [...place, key], key, name);
      return inner;
    }
    const isNumber = typeof inner === "number" || typeof inner === "bigint" || inner instanceof NoInteger;
    return isNumber || (inner != null && isIntegerField(name, above)) ? toInteger(inner, place, settings) : inner;
  };
  return convert(value, path ? [path] : [], path, "");
}

/** The fields and positions in lists that lead to a value. */
type Place = readonly (string | number)[];

/** A place as text, such as `sudovi[1].id`. */
const written = (place: Place): string =>
  place.map((name, index) => (typeof name === "number" ? `[${name}]` : index > 0 ? `.${name}` : name)).join("");

/** One integer in the type that is asked for. */
function toInteger(
  value: unknown,
  place: Place,
  { integers, fail }: Omit<IntegerSettings, "document">,
): number | bigint {
  const text = value instanceof NoInteger ? value.source : String(value);
  const number = Number(text);
  const whole = isDigits(text);
  // An unsafe number may already be rounded, as one in the notation of a double is; text and a bigint are not.
  if (whole && (Number.isSafeInteger(number) || (integers === "bigint" && typeof value !== "number")))
    return integers === "bigint" ? BigInt(text) : number;
  const path = written(place);
  const shown = `${path} is ${text.slice(0, 60)}`;
  if (!whole) throw fail("decode", `${shown}, which is no integer written out in digits`, "", undefined, path);
  throw integers === "bigint"
    ? fail("unsafe-integer", `${shown}, rounded by the service or by this runtime`, "", undefined, path)
    : fail("unsafe-integer", `${shown}, too large for a number`, 'Use {integers}: "bigint".', undefined, path);
}

/** For `JSON.stringify`: writes a bigint digit by digit, and refuses a number that is not a safe integer. */
export const writeInteger =
  (fail: Fail) =>
  (name: string, value: unknown): unknown => {
    // Without rawJSON, the digits are sent as text, which is exact too.
    if (typeof value === "bigint") return rawJSON(value);
    return typeof value === "number" ? toInteger(value, [name], { integers: "number", fail }) : value;
  };
