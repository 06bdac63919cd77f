import { ask, firstRows, isPaged, like, type Probe, withParameter } from "../../checks/probe.ts";
import type { ProbeName } from "../../evidence/operation-view.ts";

/** The request of a probe, for XML. */
const asXml = (json: ProbeName): Pick<Probe, "after" | "request"> => ({
  after: [json],
  request: like(json, (query, operation) => ask(operation, query, "xml")),
});

export const xmlRequests: readonly Probe[] = [
  {
    name: "xml",
    about: "the same rows as XML",
    request: (operation, { width }) => ask(operation, firstRows(operation, width), "xml"),
    plain: true,
  },
  { name: "pageXml", about: "the same page as XML", applies: isPaged, ...asXml("page") },
  { name: "pastXml", about: "the same page past the end as XML", applies: isPaged, sampled: 1, ...asXml("past") },
  {
    name: "expandedXml",
    about: "expand_relations=true as XML, where it is not the default",
    applies: ({ expand, relations }) => expand !== undefined && expand.byDefault !== true && relations.length > 0,
    request: (operation, seen) => ask(operation, withParameter(operation, seen, "expand_relations", "true"), "xml"),
  },
  {
    name: "defaultXml",
    about: "the same page without a limit as XML",
    applies: isPaged,
    sampled: 4,
    ...asXml("default"),
  },
];
