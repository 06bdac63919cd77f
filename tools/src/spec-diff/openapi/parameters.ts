/** Explains differences of parameters. */
import {
  isObject,
  type OpenApi,
  type Parameter,
  type PlacedOperation,
  resolve,
  type Schema,
} from "../../specs/openapi.ts";
import { parameterType } from "../../specs/operations.ts";
import type { Both, Explained, Finding } from "../change.ts";
import { type Documents, deprecation, documented, isDocumentation, type SameOperation, unexplained } from "./found.ts";
import type { Difference } from "./structure.ts";
import { accepts, describe } from "./types.ts";
import { valuesChanged } from "./values.ts";

/** @param all - all differences of the documents. */
export function findInParameter(
  documents: Documents,
  difference: Difference,
  operation: SameOperation,
  all: Difference[],
): Omit<Finding, "operations">[] {
  const [place = "", name = "", ...rest] = difference.path.slice(5);
  const explain = (): Explained[] => {
    if (rest.length > 0) {
      const before = find(documents.before, operation.before, place, name);
      const after = find(documents.after, operation.after, place, name);
      return [changed(difference, rest, name, { before: before?.schema ?? {}, after: after?.schema ?? {} })];
    }
    const from = movedFrom(difference, all);
    // Reported once, where it is now.
    if (from !== undefined)
      return difference.kind === "added" ? [{ rule: "parameter-moved", facts: { from, to: place } }] : [];
    const pages =
      ["offset", "limit"].includes(name) &&
      isPaged(documents.before, operation.before) !== isPaged(documents.after, operation.after);
    const required = find(documents.after, operation.after, place, name)?.required === true;
    return [{ rule: cameOrWent(difference.kind === "added", required, pages) }];
  };
  return explain().map((one) => ({ ...one, subject: name }));
}

function find(
  document: OpenApi,
  placed: PlacedOperation | undefined,
  place: string,
  name: string,
): Parameter | undefined {
  return placed?.operation.parameters
    ?.map((parameter) => resolve<Parameter>(document, parameter))
    .find((parameter) => isObject(parameter) && parameter.in === place && parameter.name === name);
}

/** Whether the clients have walks of the operation. */
const isPaged = (document: OpenApi, placed: PlacedOperation | undefined): boolean =>
  ["offset", "limit"].every((name) => find(document, placed, "query", name) !== undefined);

/** The place that a parameter came from (or went to), if the same operation lost (or got) one of the same name elsewhere. */
function movedFrom({ path, kind }: Difference, all: Difference[]): string | undefined {
  const key = (parts: string[]): string => [...parts.slice(0, 5), parts[6]].join("\n");
  const counterpart = all.find(
    (one) => one.path.length === 7 && one.kind !== kind && one.kind !== "changed" && key(one.path) === key(path),
  );
  return counterpart?.path[5];
}

function cameOrWent(came: boolean, required: boolean, pages: boolean): Explained["rule"] {
  if (!came) return pages ? "parameter-removed pages" : "parameter-removed";
  if (!required) return "parameter-added";
  return pages ? "required-parameter-added pages" : "required-parameter-added";
}

function changed({ to }: Difference, path: string[], name: string, schemas: Both<Schema>): Explained {
  const [keyword = "", inner = ""] = path;
  if (isDocumentation(keyword) || (keyword === "schema" && isDocumentation(inner)))
    return documented(`the parameter \`${name}\``);
  if (keyword === "required") return { rule: to === true ? "parameter-became-required" : "parameter-became-optional" };
  if (keyword === "deprecated") return deprecation(`The parameter \`${name}\``, to === true);
  if (["style", "explode", "allowReserved"].includes(keyword))
    return { rule: "parameter-written-otherwise", facts: { what: keyword } };
  if (keyword === "schema") return inSchema(path.slice(1), name, schemas) ?? unexplained(path.slice(1).join(" "));
  return unexplained(path.join(" "));
}

function inSchema([keyword = "", ...rest]: string[], name: string, schemas: Both<Schema>): Explained | undefined {
  if (keyword === "type" || keyword === "format") return typeChanged(name, schemas);
  if (keyword === "default") return defaultChanged(schemas);
  if (keyword === "items" && rest.length > 0) return ofItems(rest, name, schemas);
  const values = valuesChanged(keyword, schemas);
  if (values === undefined) return undefined;
  const { way, facts, isTyped } = values;
  return { rule: isTyped && way !== "wider" ? `parameter-values-${way} listed` : `parameter-values-${way}`, facts };
}

/** A change of the items of a list. That of their type is one of the list's. */
function ofItems(path: string[], name: string, { before, after }: Both<Schema>): Explained | undefined {
  if (path[0] === "type" || path[0] === "format") return typeChanged(name, { before, after });
  const found = inSchema(path, name, { before: before.items ?? {}, after: after.items ?? {} });
  const facts = Object.entries(found?.facts ?? {}).map(([key, fact]) => [key, `a list of ${fact}`] as const);
  return found && { ...found, facts: Object.fromEntries(facts) };
}

function typeChanged(name: string, { before, after }: Both<Schema>): Explained {
  const facts = { from: describe(before), to: describe(after) };
  if (before.items !== undefined && after.items !== undefined)
    return { ...typeChanged("", { before: before.items, after: after.items }), facts };
  const isWider = after.format === undefined || (before.format === "int32" && after.format === "int64");
  const isNarrower = before.format === undefined || (before.format === "int64" && after.format === "int32");
  if (!accepts(parameterType({ name, schema: after }), parameterType({ name, schema: before })))
    return { rule: "parameter-type-changed", facts };
  if (isWider || before.format === after.format) return { rule: "parameter-type-wider", facts };
  return { rule: isNarrower ? "parameter-type-narrower" : "parameter-values-changed", facts };
}

function defaultChanged({ before, after }: Both<Schema>): Explained {
  const code = (value: unknown): string => `\`${JSON.stringify(value)}\``;
  const facts = { from: code(before.default), to: code(after.default) };
  if (before.default === undefined) return { rule: "default-added", facts };
  return { rule: after.default === undefined ? "default-changed gone" : "default-changed", facts };
}
