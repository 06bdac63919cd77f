import { isObject, isReference } from "../../../specs/openapi.ts";
import type { Problem, Rule } from "../problem.ts";

/** Everything that becomes a docstring has a description, even beside a `$ref`: each field gives the same object another meaning. */
export const described: Rule = ({ components = {} }) => [
  ...missing(withoutAliases(components.schemas), "schemas"),
  ...missing(withoutAliases(components.parameters), "parameters"),
  ...missing(components.headers, "headers"),
  ...missing(components.securitySchemes, "securitySchemes"),
  ...Object.entries(components.schemas ?? {}).flatMap(([name, schema]) =>
    missing(schema.properties, "schemas", name, "properties"),
  ),
];

/** Without what is only a `$ref`: no client can be generated from it, whatever it says. */
const withoutAliases = (things: object | undefined): object =>
  Object.fromEntries(Object.entries(things ?? {}).filter(([, thing]) => !isReference(thing)));

function missing(things: object | undefined, ...at: string[]): Problem[] {
  return Object.entries(things ?? {})
    .filter(([, thing]) => !isObject(thing) || typeof thing.description !== "string" || thing.description.trim() === "")
    .map(([name]) => ({
      at: ["components", ...at, name],
      message: `\`${name}\` needs a description: it becomes a docstring.`,
    }));
}
