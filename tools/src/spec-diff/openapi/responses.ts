/** Explains differences of responses: statuses, representations and headers. Bodies have a file of their own. */

import { type Header, resolve, type Schema } from "../../specs/openapi.ts";
import type { Both, Explained, Finding } from "../change.ts";
import { findInBody } from "./bodies.ts";
import { type Documents, deprecation, documented, isDocumentation, type SameOperation, unexplained } from "./found.ts";
import type { Difference } from "./structure.ts";
import { describe, typeOf } from "./types.ts";

/** @param id - of the operation. */
export function findInResponse(
  documents: Documents,
  difference: Difference,
  { before, after }: SameOperation,
  id: string,
): Omit<Finding, "operations">[] {
  const [status = "", keyword = "", name = "", ...rest] = difference.path.slice(5);
  const isAdded = difference.kind === "added";
  const isSuccess = status.startsWith("2");
  const ofPart = (subject: string, one: Explained): Omit<Finding, "operations">[] => [{ ...one, subject }];
  const responses = { before: before?.operation.responses?.[status], after: after?.operation.responses?.[status] };
  if (keyword === "") return ofPart(status, { rule: statusRule(isSuccess, isAdded) });
  if (keyword === "headers") {
    const header = {
      before: resolve<Header>(documents.before, responses.before?.headers?.[name]),
      after: resolve<Header>(documents.after, responses.after?.headers?.[name]),
    };
    return ofPart(name, inHeader(difference, rest, name, header));
  }
  if (keyword === "content") {
    // The clients have no types for the bodies of other statuses.
    if (!isSuccess) return ofPart(status, { rule: "error-body-changed" });
    if (rest.length === 0) return ofPart(name, { rule: isAdded ? "representation-added" : "representation-removed" });
    const [inner = "", ...path] = rest;
    const schemas = {
      before: responses.before?.content?.[name]?.schema,
      after: responses.after?.content?.[name]?.schema,
    };
    if (inner === "schema") return findInBody(documents, difference, { schemas, path, mediaType: name, operation: id });
    if (isDocumentation(inner)) return [{ ...documented(`\`${id}\``), subject: id }];
  }
  if (isDocumentation(keyword)) return [{ ...documented(`\`${id}\``), subject: id }];
  return [{ ...unexplained(difference.path.slice(4).join(" ")), subject: id }];
}

function statusRule(isSuccess: boolean, isAdded: boolean): Explained["rule"] {
  if (isSuccess) return isAdded ? "success-status-added" : "success-status-removed";
  return isAdded ? "error-status-described" : "error-status-gone";
}

function inHeader(
  { kind, to }: Difference,
  path: string[],
  name: string,
  { before, after }: Both<Header | undefined>,
): Explained {
  const [keyword = "", inner = ""] = path;
  const gone = name === "x-total-count" ? "header-removed total" : "header-removed";
  if (keyword === "") return { rule: kind === "added" ? "header-added" : gone };
  if (isDocumentation(keyword) || (keyword === "schema" && isDocumentation(inner)))
    return documented(`the header \`${name}\``);
  if (keyword === "required") return { rule: to === true ? "header-became-required" : "header-became-optional" };
  if (keyword === "deprecated") return deprecation(`The header \`${name}\``, to === true);
  if (keyword === "schema" && ["type", "format"].includes(inner))
    return headerType(before?.schema ?? {}, after?.schema ?? {});
  return unexplained(path.join(" "));
}

function headerType(before: Schema, after: Schema): Explained {
  const facts = { from: describe(before), to: describe(after) };
  if (typeOf(before) !== typeOf(after)) return { rule: "header-type-changed", facts };
  // The width does not matter: the clients never return a header as a bigint.
  const isNarrower = before.format === undefined || (before.format === "int64" && after.format === "int32");
  return { rule: isNarrower ? "header-type-narrower" : "header-type-wider", facts };
}
