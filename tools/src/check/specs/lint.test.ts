/** The specs follow each house rule, and each rule finds violations in the contract of a page; those of examples have a test of their own. */
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Edit } from "../../../test/support/edits.ts";
import { find } from "../../../test/support/find-problems.ts";
import { edit } from "../../../test/support/specs-to-break.ts";
import { root } from "../../shared/repository.ts";
import { readSpecs, workingTree } from "../../spec-diff/specs.ts";
import { rules } from "./rules.ts";

const sud = "/paths/~1sud/get";
const schemas = "/components/schemas";

const specs = await readSpecs(workingTree(root));

test.each(Object.keys(rules))("the specs follow the rule %s", (rule) => {
  expect(rules[rule]?.(specs.openapi, join(root, "specs"))).toEqual([]);
});

const broken: [string, string, Edit[], string][] = [
  [
    "described",
    "a field without a description",
    [{ remove: `${schemas}/sud/properties/naziv/description` }],
    "components schemas sud properties naziv: `naziv` needs a description: it becomes a docstring.",
  ],
  [
    "described",
    "a field with nothing but a reference",
    [{ set: `${schemas}/sud/properties/sud_nadlezan`, to: { $ref: `#${schemas}/sud_nadlezan` } }],
    "components schemas sud properties sud_nadlezan: `sud_nadlezan` needs a description: it becomes a docstring.",
  ],
  [
    "described",
    "a resource with a blank description",
    [{ set: `${schemas}/sud/description`, to: " " }],
    "components schemas sud: `sud` needs a description: it becomes a docstring.",
  ],
  [
    "described",
    "a parameter without a description",
    [{ remove: "/components/parameters/limit/description" }],
    "components parameters limit: `limit` needs a description: it becomes a docstring.",
  ],
  [
    "described",
    "a header without a description",
    [{ remove: "/components/headers/x-total-count/description" }],
    "components headers x-total-count: `x-total-count` needs a description: it becomes a docstring.",
  ],
  [
    "described",
    "a key without a description",
    [{ remove: "/components/securitySchemes/subscription_key/description" }],
    "components securitySchemes subscription_key: `subscription_key` needs a description: it becomes a docstring.",
  ],
  [
    "cited",
    "a section that does not exist",
    [{ set: `${sud}/description`, to: "Contract: sections 4.4 and 4.9." }],
    "paths /sud get description: There is no section 4.9 in README.md.",
  ],
  [
    "worded",
    "another header for the key",
    [{ set: "/components/securitySchemes/subscription_key/name", to: "X-Kljuc" }],
    ": README.md names `Ocp-Apim-Subscription-Key`, which the specs do not have.",
  ],
  [
    "worded",
    "a field that the prose still names",
    [{ rename: `${schemas}/gfi/properties/vrsta_dokumenta`, to: "vrsta" }],
    ": README.md names `vrsta_dokumenta`, which the specs do not have.",
  ],
];

test.each(broken)("%s finds %s", (rule, _, edits, message) => {
  expect(find(rule, edits)).toContainEqual(expect.stringContaining(message));
});

test.each(["description", "summary", "tags"])(
  "the prose may name a field called %s, as OpenAPI calls texts",
  async (name) => {
    await edit("README.md", "`vrsta_dokumenta`", `\`${name}\``);
    const field = { type: "string", description: "Text." };
    expect(find("worded", [{ set: `${schemas}/sud/properties/${name}`, to: field }])).toEqual([]);
    expect(find("worded")).toEqual([`: README.md names \`${name}\`, which the specs do not have.`]);
  },
);
