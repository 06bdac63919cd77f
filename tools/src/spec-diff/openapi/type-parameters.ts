/** Types of the clients that get a type parameter for integers: who names one with bigints has to write it. */
import { type OpenApi, operationsUsing, resolve, type Schema } from "../../specs/openapi.ts";
import type { Change } from "../change.ts";
import { rowType } from "./types.ts";

export function compareTypeParameters(before: OpenApi, after: OpenApi): Change[] {
  const schemas = after.components?.schemas ?? {};
  return Object.entries(before.components?.schemas ?? {}).flatMap(([name, schema]) => {
    const now = schemas[name];
    if (now === undefined || holdsInteger(before, schema) || !holdsInteger(after, now)) return [];
    return [
      {
        rule: "type-parameter-added",
        verdict: "breaking",
        noticed: "compile",
        message: `The type of \`${name}\` now holds integers of 64 bits, so it has a type parameter for them.`,
        todo: { rest: 'With `integers: "bigint"`, write `<bigint>` after its name; with numbers, nothing.' },
        subject: name,
        operations: operationsUsing(before, name),
      },
    ];
  });
}

/** Whether an object has an integer that a number may round, at any depth. */
function holdsInteger(document: OpenApi, schema: Schema, above: Schema[] = []): boolean {
  const here = resolve<Schema>(document, schema);
  if (here === undefined || above.includes(here)) return false;
  return Object.values(here.properties ?? {}).some((field) => {
    const value = field.items ?? field;
    return rowType(value) === "Int" || holdsInteger(document, value, [...above, here]);
  });
}
