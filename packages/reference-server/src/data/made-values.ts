import { type Bounds, expectedBy } from "../contract/bounds.ts";
import type { FieldKind, ScalarField } from "../contract/fields.ts";
import { toSql, ValueError } from "../store/values.ts";
import { dateAt, momentAt } from "./dates.ts";
import type { SeededRandom } from "./random.ts";

/** Values of each kind, for fields that nobody has written any for, and that the contract shows no example of. */
const makers: Readonly<Record<FieldKind, (random: SeededRandom) => unknown>> = {
  int32: (random) => random.between(1, 9),
  int64: (random) => random.between(1, 9),
  integer: (random) => random.between(1, 9),
  double: (random) => random.between(100, 1_000_000) / 100,
  string: (random) => `primjer ${random.between(1, 9)}`,
  date: (random) => dateAt(random.between(1995, 2024), random.between(0, 364)).slice(0, 10),
  "date-time": (random) => momentAt(random.between(1995, 2024), random.between(0, 364), random.between(420, 960)),
  email: (random) => `ured.${random.between(1, 999)}@primjer.hr`,
  boolean: (random) => random.chance(0.5),
};

/** Values of the formats of text that have a check. */
const formats: Readonly<Record<string, (random: SeededRandom) => string>> = {
  uuid: (random) => `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-8${hex(random, 3)}-${hex(random, 12)}`,
  time: (random) => `${dateTime(random).slice(11, 19)}Z`,
  "iso-time": (random) => dateTime(random).slice(11, 19),
  "iso-date-time": (random) => dateTime(random).slice(0, 19),
  duration: (random) => `P${random.between(1, 30)}D`,
  uri: (random) => `https://primjer.hr/${random.between(1, 999)}`,
  url: (random) => `https://primjer.hr/${random.between(1, 999)}`,
  "uri-reference": (random) => `/primjer/${random.between(1, 999)}`,
  "uri-template": (random) => `/primjer/${random.between(1, 999)}{?stranica}`,
  hostname: (random) => `ured${random.between(1, 999)}.primjer.hr`,
  ipv4: (random) => `192.0.2.${random.between(1, 254)}`,
  ipv6: (random) => `2001:db8::${random.between(1, 999)}`,
  byte: (random) => Buffer.from(`primjer ${random.between(1, 9)}`).toString("base64"),
  "json-pointer": (random) => `/primjer/${random.between(1, 9)}`,
  "json-pointer-uri-fragment": (random) => `#/primjer/${random.between(1, 9)}`,
  "relative-json-pointer": (random) => `${random.between(1, 9)}/primjer`,
};

const hex = (random: SeededRandom, length: number): string =>
  Array.from({ length }, () => random.between(0, 15).toString(16)).join("");

const dateTime = (random: SeededRandom): string => String(makers["date-time"](random));

/** Values that are tried for a field with bounds. */
const tries = 50;

/**
 * A value for a field: one of those that are shown as examples, if any fits. Within bounds, what was written is changed as little as
 * possible. Nothing if no value is found.
 */
export function madeValue(
  field: ScalarField,
  written: unknown,
  shown: readonly unknown[],
  random: SeededRandom,
): unknown {
  const { kind, bounds = [] } = field;
  const listed = bounds.flatMap(({ values = [], examples }) => [...values, ...examples]);
  const adapted = bounds.length > 0 ? adaptedTo(kind, bounds, written) : undefined;
  if (fits(field, adapted)) return adapted;
  const fitting = [...listed, ...shown].filter((value) => fits(field, value));
  if (fitting.length > 0) return random.pick(fitting);
  if (bounds.length === 0) return makers[kind](random);
  for (let count = 0; count < tries; count += 1) {
    const made = adaptedTo(kind, bounds, makers[kind](random));
    const ofFormat = bounds.flatMap(({ format = "" }) => formats[format]?.(random) ?? []);
    const found = [made, ...ofFormat].find((value) => fits(field, value));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A value with another length or size, if that is why it is not within bounds. The same value always gives the same one. */
function adaptedTo(kind: FieldKind, bounds: readonly Bounds[], value: unknown): unknown {
  return bounds.reduce(
    (adapted, one) =>
      typeof adapted === "string"
        ? withLength(one, adapted)
        : typeof adapted === "number"
          ? withSize(one, adapted, kind === "double" ? 0 : 1)
          : adapted,
    value,
  );
}

function withLength({ minLength = 0, maxLength = Infinity }: Bounds, text: string): string {
  const characters = [...text].slice(0, maxLength);
  return characters.join("") + "x".repeat(Math.max(0, minLength - characters.length));
}

/** Spread over what is allowed, so that different numbers stay different as far as possible. */
function withSize({ minimum = -Infinity, maximum = Infinity }: Bounds, value: number, step: 0 | 1): number {
  if (value >= minimum && value <= maximum) return value;
  const least = Number.isFinite(minimum) ? minimum : Math.min(0, maximum - 1_000);
  const most = Number.isFinite(maximum) ? maximum : least + 1_000_000_000;
  const span = most - least + step;
  return span > 0 ? least + ((((value - least) % span) + span) % span) : least;
}

/** Whether a value is one that the contract allows for the field. */
export const fits = ({ kind, bounds = [] }: ScalarField, value: unknown): boolean =>
  value !== null &&
  value !== undefined &&
  isOfKind(kind, value) &&
  bounds.every((one) => expectedBy(one, value) === undefined);

/** Whether a value is of the kind. Asked of every value that is generated, so that the kinds of most have a short answer. */
function isOfKind(kind: FieldKind, value: unknown): boolean {
  switch (kind) {
    case "int32":
      return Number.isInteger(value) && Math.abs(value as number) < 2 ** 31;
    case "int64":
      return Number.isSafeInteger(value);
    case "integer":
      return typeof value === "bigint" || Number.isSafeInteger(value);
    case "double":
      return Number.isFinite(value);
    case "string":
      return typeof value === "string";
    default:
      return isStorable(kind, value);
  }
}

function isStorable(kind: FieldKind, value: unknown): boolean {
  try {
    toSql(kind, value, () => undefined);
    return true;
  } catch (error) {
    if (error instanceof ValueError) return false;
    throw error;
  }
}
