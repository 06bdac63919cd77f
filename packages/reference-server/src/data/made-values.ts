import type { Kind } from "../contract/fields.ts";
import { toSql, ValueError } from "../store/values.ts";
import { dateAt, momentAt } from "./dates.ts";
import type { Random } from "./random.ts";

/** Values of each kind, for fields that nobody has written any for, and that the contract shows no example of. */
const makers: Readonly<Record<Kind, (random: Random) => unknown>> = {
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

/** A value of a kind: one of those that are shown as examples, if any fits. */
export function madeValue(kind: Kind, shown: readonly unknown[], random: Random): unknown {
  const fitting = shown.filter((value) => value !== null && value !== undefined && fits(kind, value));
  return fitting.length > 0 ? random.pick(fitting) : makers[kind](random);
}

/** Whether a value is of the kind. Asked of every value that is generated, so that the kinds of most have a short answer. */
export function fits(kind: Kind, value: unknown): boolean {
  switch (kind) {
    case "int32":
      return Number.isInteger(value) && Math.abs(value as number) < 2 ** 31;
    case "int64":
    case "integer":
      return Number.isSafeInteger(value);
    case "double":
      return Number.isFinite(value);
    case "string":
      return typeof value === "string";
    default:
      return isStorable(kind, value);
  }
}

function isStorable(kind: Kind, value: unknown): boolean {
  try {
    toSql(kind, value, () => undefined);
    return true;
  } catch (error) {
    if (error instanceof ValueError) return false;
    throw error;
  }
}
