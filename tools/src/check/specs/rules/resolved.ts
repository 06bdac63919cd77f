import { isObject, pointedTo } from "../../../specs/openapi.ts";
import { referencesIn } from "../../../specs/references.ts";
import type { Rule } from "../problem.ts";

/** Every `$ref` points to something in the document. What points to one that does not is no problem of its own. */
export const resolved: Rule = (document) =>
  referencesIn(document)
    .filter(({ node }) => !isObject(pointedTo(document, node)))
    .map(({ node: { $ref }, at }) => ({
      at,
      message: `\`${$ref}\` points to nothing in this document: is it misspelt?`,
    }));
