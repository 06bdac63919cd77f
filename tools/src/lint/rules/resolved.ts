import { resolve } from "../../specs/openapi.ts";
import type { Problem, Rule } from "../problem.ts";

/** Every `$ref` points to something in the document. */
export const resolved: Rule = (document) => {
  const problems: Problem[] = [];
  const visit = (node: object, at: (string | number)[]): void => {
    if ("$ref" in node && typeof node.$ref === "string" && resolve(document, { $ref: node.$ref }) === undefined)
      problems.push({
        at: [...at, "$ref"],
        message: `\`${node.$ref}\` points to nothing in this document: is it misspelt?`,
      });
    for (const [key, value] of Object.entries(node)) {
      if (typeof value === "object" && value !== null) visit(value, [...at, Array.isArray(node) ? Number(key) : key]);
    }
  };
  visit(document, []);
  return problems;
};
