/** All house rules together: one fault is reported once. */
import { expect, test } from "vitest";
import { find } from "../../../test/support/find-problems.ts";
import { folder } from "../../../test/support/specs-to-break.ts";
import { readRegisterSpec } from "../../specs/register-spec.ts";
import { onceResolved, rules } from "./index.ts";

const sound = await readRegisterSpec({ examples: "drop" });
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
    "No client can be generated from a document of this shape: ",
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

test("an error of a rule is not taken for one of the document", () => {
  const broken = onceResolved(() => {
    throw new TypeError("a bug of ours");
  });
  expect(() => broken(sound, folder)).toThrow("a bug of ours");
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
