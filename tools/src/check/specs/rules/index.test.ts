import { expect, test } from "vitest";
import type { Edit } from "../../../../test/support/edits.ts";
import { find } from "../../../../test/support/find-problems.ts";
import { rules } from "./index.ts";

const sud = "/paths/~1sud/get";
const schemas = "/components/schemas";

test.each([
  [
    "without an answer",
    `${sud}/responses`,
    {},
    "status 200 must return application/json with an array of a named object.",
  ],
  [
    "with parameters that are no list",
    `${sud}/parameters`,
    5,
    "paths /sud get: paths /sud get: not the shape that OpenAPI asks for (",
  ],
])("an operation %s, which may have any shape, stops no rule, and is reported", (_, place, to, message) => {
  const found = Object.keys(rules).flatMap((rule) => find(rule, [{ set: place, to }]));
  expect(found.filter((problem) => problem.includes(message))).toHaveLength(1);
});

test("an object that contains itself stops no rule, and is reported once", () => {
  const itself = { $ref: `#${schemas}/drzava`, description: "The same." };
  const found = Object.keys(rules).flatMap((rule) =>
    find(rule, [{ set: `${schemas}/drzava/properties/ona`, to: itself }]),
  );
  expect(found).toEqual([expect.stringContaining("an object that contains itself is not supported.")]);
});

test("a wrong operationId is reported once", () => {
  const found = Object.keys(rules).flatMap((rule) => find(rule, [{ set: `${sud}/operationId`, to: "sudovi.list" }]));
  expect(found).toHaveLength(1);
});

test.each([
  ["body", `${sud}/responses/200/content/application~1json/schema/$ref`, `#${schemas}/sudArrayy`],
  ["row", `${schemas}/sudArray/items/$ref`, `#${schemas}/sudd`],
  ["parameter", `${sud}/parameters/0/$ref`, "#/components/parameters/expand_relation"],
])("a misspelt $ref to a %s is reported where it stands, and its consequences are not", (_, place, to) => {
  const at = place.slice(1).replaceAll("/", " ").replaceAll("~1", "/");
  const found = Object.keys(rules).flatMap((rule) => find(rule, [{ set: place, to }]));
  expect(found).toEqual([`${at}: \`${to}\` points to nothing in this document: is it misspelt?`]);
});

test("a misspelt $ref is reported where it stands, and not where a $ref points to it", () => {
  const edits: Edit[] = [
    { set: `${schemas}/jedan`, to: { $ref: `#${schemas}/dvaa`, description: "Two." } },
    { set: `${schemas}/sudArray/items`, to: { $ref: `#${schemas}/jedan` } },
  ];
  expect(find("servable", edits)).toEqual([
    `components schemas jedan $ref: \`#${schemas}/dvaa\` points to nothing in this document: is it misspelt?`,
  ]);
});

const unshaped: [place: string, to: unknown, at: string][] = [
  ["/servers/0/url", 5, "servers"],
  ["/components/securitySchemes/subscription_key", null, "components securitySchemes"],
  [`${schemas}/novo`, null, "components schemas novo"],
  ["/components/parameters/novi", null, "components parameters novi"],
  [sud, null, "paths /sud"],
  [`${sud}/tags`, 5, "paths /sud get"],
];
test.each(unshaped)("%s with the value %j is reported at its place", (place, to, at) => {
  expect(find("servable", [{ set: place, to }])).toEqual([
    expect.stringMatching(`^${at}: .*: not the shape that OpenAPI asks for \\(`),
  ]);
});

test("a field with nothing after its name is reported at its place, and not where another row contains its object", () => {
  expect(find("servable", [{ set: `${schemas}/sud_nadlezan/properties/naziv`, to: null }])).toEqual([
    "components schemas sud_nadlezan properties naziv: components/schemas/sud_nadlezan/naziv: a field must be an object, with its type or a $ref.",
  ]);
});

test.each([
  ["a path without an operation", "/paths/~1prazno", {}, "paths /prazno: "],
  ["headers with nothing after them", `${sud}/responses/200/headers`, null, "paths /sud get responses 200 headers: "],
  ["`required` with nothing after it", `${schemas}/gfi/required`, null, "components schemas gfi required: "],
  [
    "a representation with nothing after it",
    `${sud}/responses/200/content/application~1xml`,
    null,
    "paths /sud get responses 200 content application/xml schema: The body must be a $ref ",
  ],
  [
    "a $ref that is no text",
    `${sud}/responses/200/content/application~1xml/schema/$ref`,
    {},
    "paths /sud get responses 200 content application/xml schema: The body must be a $ref ",
  ],
])("%s stops no rule, and is reported once at its place", (_, place, to, message) => {
  const found = Object.keys(rules).flatMap((rule) => find(rule, [{ set: place, to }]));
  expect(found.filter((problem) => problem.startsWith(message))).toHaveLength(1);
});

test.each(["schemas", "parameters"])(
  "one of the %s that is only a $ref is reported once, with what to do",
  (section) => {
    const target = { schemas: "gfi", parameters: "offset" }[section];
    const edits: Edit[] = [{ set: `/components/${section}/drugo`, to: { $ref: `#/components/${section}/${target}` } }];
    expect(Object.keys(rules).flatMap((rule) => find(rule, edits))).toEqual([
      expect.stringMatching(
        `^components ${section} drugo: components/${section}/drugo: a component that is only a \\$ref is not supported: remove it`,
      ),
    ]);
  },
);
