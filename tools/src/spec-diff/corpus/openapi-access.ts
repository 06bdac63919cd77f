import type { Case } from "./case.ts";
import { all } from "./contract.ts";

/** How operations are reached: server URL and key. */
export const accessCases: Case[] = [
  {
    name: "server path changed",
    edits: [{ set: "/servers/0/url", to: "{base_url}/v2/javni" }],
    verdict: "breaking",
    who: ["rest", "servers"],
    operations: all,
  },
  {
    name: "server path of one operation changed",
    edits: [{ set: "/paths/~1sud/get/servers", to: [{ url: "https://registar.primjer.hr/javni/v2" }] }],
    verdict: "breaking",
    who: ["rest", "servers"],
    operations: ["sud.list"],
  },
  {
    name: "default address changed",
    edits: [{ set: "/servers/0/variables/base_url/default", to: "https://sud.primjer.hr" }],
    verdict: "safe",
    who: [],
    operations: all,
  },
  {
    name: "key header renamed",
    edits: [{ set: "/components/securitySchemes/subscription_key/name", to: "X-Api-Key" }],
    verdict: "breaking",
    who: ["rest", "servers"],
    operations: all,
  },
  {
    name: "key no longer asked for",
    edits: [{ remove: "/security" }],
    verdict: "risky",
    who: ["rest", "servers"],
    operations: all,
  },
  {
    name: "key no longer asked for by one operation",
    edits: [{ set: "/paths/~1sud/get/security", to: [] }],
    verdict: "risky",
    who: ["rest", "servers"],
    operations: ["sud.list"],
  },
  {
    name: "scheme of the key renamed in the document alone",
    edits: [
      { rename: "/components/securitySchemes/subscription_key", to: "kljuc" },
      { set: "/security", to: [{ kljuc: [] }] },
    ],
    verdict: "none",
    who: [],
    operations: [],
  },
  {
    name: "path of a further server",
    edits: [{ set: "/servers/-", to: { url: "{base_url}/v2/javni" } }],
    verdict: "safe",
    who: ["rest", "servers"],
    operations: all,
  },
  {
    name: "key that may be sent where none was",
    given: [{ remove: "/security" }],
    edits: [{ set: "/security", to: [{ subscription_key: [] }, {}] }],
    verdict: "safe",
    who: ["rest", "servers"],
    operations: all,
  },
  {
    name: "key that may be left out",
    edits: [{ set: "/security/-", to: {} }],
    verdict: "risky",
    who: ["rest", "servers"],
    operations: all,
  },
  {
    name: "key that might be left out asked for",
    given: [{ set: "/security/-", to: {} }],
    edits: [{ remove: "/security/1" }],
    verdict: "breaking",
    who: ["rest", "servers"],
    operations: all,
  },
  {
    name: "key that might be left out gone",
    given: [{ set: "/security/-", to: {} }],
    edits: [{ remove: "/security/0" }],
    verdict: "risky",
    who: ["rest", "servers"],
    operations: all,
  },
];
