import type { Case } from "./case.ts";
import { all } from "./contract.ts";

/** Operations whose `limit` defaults to 100. */
const limit100: readonly string[] = [
  "email_adrese",
  "evidencijske_djelatnosti",
  "ino_registar",
  "prijevod_skracena_tvrtka",
  "sjediste",
  "skracena_tvrtka",
  "temeljni_kapital",
].map((name) => `${name}.list`);

/** Operations whose `limit` has no default. */
const limitOpen: readonly string[] = [
  "djelatnost_podruznice",
  "gfi",
  "objava_priopcenja",
  "postupak",
  "pravni_oblik",
  "predmet_poslovanja",
  "subjekt",
].map((name) => `${name}.list`);

/** Operations whose `offset` is an integer. */
const offsets: readonly string[] = [...limit100, ...limitOpen.filter((id) => id !== "subjekt.list")].sort();

const at = "/components/parameters";
const novo = { name: "novo", in: "query", schema: { type: "string" } };

export const parameterCases: Case[] = [
  {
    name: "optional parameter added",
    edits: [{ set: "/paths/~1sud/get/parameters/-", to: novo }],
    verdict: "safe",
    who: ["rest", "servers"],
    operations: ["sud.list"],
  },
  {
    name: "required parameter added",
    edits: [{ set: "/paths/~1sud/get/parameters/-", to: { ...novo, required: true, example: "a" } }],
    verdict: "breaking",
    who: ["rest", "servers"],
    operations: ["sud.list"],
  },
  {
    name: "parameter removed",
    edits: [{ remove: "/paths/~1sud/get/parameters/0" }],
    verdict: "breaking",
    who: ["rest"],
    operations: ["sud.list"],
  },
  {
    name: "list given pages",
    edits: [
      { set: "/paths/~1jezik/get/parameters/-", to: { $ref: "#/components/parameters/offset" } },
      { set: "/paths/~1jezik/get/parameters/-", to: { $ref: "#/components/parameters/limit" } },
    ],
    verdict: "breaking",
    who: ["rest", "servers"],
    operations: ["jezik.list"],
  },
  {
    name: "pages taken from a list",
    edits: [{ set: "/paths/~1gfi/get/parameters", to: [{ $ref: "#/components/parameters/timestamp_id" }] }],
    verdict: "breaking",
    who: ["rest"],
    operations: ["gfi.list"],
  },
  {
    name: "parameter renamed",
    edits: [{ set: `${at}/tvrtka_naziv/name`, to: "naziv" }],
    verdict: "breaking",
    who: ["rest"],
    operations: ["subjekt.list"],
  },
  {
    name: "parameter became required",
    given: [{ set: `${at}/tvrtka_naziv/example`, to: "Primjer" }],
    edits: [{ set: `${at}/tvrtka_naziv/required`, to: true }],
    verdict: "breaking",
    who: ["rest"],
    operations: ["subjekt.list"],
  },
  {
    name: "parameter became optional",
    edits: [{ set: `${at}/offset/required`, to: false }],
    verdict: "safe",
    who: ["rest", "servers"],
    operations: offsets,
  },
  {
    name: "parameter moved from query to header",
    edits: [{ set: `${at}/timestamp_id/in`, to: "header" }],
    verdict: "breaking",
    who: ["rest", "servers"],
    operations: all,
  },
  {
    name: "parameters moved up to their path",
    edits: [
      { set: "/paths/~1drzava/parameters", to: [{ $ref: `#${at}/timestamp_id` }] },
      { set: "/paths/~1drzava/get/parameters", to: [] },
    ],
    verdict: "none",
    who: [],
    operations: [],
  },
  {
    name: "parameter from text to integer",
    edits: [{ set: `${at}/offset_string/schema/type`, to: "integer" }],
    verdict: "breaking",
    who: ["rest", "servers"],
    operations: ["subjekt.list"],
  },
  {
    name: "offset from integer to text",
    edits: [{ set: `${at}/offset/schema`, to: { type: "string" } }],
    verdict: "safe",
    who: ["rest", "servers"],
    operations: offsets,
  },
  {
    name: "parameter from boolean to text",
    edits: [{ set: `${at}/only_active/schema/type`, to: "string" }],
    verdict: "breaking",
    who: ["rest", "servers"],
    operations: ["subjekt.list"],
  },
  {
    name: "parameter from int32 to int64",
    edits: [{ set: `${at}/offset/schema/format`, to: "int64" }],
    verdict: "safe",
    who: ["rest", "servers"],
    operations: offsets,
  },
  {
    name: "format of a parameter dropped",
    edits: [{ remove: `${at}/timestamp_id/schema/format` }],
    verdict: "safe",
    who: ["rest", "servers"],
    operations: all,
  },
  {
    name: "format of a parameter added",
    edits: [{ set: `${at}/tvrtka_naziv/schema/format`, to: "uuid" }],
    verdict: "breaking",
    who: ["rest"],
    operations: ["subjekt.list"],
  },
  {
    name: "format of a parameter exchanged",
    edits: [{ set: `${at}/timestamp_id/schema/format`, to: "date-time" }],
    verdict: "breaking",
    who: ["rest", "servers"],
    operations: all,
  },
  {
    name: "default of limit changed",
    edits: [{ set: `${at}/limit_100/schema/default`, to: 50 }],
    verdict: "breaking",
    who: ["rest", "servers"],
    operations: limit100,
  },
  {
    name: "default of limit removed",
    edits: [{ remove: `${at}/limit_100/schema/default` }],
    verdict: "breaking",
    who: ["rest"],
    operations: limit100,
  },
  {
    name: "default of limit added",
    edits: [{ set: `${at}/limit/schema/default`, to: 100 }],
    verdict: "risky",
    who: ["rest", "servers"],
    operations: limitOpen,
  },
  {
    name: "default of expand_relations changed",
    edits: [{ set: `${at}/expand_relations_true/schema/default`, to: false }],
    verdict: "breaking",
    who: ["rest", "servers"],
    operations: ["bris_registar.list"],
  },
  {
    name: "parameter written as another style",
    edits: [{ set: `${at}/tvrtka_naziv/style`, to: "pipeDelimited" }],
    verdict: "breaking",
    who: ["rest", "servers"],
    operations: ["subjekt.list"],
  },
  {
    name: "parameter deprecated",
    edits: [{ set: `${at}/tvrtka_naziv/deprecated`, to: true }],
    verdict: "safe",
    who: ["rest"],
    operations: ["subjekt.list"],
  },
  {
    name: "parameter reworded",
    edits: [{ set: `${at}/tvrtka_naziv/description`, to: "Name." }],
    verdict: "safe",
    who: [],
    operations: ["subjekt.list"],
  },
  {
    name: "unknown keyword of a parameter",
    edits: [{ set: `${at}/tvrtka_naziv/allowEmptyValue`, to: true }],
    verdict: "risky",
    who: ["rest", "servers"],
    operations: ["subjekt.list"],
  },
];
