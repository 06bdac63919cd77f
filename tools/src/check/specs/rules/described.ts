import { isObject } from "../../../specs/openapi.ts";
import type { Problem, Rule } from "../problem.ts";

/** Everything that becomes a docstring has a description, even beside a `$ref`: each field gives the same object another meaning. */
export const described: Rule = ({ components = {} }) => [
  ...missing(components.schemas, "schemas"),
  ...missing(components.parameters, "parameters"),
  ...missing(components.headers, "headers"),
  ...missing(components.securitySchemes, "securitySchemes"),
  ...Object.entries(components.schemas ?? {}).flatMap(([name, schema]) =>
    missing(schema.properties, "schemas", name, "properties"),
  ),
];

function missing(things: object | undefined, ...at: string[]): Problem[] {
  return Object.entries(things ?? {})
    .filter(([, thing]) => !isObject(thing) || typeof thing.description !== "string" || thing.description.trim() === "")
    .map(([name]) => ({
      at: ["components", ...at, name],
      message: `\`${name}\` needs a description: it becomes a docstring.`,
    }));
}
