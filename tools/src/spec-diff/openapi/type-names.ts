/** Names and type parameters of the types that the clients export: who names a type has to follow. */
import { type OpenApi, operationsUsing, resolve, type Schema } from "../../specs/openapi.ts";
import { either, type Finding } from "../judge.ts";
import type { Documents } from "./found.ts";
import { sameFields } from "./operations.ts";
import { rowType } from "./types.ts";

/** A schema of the components is gone, and the type of its name with it. Arrays have no type of their own. */
export function findTypeGone(documents: Documents, name: string): Finding[] {
  const [known, now] = [documents.before, documents.after].map(({ components }) => components?.schemas ?? {});
  const isArray = (document: OpenApi, schema: Schema | undefined): boolean =>
    resolve<Schema>(document, schema)?.type === "array";
  if (known === undefined || now === undefined || isArray(documents.before, known[name])) return [];
  const operations = operationsUsing(documents.before, name);
  const added = Object.keys(now).filter((other) => known[other] === undefined);
  const inItsPlace = added.filter(
    (other) =>
      !isArray(documents.after, now[other]) &&
      operationsUsing(documents.after, other).some((id) => operations.includes(id)),
  );
  const alike = added.filter((other) => sameFields(known[name], now[other]));
  if (inItsPlace.length > 0)
    return [{ rule: "type-name-gone renamed", facts: { others: either(inItsPlace) }, subject: name, operations }];
  if (alike.length > 0)
    return [{ rule: "type-name-gone alike", facts: { others: either(alike) }, subject: name, operations }];
  return [{ rule: "type-name-gone", subject: name, operations }];
}

/** Types that get a type parameter for integers: who names one with bigints has to write it. */
export function findTypeParameters(before: OpenApi, after: OpenApi): Finding[] {
  const schemas = after.components?.schemas ?? {};
  return Object.entries(before.components?.schemas ?? {}).flatMap(([name, schema]) => {
    const now = schemas[name];
    if (now === undefined || holdsInteger(before, schema) || !holdsInteger(after, now)) return [];
    return [{ rule: "type-parameter-added", subject: name, operations: operationsUsing(before, name) }];
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
