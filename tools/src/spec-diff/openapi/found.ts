/** What the comparisons of this folder report in many places. */
import type { OpenApi, PlacedOperation } from "../../specs/openapi.ts";
import type { Both, Explained } from "../change.ts";

/** Both documents. */
export type Documents = Both<OpenApi>;

/** The same operation in both documents. */
export type SameOperation = Both<PlacedOperation | undefined>;

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
