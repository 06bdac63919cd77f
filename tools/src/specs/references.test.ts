import { expect, test } from "vitest";
import type { OpenApi } from "./openapi.ts";
import { parseOpenApi } from "./openapi-text.ts";
import { circlesIn, outsideIn } from "./references.ts";

const to = (name: string): string => `#/components/schemas/${name}`;
const what = "let one of them say what is meant instead.";

/** A document with schemas that are only references, each to another. */
const referring = (targets: Record<string, string>): OpenApi => ({
  paths: {},
  components: {
    schemas: Object.fromEntries(Object.entries(targets).map(([name, target]) => [name, { $ref: to(target) }])),
  },
});

test("$refs that point in a circle are reported once, with the circle, and what points into it is not", () => {
  expect(circlesIn(referring({ sud: "jedan", jedan: "dva", dva: "jedan" }))).toEqual([
    {
      at: ["components", "schemas", "jedan", "$ref"],
      message: `$refs point in a circle, \`${to("dva")}\` to \`${to("jedan")}\` to \`${to("dva")}\`: ${what}`,
    },
  ]);
});

test("a $ref that points to itself is reported", () => {
  expect(circlesIn(referring({ dva: "dva" }))).toEqual([
    {
      at: ["components", "schemas", "dva", "$ref"],
      message: `$refs point in a circle, \`${to("dva")}\` to \`${to("dva")}\`: ${what}`,
    },
  ]);
});

test("a document with a circle is refused at its place", () => {
  expect(() => parseOpenApi(JSON.stringify(referring({ dva: "dva" }), null, 1), "a.yaml")).toThrow(
    /^a\.yaml:6:5: \$refs point in a circle, /,
  );
});

const naming = (externalValue: string): object => ({ examples: [{ externalValue }] });

test.each(["examples/gfi.json", "./examples/../examples/gfi.json", "..a.json"])(
  "%s is inside of the folder",
  (path) => {
    expect(outsideIn(naming(path))).toEqual([]);
  },
);

test.each([
  ...["../a.json", "examples/../../a.json", "..", "/etc/hostname", "https://primjer.hr/a.json", "//primjer.hr/a.json"],
  ...["file:///etc/hostname", "..\\a.json", "C:\\a.json"],
])("%s is outside of it, and so is what it names", (path) => {
  expect(outsideIn(naming(path))).toEqual([
    {
      at: ["examples", 0, "externalValue"],
      message: `\`${path}\` leads out of the folder of the specs: move the file into it.`,
    },
  ]);
});

test.each(["../a.yaml#/a", "a.yaml", "https://primjer.hr/a.yaml"])("a $ref to %s leads out of the document", ($ref) => {
  expect(outsideIn({ a: [{ $ref }] })).toEqual([
    { at: ["a", 0, "$ref"], message: expect.stringContaining(`\`${$ref}\` leads out of this document.`) },
  ]);
});
