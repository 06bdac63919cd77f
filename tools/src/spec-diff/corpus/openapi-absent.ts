import type { Case } from "./case.ts";
import { all, totals } from "./contract.ts";

const ime = "/components/schemas/skracena_tvrtka/properties/ime";
const tvrtka = ["skracena_tvrtka.list"];

const error = "/paths/~1sud/get/responses/404";

/** Changes of what the contract does not have today. */
export const absentCases: Case[] = [
  {
    name: "field no longer deprecated",
    given: [{ set: `${ime}/deprecated`, to: true }],
    edits: [{ remove: `${ime}/deprecated` }],
    verdict: "safe",
    who: [],
    operations: tvrtka,
  },
  {
    name: "header no longer required",
    given: [{ set: "/components/headers/x-total-count/required", to: true }],
    edits: [{ remove: "/components/headers/x-total-count/required" }],
    verdict: "risky",
    who: ["rest"],
    operations: totals,
  },
  {
    name: "header given a width",
    edits: [{ set: "/components/headers/x-total-count/schema/format", to: "int64" }],
    verdict: "safe",
    who: ["servers"],
    operations: totals,
  },
  {
    name: "header given a small width",
    edits: [{ set: "/components/headers/x-total-count/schema/format", to: "int32" }],
    verdict: "safe",
    who: ["servers"],
    operations: totals,
  },
  {
    name: "width of a header raised",
    given: [{ set: "/components/headers/x-total-count/schema/format", to: "int32" }],
    edits: [{ set: "/components/headers/x-total-count/schema/format", to: "int64" }],
    verdict: "risky",
    who: ["rest"],
    operations: totals,
  },
  {
    name: "width of a header lowered",
    given: [{ set: "/components/headers/x-total-count/schema/format", to: "int64" }],
    edits: [{ set: "/components/headers/x-total-count/schema/format", to: "int32" }],
    verdict: "safe",
    who: ["servers"],
    operations: totals,
  },
  {
    name: "body of an error changed",
    given: [
      { set: error, to: { description: "No.", content: { "application/json": { schema: { type: "object" } } } } },
    ],
    edits: [{ set: `${error}/content/application~1json/schema/type`, to: "array" }],
    verdict: "risky",
    who: ["rest", "servers"],
    operations: ["sud.list"],
  },
  {
    name: "error status no longer described",
    given: [{ set: error, to: { description: "No." } }],
    edits: [{ remove: error }],
    verdict: "risky",
    who: ["rest"],
    operations: ["sud.list"],
  },
  {
    name: "XML element of a row renamed",
    given: [{ set: "/components/schemas/sud/xml", to: { name: "sud" } }],
    edits: [{ set: "/components/schemas/sud/xml/name", to: "red" }],
    verdict: "breaking",
    who: ["rest", "servers"],
    operations: ["sud.list"],
  },
  {
    name: "key asked for where it was not",
    given: [{ remove: "/security" }],
    edits: [{ set: "/security", to: [{ subscription_key: [] }] }],
    verdict: "breaking",
    who: ["rest", "servers"],
    operations: all,
  },
];
