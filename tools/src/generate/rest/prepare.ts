/**
 * Annotates names and descriptions of a spec with how they are printed (`x-key`, `x-doc`, …), because Mustache templates can
 * neither escape nor decide. The spec is one that `specs/refusals.ts` accepts.
 */
import { type OpenApi, operationsOf } from "../../specs/openapi.ts";
import { prepareOperation, prepareParameter } from "./operations.ts";
import { prepareRow } from "./rows.ts";

/** Annotates `document` in place. */
export function prepare(document: OpenApi): void {
  const { schemas = {}, parameters = {} } = document.components ?? {};
  for (const [name, schema] of Object.entries(schemas)) if (schema.type !== "array") prepareRow(document, name, schema);
  for (const parameter of Object.values(parameters)) prepareParameter(parameter);
  for (const { path, operation } of operationsOf(document)) prepareOperation(document, path, operation);
}
