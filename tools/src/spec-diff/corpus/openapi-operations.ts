import type { Case } from "./case.ts";
import { totals } from "./contract.ts";

const answer = "/paths/~1sud/get/responses/200";
const list = {
  operationId: "pokusni_zapis.list",
  tags: ["pokusni_zapis"],
  summary: "List the trial records.",
  parameters: [{ $ref: "#/components/parameters/timestamp_id" }],
  responses: {
    "200": {
      description: "The items.",
      content: { "application/json": { schema: { $ref: "#/components/schemas/pokusni_zapisArray" } } },
    },
  },
};

const rows = {
  type: "array",
  items: { $ref: "#/components/schemas/jezik" },
  xml: { name: "pokusni_zapisArray", wrapped: true },
};

/** Operations, and everything in their responses but the rows. */
export const operationCases: Case[] = [
  {
    name: "operation added",
    edits: [
      { set: "/components/schemas/pokusni_zapisArray", to: rows },
      { set: "/paths/~1pokusni_zapis", to: { get: list } },
    ],
    verdict: "safe",
    who: ["rest", "servers"],
    operations: ["pokusni_zapis.list"],
  },
  {
    name: "operation removed",
    edits: [{ remove: "/paths/~1sud" }],
    verdict: "breaking",
    who: ["rest"],
    operations: ["sud.list"],
  },
  {
    name: "operation and its resource removed",
    edits: [
      { remove: "/paths/~1postupak" },
      { remove: "/components/schemas/postupciArray" },
      { remove: "/components/schemas/postupak" },
    ],
    verdict: "breaking",
    who: ["rest"],
    operations: ["postupak.list"],
  },
  {
    name: "resource renamed everywhere",
    edits: [
      { refer: "vrsta_gfi_dokumentaArray", to: "vrsta_izvjescaArray" },
      { refer: "vrsta_gfi_dokumenta", to: "vrsta_izvjesca" },
      { set: "/components/schemas/vrsta_izvjescaArray/xml/name", to: "vrsta_izvjescaArray" },
      { set: "/paths/~1vrsta_gfi_dokumenta/get/operationId", to: "vrsta_izvjesca.list" },
      { set: "/paths/~1vrsta_gfi_dokumenta/get/tags", to: ["vrsta_izvjesca"] },
      { rename: "/paths/~1vrsta_gfi_dokumenta", to: "/vrsta_izvjesca" },
    ],
    verdict: "breaking",
    who: ["rest"],
    operations: ["vrsta_gfi_dokumenta.list"],
  },
  {
    name: "operation deprecated",
    edits: [{ set: "/paths/~1sud/get/deprecated", to: true }],
    verdict: "safe",
    who: ["rest"],
    operations: ["sud.list"],
  },
  {
    name: "path renamed",
    edits: [{ rename: "/paths/~1sud", to: "/sudovi" }],
    verdict: "breaking",
    who: ["rest", "servers"],
    operations: ["sud.list"],
  },
  {
    name: "slash at the end of a path dropped",
    edits: [{ rename: "/paths/~1subjekt~1", to: "/subjekt" }],
    verdict: "breaking",
    who: ["rest", "servers"],
    operations: ["subjekt.list"],
  },
  {
    name: "path renamed and a field removed",
    edits: [{ rename: "/paths/~1sud", to: "/sudovi" }, { remove: "/components/schemas/sud/properties/izdaje_izvatke" }],
    verdict: "breaking",
    who: ["rest", "servers"],
    operations: ["sud.list"],
  },
  {
    name: "operation id renamed",
    edits: [{ set: "/paths/~1sud/get/operationId", to: "sud.find" }],
    verdict: "breaking",
    who: ["rest"],
    operations: ["sud.list"],
  },
  {
    name: "tag renamed",
    edits: [
      { set: "/paths/~1sud/get/tags", to: ["sudovi"] },
      { set: "/paths/~1sud/get/operationId", to: "sudovi.list" },
    ],
    verdict: "breaking",
    who: ["rest"],
    operations: ["sud.list"],
  },
  {
    name: "summary reworded",
    edits: [{ set: "/paths/~1sud/get/summary", to: "All courts." }],
    verdict: "safe",
    who: [],
    operations: ["sud.list"],
  },
  {
    name: "description of a tag reworded",
    edits: [{ set: "/tags/0/description", to: "Seats." }],
    verdict: "safe",
    who: [],
    operations: [],
  },
  {
    name: "version of OpenAPI raised",
    edits: [{ set: "/openapi", to: "3.1.1" }],
    verdict: "safe",
    who: [],
    operations: [],
  },
  {
    name: "header removed",
    edits: [{ remove: "/paths/~1sjediste/get/responses/200/headers" }],
    verdict: "breaking",
    who: ["rest"],
    operations: ["sjediste.list"],
  },
  {
    name: "header removed that the clients do not offer",
    given: [{ set: "/paths/~1sud/get/responses/200/headers", to: { "x-sud": { schema: { type: "string" } } } }],
    edits: [{ remove: "/paths/~1sud/get/responses/200/headers" }],
    verdict: "breaking",
    who: ["rest"],
    operations: ["sud.list"],
  },
  {
    name: "header added",
    edits: [
      {
        set: "/paths/~1gfi/get/responses/200/headers",
        to: { "x-total-count": { $ref: "#/components/headers/x-total-count" } },
      },
    ],
    verdict: "safe",
    who: ["rest", "servers"],
    operations: ["gfi.list"],
  },
  {
    name: "header in another case",
    edits: [{ rename: "/paths/~1sjediste/get/responses/200/headers/x-total-count", to: "X-Total-Count" }],
    verdict: "none",
    who: [],
    operations: [],
  },
  {
    name: "header became text",
    edits: [{ set: "/components/headers/x-total-count/schema/type", to: "string" }],
    verdict: "breaking",
    who: ["rest", "servers"],
    operations: totals,
  },
  {
    name: "header became required",
    edits: [{ set: "/components/headers/x-total-count/required", to: true }],
    verdict: "safe",
    who: ["servers"],
    operations: totals,
  },
  {
    name: "header reworded",
    edits: [{ set: "/components/headers/x-total-count/description", to: "Total." }],
    verdict: "safe",
    who: [],
    operations: totals,
  },
  {
    name: "XML removed",
    edits: [{ remove: `${answer}/content/application~1xml` }],
    verdict: "breaking",
    who: ["rest"],
    operations: ["sud.list"],
  },
  {
    name: "XML under another media type",
    edits: [{ rename: `${answer}/content/application~1xml`, to: "text/xml" }],
    verdict: "breaking",
    who: ["rest"],
    operations: ["sud.list"],
  },
  {
    name: "representation added",
    edits: [{ set: `${answer}/content/text~1csv`, to: { schema: { $ref: "#/components/schemas/sudArray" } } }],
    verdict: "safe",
    who: ["rest", "servers"],
    operations: ["sud.list"],
  },
  {
    name: "success status gone",
    given: [{ set: "/paths/~1sud/get/responses/204", to: { description: "Nothing." } }],
    edits: [{ remove: "/paths/~1sud/get/responses/204" }],
    verdict: "breaking",
    who: ["rest", "servers"],
    operations: ["sud.list"],
  },
  {
    name: "success status added",
    edits: [{ set: "/paths/~1sud/get/responses/204", to: { description: "Nothing." } }],
    verdict: "risky",
    who: ["rest"],
    operations: ["sud.list"],
  },
  {
    name: "error status described",
    edits: [{ set: "/paths/~1sud/get/responses/404", to: { description: "No." } }],
    verdict: "safe",
    who: ["rest", "servers"],
    operations: ["sud.list"],
  },
  {
    name: "example exchanged",
    edits: [{ set: `${answer}/content/application~1json/examples/rows/externalValue`, to: "./examples/drzava.json" }],
    verdict: "safe",
    who: [],
    operations: ["sud.list"],
  },
  {
    name: "unknown keyword of an operation",
    edits: [{ set: "/paths/~1sud/get/x-cost", to: 2 }],
    verdict: "risky",
    who: ["rest", "servers"],
    operations: ["sud.list"],
  },
];
