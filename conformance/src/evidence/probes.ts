/**
 * Every probe, a request that requirements can need, by name, in the order in which they are sent: what it asks for, in the words
 * of a sentence ("the request for the last rows got status 500").
 */
export const aboutProbe = {
  json: "the first rows (or all) as JSON",
  xml: "the same rows as XML",
  default: "a page from the second row without a limit",
  page: "a small page at a sampled offset within the first rows",
  pageXml: "the same page as XML",
  edge: "the last rows",
  past: "a page past the end",
  pastXml: "the same page past the end as XML",
  further: "further pages",
  expanded: "expand_relations=true",
  expandedXml: "expand_relations=true as XML, where it is not the default",
  collapsed: "expand_relations=false",
  active: "only_active=true",
  inactive: "only_active=false",
  named: "tvrtka_naziv with a word common in company names",
  namedNext: "the same search from the second row",
  namedBeyondAscii: "tvrtka_naziv with non-ASCII letters",
  noKey: "without a key",
  emptyKey: "with an empty key",
  wrongKey: "with a key that was never issued",
  noKeyElse: "without a key, as XML and not from the start",
  timestamp: "a timestamp_id that matches no published state",
  // The last: the seed draws the operations of the others as it did before this one, in recordings of older versions too.
  defaultXml: "the same page without a limit as XML",
} as const;

export type ProbeName = keyof typeof aboutProbe;

/** Each probe for XML, with the one that sends the same request for JSON. */
export const pairs: ReadonlyMap<ProbeName, ProbeName> = new Map([
  ["xml", "json"],
  ["pageXml", "page"],
  ["pastXml", "past"],
  ["expandedXml", "expanded"],
  ["defaultXml", "default"],
]);
