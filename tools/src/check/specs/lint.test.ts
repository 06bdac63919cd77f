/** The specs follow each house rule, and each rule finds violations in the contract of a page; those of examples have a test of their own. */
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Edit } from "../../../test/support/edits.ts";
import { find } from "../../../test/support/find-problems.ts";
import { edit } from "../../../test/support/specs-to-break.ts";
import { root } from "../../shared/repository.ts";
import { readSpecs, workingTree } from "../../spec-diff/specs.ts";
import { rules } from "./rules/index.ts";

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
  ...["sud.list-all", "sud.2list"].map((id): [string, string, Edit[], string] => [
    "servable",
    `the operationId ${id}, whose verb is no name`,
    [{ set: `${sud}/operationId`, to: id }],
    `paths /sud get operationId: paths /sud get operationId: the operationId must be the tag, a dot and a verb, such as "sud.list", not "${id}".`,
  ]),
  [
    "worded",
    "a field that the prose still names",
    [{ rename: `${schemas}/gfi/properties/vrsta_dokumenta`, to: "vrsta" }],
    ": README.md names `vrsta_dokumenta`, which the specs do not have.",
  ],
  [
    "servable",
    "an id of another tag",
    [{ set: `${sud}/operationId`, to: "sudovi.list" }],
    `paths /sud get operationId: the operationId must be the tag, a dot and a verb, such as "sud.list", not "sudovi.list".`,
  ],
  [
    "servable",
    "an id without a verb",
    [{ set: `${sud}/operationId`, to: "sud" }],
    `paths /sud get operationId: the operationId must be the tag, a dot and a verb, such as "sud.list", not "sud".`,
  ],
  [
    "servable",
    "two tags",
    [{ set: `${sud}/tags`, to: ["sud", "drzava"] }],
    "paths /sud get tags: an operation has one tag, the name of its property in the clients, not 2.",
  ],
  [
    "servable",
    "a root used twice",
    [{ set: `${sud}/responses/200/content/application~1xml/schema/$ref`, to: `#${schemas}/drzavaArray` }],
    "paths /drzava get responses 200 content application/json schema: `drzavaArray` is already the root of `/sud`: a root names one operation.",
  ],
  [
    "servable",
    "an XML root with another name",
    [{ set: `${schemas}/sudArray/xml/name`, to: "sudovi" }],
    "components schemas sudArray: `sudArray` needs `xml: { name: sudArray, wrapped: true }`: the XML root has the name of the array.",
  ],
  [
    "servable",
    "an XML root that does not wrap",
    [{ set: `${schemas}/sudArray/xml/wrapped`, to: false }],
    "components schemas sudArray: `sudArray` needs `xml: { name: sudArray, wrapped: true }`: the XML root has the name of the array.",
  ],
  [
    "servable",
    "a body that is not an array",
    [{ set: `${schemas}/sudArray/type`, to: "object" }],
    "components schemas sudArray: components/schemas/sudArray: a row must be an object with properties.",
  ],
  [
    "servable",
    "rows without a name",
    [{ set: `${schemas}/sudArray/items`, to: { type: "object" } }],
    "paths /sud get: paths /sud get: status 200 must return application/json with an array of a named object.",
  ],
  [
    "servable",
    "a body without a name",
    [{ set: `${sud}/responses/200/content/application~1xml/schema`, to: { type: "array" } }],
    "paths /sud get responses 200 content application/xml schema: The body must be a $ref to an array under components/schemas.",
  ],
  [
    "servable",
    "a request body",
    [{ set: `${sud}/requestBody`, to: { content: {} } }],
    "paths /sud get: paths /sud get: a request body is not supported.",
  ],
  [
    "servable",
    "an offset without a limit",
    [{ set: `${sud}/parameters/0`, to: { $ref: "#/components/parameters/offset" } }],
    "paths /sud get: The conformance suite cannot judge this: sud.list takes offset without limit: pages are judged by both.",
  ],
  [
    "servable",
    "a name with a line break",
    [{ rename: `${schemas}/sud/properties/naziv`, to: "__proto__x\n" }],
    "is not a name on one line.",
  ],
  [
    "servable",
    "a field without a type",
    [{ set: `${schemas}/sud/properties/naziv`, to: {} }],
    "components schemas sud properties naziv: components/schemas/sud/naziv: only text",
  ],
  [
    "servable",
    "a field of a type that no requirement judges",
    [{ set: `${schemas}/sud/properties/naziv`, to: { type: "array", items: { type: "string" } } }],
    "paths /sud get: The conformance suite cannot judge this: the field naziv is of the type array, which no requirement judges.",
  ],
  [
    "servable",
    "an enum on a field",
    [{ set: `${schemas}/sud/properties/naziv/enum`, to: ["a"] }],
    "the field naziv has `enum`, which no requirement judges. Describe it in prose instead, or teach it first to the suite, ",
  ],
  [
    "servable",
    "an enum on a parameter",
    [{ set: "/components/parameters/tvrtka_naziv/schema/enum", to: ["a", "b"] }],
    "paths /subjekt/ get: The conformance suite cannot judge this: the parameter tvrtka_naziv has `enum`, which no requirement judges.",
  ],
  [
    "servable",
    "a bound on a parameter",
    [{ set: "/components/parameters/limit_100/schema/maximum", to: 500 }],
    "paths /sjediste get: The conformance suite cannot judge this: the parameter limit has `maximum`, which no requirement judges.",
  ],
  [
    "servable",
    "a required parameter without a value to send",
    [{ set: `${sud}/parameters/0`, to: { name: "a", in: "query", required: true, schema: { type: "string" } } }],
    "sud.list requires the parameter a, for which there is no value to send: give it an `example`.",
  ],
];

test("names every field of an operation that no requirement judges", () => {
  const time = { type: "string", format: "time", description: "Time." };
  const edits = ["naziv", "izdaje_izvatke"].map((field) => ({ set: `${schemas}/sud/properties/${field}`, to: time }));
  expect(find("servable", edits).map((message) => /the field (\w+)/.exec(message)?.[1])).toEqual([
    "izdaje_izvatke",
    "naziv",
  ]);
});

test.each([
  ["boolean", { type: "boolean", description: "Whether extracts are issued." }],
  ["date", { type: "string", format: "date", description: "Day of the entry." }],
])("a field of the type %s is judged", (_, to) => {
  expect(find("servable", [{ set: `${schemas}/sud/properties/novo`, to }])).toEqual([]);
});

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

test("what is wrong with an array is reported once, not for each representation", () => {
  expect(find("servable", [{ set: `${schemas}/sudArray/xml/name`, to: "sudovi" }])).toHaveLength(1);
});
