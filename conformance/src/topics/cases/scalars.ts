import { type GraphQLNamedType, isEnumType } from "graphql";
import { type CasesContract, valueKind } from "../../contract/cases.ts";
import { hasZone, isDateTime } from "../../contract/formats.ts";
import { isOwnScalar, type OwnScalar, ownScalars } from "../../contract/scalars.ts";
import type { Datum } from "../../evidence/datum.ts";
import { isIntegral } from "../../evidence/decimal.ts";

/** The scalars that have rules of their own, an enum, and a scalar of which is only known what it is in JSON. */
export type Leaf = OwnScalar | "BigInteger" | "DateTime" | "enum" | "mapped";

/**
 * What is wrong with a value of a type without fields: it is not of the type, or a date-time without a zone. An invalid value is not
 * judged any further: a date-time that is a number cannot have a zone.
 */
export function leafIssue(
  type: GraphQLNamedType,
  value: Datum,
  contract: Pick<CasesContract, "scalars">,
): { kind: Leaf | "zone"; expected: string } | undefined {
  const { name } = type;
  if (isEnumType(type)) {
    const isValue = value.kind === "string" && type.getValue(value.text) !== undefined;
    return isValue ? undefined : { kind: "enum", expected: `a value of the enum ${name}` };
  }
  if (valueKind(contract, type) === "mapped") {
    const is = contract.scalars[name];
    if (is === "integer") return anInteger("mapped", value);
    const kind = is === "boolean" ? "boolean" : "string";
    return value.kind === kind ? undefined : { kind: "mapped", expected: `a ${kind}` };
  }
  if (name === "Int") return isInt(value) ? undefined : { kind: name, expected: "an integer of 32 bits" };
  if (isOwnScalar(name))
    return value.kind === ownScalars[name] ? undefined : { kind: name, expected: `a ${ownScalars[name]}` };
  if (name === "BigInteger") return anInteger(name, value);
  if (value.kind !== "string" || !isIsoDateTime(value.text))
    return { kind: "DateTime", expected: "an ISO 8601 date and time" };
  return hasZone(value.text) ? undefined : { kind: "zone", expected: "a time zone at the end" };
}

function anInteger(kind: Leaf, value: Datum): { kind: Leaf; expected: string } | undefined {
  const isInteger =
    (value.kind === "number" && isIntegral(value.text)) || (value.kind === "string" && /^[+-]?\d+$/.test(value.text));
  return isInteger ? undefined : { kind, expected: "an integer, as a number or a string of digits" };
}

/** A number that is an integer of 32 bits. A double is exact there. */
const isInt = (value: Datum): boolean =>
  value.kind === "number" && isIntegral(value.text) && Number(value.text) === (Number(value.text) | 0);

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
