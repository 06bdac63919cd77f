/** Values of JSON with numbers as they are written, and their texts in many spellings. */
import fc from "fast-check";

/** A number, by its digits. */
interface Digits {
  digits: string;
}

/** A value of JSON. An object is a list of its fields, in no order. */
export type AnyJson = null | boolean | string | Digits | AnyJson[] | { fields: [string, AnyJson][] };

/** Numbers as services write them, also in ways that a JavaScript number does not give back. */
export const anyDigits: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom("1", "1.0", "-0", "-0.0", "0", "1E7", "1e+2", "2654.46", "20000.00", "1e400", "-7.50", "5e-324"),
  fc.constantFrom("9007199254740993", "-9223372036854775809", "99999999999999999999.99", "0.10000000000000000001"),
  fc.integer().map(String),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? "-0" : String(value))),
);

const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: "binary", maxLength: 6 }),
  // Texts that look like properties and numbers, or are hard to keep.
  fc.constantFrom(
    ":1.5",
    '":1.5',
    ',"a":1.0,',
    "\\",
    '\\":2.50',
    "[1.0]",
    "}",
    '"',
    "švicarski",
    "\0",
    "\ud800",
    "constructor",
  ),
);

const anyName = fc.oneof(
  fc.constantFrom("mbs", "iznos", "drzava", "__proto__", "constructor", "toString", "1", "10", "2", "extra", ":1.5"),
  // V8's JSON.parse may take an escaped name such as "\\u007d" for another one that is a backslash (Node 24.21): no field has one.
  anyText.filter((text) => !text.includes("\\")),
);

const values = fc.letrec<{ anyJson: AnyJson; anyObject: { fields: [string, AnyJson][] } }>((tie) => ({
  anyJson: fc.oneof(
    { maxDepth: 4 },
    { weight: 4, arbitrary: anyDigits.map((digits) => ({ digits })) },
    { weight: 3, arbitrary: anyText },
    { weight: 1, arbitrary: fc.constantFrom(null, true, false) },
    { weight: 1, arbitrary: fc.array(tie("anyJson"), { maxLength: 3 }) },
    { weight: 2, arbitrary: tie("anyObject") },
  ),
  anyObject: fc
    .uniqueArray(fc.tuple(anyName, tie("anyJson")), { maxLength: 5, selector: ([name]) => name })
    .map((fields) => ({ fields })),
}));

/** Any value of JSON. */
export const anyJson: fc.Arbitrary<AnyJson> = values.anyJson;

/** Any object of JSON, such as a row. */
export const anyObject: fc.Arbitrary<{ fields: [string, AnyJson][] }> = values.anyObject;

/**
 * Writes a value as JSON: without a seed in its canonical form, by rules of its own; with one, in a spelling that depends on it:
 * fields in another order, texts escaped, blanks between, nulls for absent fields.
 */
export function rendered(value: AnyJson, seed?: number): string {
  let state = (seed ?? 0) >>> 0;
  const chance = (of: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return seed === undefined ? 0 : (state >>> 8) % of;
  };
  const blank = (): string => ["", "", "", " ", "\n", "\t "][chance(6)] as string;
  const text = (one: string): string => {
    if (seed === undefined || chance(2) === 0) return JSON.stringify(one);
    const units = Array.from({ length: one.length }, (_, index) => one.charCodeAt(index).toString(16).padStart(4, "0"));
    return `"${units.map((unit) => (chance(4) === 0 ? `\\u${unit.toUpperCase()}` : `\\u${unit}`)).join("")}"`;
  };
  const write = (one: AnyJson): string => {
    if (typeof one === "string") return text(one);
    if (typeof one !== "object" || one === null) return String(one);
    if ("digits" in one) return one.digits;
    if (Array.isArray(one)) return `[${one.map((item) => `${blank()}${write(item)}${blank()}`).join(",")}]`;
    const fields = one.fields.filter(([, inner]) => inner !== null).sort(inCanonicalOrder);
    if (seed !== undefined) {
      fields.push(...one.fields.filter(([, inner]) => inner === null && chance(2) === 0));
      for (let index = fields.length - 1; index > 0; index--) {
        const other = chance(index + 1);
        [fields[index], fields[other]] = [fields[other] as [string, AnyJson], fields[index] as [string, AnyJson]];
      }
    }
    return `{${fields.map(([name, inner]) => `${blank()}${text(name)}${blank()}:${blank()}${write(inner)}`).join(",")}}`;
  };
  return write(value);
}

/** Numbers that an array could have as an index come first, as in any object; the others follow by their UTF-16 units. */
function inCanonicalOrder([one]: [string, AnyJson], [other]: [string, AnyJson]): number {
  const [isOne, isOther] = [isIndex(one), isIndex(other)];
  if (isOne && isOther) return Number(one) - Number(other);
  if (isOne !== isOther) return isOne ? -1 : 1;
  return one < other ? -1 : 1;
}

const isIndex = (name: string): boolean => /^(0|[1-9]\d{0,9})$/.test(name) && Number(name) < 2 ** 32 - 1;
