/** Explains differences of operations and of the types that clients export, and hands those of parameters and responses on. */
import { isDeepStrictEqual } from "node:util";
import {
  type OpenApi,
  operationsOf,
  operationsUsing,
  type PlacedOperation,
  resolve,
  type Schema,
} from "../../specs/openapi.ts";
import { hasExact } from "../../specs/operations.ts";
import { type Explained, either, type Finding } from "../change.ts";
import { type Documents, deprecation, documented, isDocumentation, unexplained } from "./found.ts";
import { findInParameter } from "./parameters.ts";
import { findInResponse } from "./responses.ts";
import type { Difference } from "./structure.ts";
import { describe } from "./types.ts";

/** @param all - all differences of the documents. */
export function findInPath(documents: Documents, difference: Difference, all: Difference[]): Finding[] {
  const [, path = "", keyword = "", method = "", part = "", ...rest] = difference.path;
  const side = difference.kind === "added" ? documents.after : documents.before;
  const isHere = (one: PlacedOperation): boolean => one.path === path && (method === "" || one.method === method);
  if (keyword !== "" && keyword !== "operations") {
    const explained = isDocumentation(keyword) ? documented(`\`${path}\``) : unexplained(keyword);
    const ids = operationsOf(documents.after).flatMap((one) => (one.path === path ? [one.id] : []));
    return [{ ...explained, subject: path, operations: ids }];
  }
  if (part === "")
    return operationsOf(side).flatMap((one) => (isHere(one) ? wholeOperation(documents, difference, one) : []));
  const operation = {
    before: operationsOf(documents.before).find(isHere),
    after: operationsOf(documents.after).find(isHere),
  };
  // Users know an operation by its old id.
  const id = (operation.before ?? operation.after)?.id ?? "";
  if (part === "parameters")
    return findInParameter(documents, difference, operation, all).map((one) => ({ ...one, operations: [id] }));
  if (part === "responses")
    return findInResponse(documents, difference, operation, id).map((one) => ({ ...one, operations: [id] }));
  return inOperation(difference, part, rest, id).map((one) => ({ ...one, subject: id, operations: [id] }));
}

function wholeOperation(documents: Documents, difference: Difference, placed: PlacedOperation): Finding {
  const { method, path, id } = placed;
  const others = alike(documents, placed);
  const gone = others.length > 0 ? "operation-removed renamed" : "operation-removed";
  return {
    rule: difference.kind === "added" ? "operation-added" : gone,
    facts: { request: `${method} ${path}`, others: either(others) },
    subject: id,
    operations: [id],
  };
}

/** Ids of the new operations whose rows have the fields of an old one's: it may have been renamed. */
function alike({ before, after }: Documents, old: PlacedOperation): string[] {
  const known = new Set(operationsOf(before).map(({ id }) => id));
  return operationsOf(after)
    .filter((now) => !known.has(now.id) && sameFields(rowOf(before, old), rowOf(after, now)))
    .map(({ id }) => id);
}

/** The rows that an operation returns, or the one. */
function rowOf(document: OpenApi, { operation }: PlacedOperation): Schema | undefined {
  const body = resolve<Schema>(document, operation.responses?.["200"]?.content?.["application/json"]?.schema);
  return body?.items === undefined ? body : resolve<Schema>(document, body.items);
}

/** Whether two objects have the same fields, of the same types. */
function sameFields(one: Schema | undefined, other: Schema | undefined): boolean {
  const fields = (schema: Schema | undefined): string[] =>
    Object.entries(schema?.properties ?? {}).map(([name, field]) => `${name}: ${describe(field)}`);
  return fields(one).length > 0 && isDeepStrictEqual(fields(one).sort(), fields(other).sort());
}

function inOperation({ kind, from, to }: Difference, keyword: string, rest: string[], id: string): Explained[] {
  if (isDocumentation(keyword)) return [documented(`\`${id}\``)];
  if (keyword === "deprecated") return [deprecation(`\`${id}\``, to === true)];
  if (keyword === "operationID")
    return [{ rule: "operation-id-changed", facts: { from: String(from), to: String(to) } }];
  // A tag was removed and another added: reported once, for the new one.
  if (keyword === "tags") return kind === "removed" ? [] : [{ rule: "tag-changed", facts: { to: rest[0] ?? "" } }];
  return [unexplained([keyword, ...rest].join(" "))];
}

/** Whether the clients have a type of a component's name: those of arrays and of what is only a reference are others. */
const hasType = (document: OpenApi, schema: Schema | undefined): boolean =>
  schema !== undefined && schema.$ref === undefined && resolve<Schema>(document, schema)?.type !== "array";

/** A schema of the components is gone, and the type of its name with it. */
export function findTypeGone(documents: Documents, name: string): Finding[] {
  const [known, now] = [documents.before, documents.after].map(({ components }) => components?.schemas ?? {});
  if (known === undefined || now === undefined || !hasType(documents.before, known[name])) return [];
  const operations = operationsUsing(documents.before, name);
  const added = Object.keys(now).filter((other) => known[other] === undefined);
  const inItsPlace = added.filter(
    (other) =>
      hasType(documents.after, now[other]) &&
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
    if (!hasType(after, now) || now === undefined || hasExact(before, schema) || !hasExact(after, now)) return [];
    const operations = operationsUsing(before, name);
    return [{ rule: "type-parameter-added", subject: name, operations, at: ["components", "schemas", name] }];
  });
}
