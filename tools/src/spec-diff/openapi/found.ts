/** What the comparisons of this folder report: a rule of the table, and the facts that its texts name. */
import type { OpenApi, PlacedOperation } from "../../specs/openapi.ts";
import type { Both } from "../both.ts";
import type { Finding } from "../judge.ts";

/** A change at a place that the caller knows. */
export type Explained = Pick<Finding, "rule" | "facts">;

/** Both documents. */
export type Documents = Both<OpenApi>;

/** The same operation in both documents. */
export type Operations = Both<PlacedOperation | undefined>;

export const documented = (what: string): Explained => ({ rule: "documentation", facts: { what } });

export const unexplained = (what: string): Explained => ({ rule: "unknown", facts: { what } });

export const deprecation = (what: string, now: boolean): Explained => ({
  rule: now ? "deprecated" : "no-longer-deprecated",
  facts: { what },
});

/** Keywords that are documentation only. */
export function isDocumentation(keyword: string): boolean {
  return ["description", "summary", "title", "example", "examples", "externalDocs", "$comment"].includes(keyword);
}
