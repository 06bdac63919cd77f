import { hasZone, isDateTime } from "../../contract/formats.ts";
import { isOwnScalar, type OwnScalar, ownScalars } from "../../contract/scalars.ts";
import type { Datum } from "../../evidence/datum.ts";
import { isIntegral } from "../../evidence/decimal.ts";

/** The scalars of GraphQL. */
export type Scalar = OwnScalar | "BigInteger" | "DateTime";

/**
 * What is wrong with a value of a scalar: it is not of the scalar, or a date-time without a zone. An invalid value is not judged
 * any further: a date-time that is a number cannot have a zone.
 */
export function scalarIssue(name: string, value: Datum): { kind: Scalar | "zone"; expected: string } | undefined {
  if (isOwnScalar(name))
    return value.kind === ownScalars[name] ? undefined : { kind: name, expected: `a ${ownScalars[name]}` };
  if (name === "BigInteger") {
    const isInteger =
      (value.kind === "number" && isIntegral(value.text)) || (value.kind === "string" && /^[+-]?\d+$/.test(value.text));
    return isInteger ? undefined : { kind: name, expected: "an integer, as a number or a string of digits" };
  }
  if (value.kind !== "string" || !isIsoDateTime(value.text))
    return { kind: "DateTime", expected: "an ISO 8601 date and time" };
  return hasZone(value.text) ? undefined : { kind: "zone", expected: "a time zone at the end" };
}

/** ISO 8601 allows more than RFC 3339: seconds may be omitted, and the basic format has no separators. */
function isIsoDateTime(text: string): boolean {
  const basic = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)?(.*)$/.exec(text);
  const extended =
    basic === null
      ? text
      : `${basic[1]}-${basic[2]}-${basic[3]}T${basic[4]}:${basic[5]}:${basic[6] ?? "00"}${basic[7]}`;
  const seconds = extended
    .replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d)(?!:)/, "$1:00")
    .replace(/([+-]\d\d)$/, "$1:00")
    .replace(/([+-]\d\d)(\d\d)$/, "$1:$2")
    .replace(",", ".");
  return isDateTime(seconds);
}
