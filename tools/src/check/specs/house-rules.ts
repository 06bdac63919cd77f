/** The house rules for `register.openapi.yaml`. They judge what nothing refuses, and Redocly has no rules for. */
import { oneLine } from "../../shared/print.ts";
import { type Register, readRegister } from "../../specs/contract.ts";
import { isObject, type Schema } from "../../specs/openapi.ts";
import { positionOf } from "../../specs/openapi-text.ts";
import type { Problem } from "../../specs/spec-error.ts";
import { exemplified } from "./exemplified.ts";

/** A house rule for the REST interface. `folder` is that of the specs. */
type HouseRule = (register: Register, folder: string) => Problem[];

/**
 * Everything that becomes a docstring has a description, even beside a `$ref`: each field gives the same object another meaning. A
 * component that is only a `$ref` has that of the other.
 */
const described: HouseRule = ({ document: { components = {} } }) => [
  ...missing(
    Object.fromEntries(Object.entries(components.schemas ?? {}).filter(([, { $ref }]) => $ref === undefined)),
    "schemas",
  ),
  ...missing(components.parameters, "parameters"),
  ...missing(components.headers, "headers"),
  ...missing(components.securitySchemes, "securitySchemes"),
  ...Object.entries(components.schemas ?? {}).flatMap(([name, schema]) => undescribedIn(schema, "schemas", name)),
];

/** The fields of an object, and of those that are written in it. */
function undescribedIn({ properties, items, allOf = [] }: Schema, ...at: (string | number)[]): Problem[] {
  return [
    ...missing(properties, ...at, "properties"),
    ...Object.entries(properties ?? {}).flatMap(([name, field]) => undescribedIn(field, ...at, "properties", name)),
    ...(items ? undescribedIn(items, ...at, "items") : []),
    ...allOf.flatMap((part, index) => undescribedIn(part, ...at, "allOf", index)),
  ];
}

function missing(things: object | undefined, ...at: (string | number)[]): Problem[] {
  return Object.entries(things ?? {})
    .filter(([, thing]) => !isObject(thing) || typeof thing.description !== "string" || thing.description.trim() === "")
    .map(([name]) => ({
      at: ["components", ...at, name],
      message: `\`${name}\` needs a description: it becomes a docstring.`,
    }));
}

/** A generator that makes 32 bits of an integer without a width would refuse rows, so each says that it has none; Go's reads the hint. */
const unbounded: HouseRule = ({ document: { components = {} } }) =>
  Object.entries(components.schemas ?? {}).flatMap(([row, { properties = {} }]) =>
    Object.entries(properties)
      .filter(([, { type, format }]) => type === "integer" && format === undefined)
      .filter(([, field]) => field["x-go-type"] !== "int64" || !/\bwidth\b/.test(field.description ?? ""))
      .map(([name]) => ({
        at: ["components", "schemas", row, "properties", name],
        message: `\`${name}\` has no width: say so in its description, "Its width is not shown in the contract.", and add \`x-go-type: int64\`.`,
      })),
  );

const rules: readonly HouseRule[] = [described, unbounded, exemplified];

/** @returns each problem with its line. `folder` is that of the specs. @throws SpecError when the document is refused. */
export function lintRegister(folder: string): string[] {
  const register = readRegister(folder);
  return rules
    .flatMap((rule) => rule(register, folder))
    .map(({ at, message }) => `specs/register.openapi.yaml:${positionOf(register.yaml, at)}: ${oneLine(message)}`);
}
