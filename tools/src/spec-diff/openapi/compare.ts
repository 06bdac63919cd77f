/** Compares two versions of the OpenAPI document: oasdiff finds the differences, and the table of rules says what they do. */
import { isDeepStrictEqual } from "node:util";
import type { OpenApi } from "../../specs/openapi.ts";
import type { Change } from "../change.ts";
import { type Finding, judge } from "../judge.ts";
import { restRules } from "../rules.ts";
import { findAccess } from "./access.ts";
import { align } from "./align.ts";
import { type Documents, documented, unexplained } from "./found.ts";
import { findInPath } from "./operations.ts";
import { type Difference, structuralDifferences } from "./structure.ts";
import { findTypeGone, findTypeParameters } from "./type-names.ts";

/**
 * Every change of the contract from `before` to `after`.
 *
 * @throws Error when oasdiff cannot read a document.
 */
export async function compareOpenApi(before: OpenApi, after: OpenApi): Promise<Change[]> {
  if (isDeepStrictEqual(before, after)) return [];
  const { documents, moved } = align(before, after);
  const differences = await structuralDifferences(documents.before, documents.after);
  const found = [
    ...moved,
    ...findAccess(before, after),
    ...findTypeParameters(before, after),
    ...differences.flatMap((one) => findAt(documents, one, differences)),
  ];
  return found.map((one) => judge(restRules, one));
}

/** @param all - all differences, to tell moves from additions and removals. */
function findAt(documents: Documents, difference: Difference, all: Difference[]): Finding[] {
  const [top = "", name = "", keyword = "", ...rest] = difference.path;
  if (top === "paths") return findInPath(documents, difference, all);
  // Components are compared where operations use them, but a schema's name is also the name of a type in the clients.
  if (top === "components") {
    const isSchema = name === "schemas" && rest.length === 0;
    return isSchema && difference.kind === "removed" ? findTypeGone(documents, keyword) : [];
  }
  // The document's version is this project's own, set by the release.
  if (top === "info" && name === "version") return [];
  if (["info", "tags", "openAPI", "externalDocs"].includes(top)) {
    // As in the document: oasdiff spells it differently.
    const subject = top.replace("API", "api");
    return [{ ...documented(`\`${subject}\``), subject, operations: [] }];
  }
  const what = [name, keyword, ...rest].filter((part) => part).join(" ") || difference.kind;
  return [{ ...unexplained(what), subject: top, operations: [] }];
}
