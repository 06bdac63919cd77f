import { isObject, type OpenApi, pointedTo } from "../openapi.ts";
import { referencesIn } from "../references.ts";
import type { Problem } from "./problem.ts";

/** Every `$ref` points to something in the document. What points to one that does not is no problem of its own. */
export const resolved = (document: OpenApi): Problem[] =>
  referencesIn(document)
    .filter(({ node }) => !isObject(pointedTo(document, node)))
    .map(({ node: { $ref }, at }) => ({
      at,
      message: `\`${$ref}\` points to nothing in this document: is it misspelt?`,
    }));
