/** The rule finds what is wrong with an example, in the OpenAPI document and in its file. */
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Edit } from "../../../test/support/edits.ts";
import { find } from "../../../test/support/find-problems.ts";
import { edit, folder } from "../../../test/support/specs-to-break.ts";

const sud = "/paths/~1sud/get";
const schemas = "/components/schemas";

const broken: [string, Edit[], string][] = [
  [
    "nested objects where the default is to leave them out",
    [{ set: "/components/parameters/expand_relations_true/schema/default", to: false }],
    "paths /bris_registar get responses 200 content application/json examples rows: examples/bris_registar.json: shows `drzava_registra`, but expand_relations is false by default, and an example is the response without it.",
  ],
  [
    "no XML example",
    [{ remove: `${sud}/responses/200/content/application~1xml/examples` }],
    "paths /sud get responses: `sud.list` needs an example as application/xml.",
  ],
  [
    "no JSON example",
    [{ remove: `${sud}/responses/200/content/application~1json/examples` }],
    "paths /sud get responses: `sud.list` needs an example as application/json.",
  ],
  [
    "a file that does not exist",
    [{ set: `${sud}/responses/200/content/application~1json/examples/rows/externalValue`, to: "./examples/no.json" }],
    'paths /sud get responses 200 content application/json examples rows: An example is a file: `externalValue: ./examples/…` naming one that exists, not "./examples/no.json".',
  ],
];

test.each(broken)("%s", (_, edits, message) => {
  expect(find("exemplified", edits)).toContainEqual(expect.stringContaining(message));
});

test.each<[string, Edit[]]>([
  ["a moved path: the XML names items after their resource", [{ rename: "/paths/~1sud", to: "/sudovi" }]],
  [
    "what no rule for examples judges: a type that does not exist",
    [{ set: `${schemas}/sud/properties/sifra/type`, to: "interger" }],
  ],
])("does not complain of %s", (_, edits) => {
  expect(find("exemplified", edits)).toEqual([]);
});

const brokenFiles: [string, string, string, string, string][] = [
  [
    "a value of another type",
    "sud.json",
    '"sifra": ',
    '"sifra": "x", "sifra_": ',
    "examples/sud.json: /0/sifra must be integer",
  ],
  ["broken JSON", "sud.json", "[", "[[", "examples/sud.json: not JSON: "],
  ["another root", "sud.xml", "<sudArray", "<sudovi", "examples/sud.xml: not well-formed: "],
  [
    "another value in XML",
    "sud.xml",
    "</naziv>",
    " 2</naziv>",
    "examples/sud.xml: not the rows of the JSON example: /sud[1]/naziv[",
  ],
  [
    "another element in XML",
    "gfi.xml",
    "<mbs>",
    "<mbs2/><mbs>",
    "examples/gfi.xml: not the rows of the JSON example: /gfi[1]/mbs[1]: <mbs2>, expected <mbs>",
  ],
];

test.each(brokenFiles)("%s", async (_, file, from, to, message) => {
  await edit(`examples/${file}`, from, to);
  expect(find("exemplified")).toContainEqual(expect.stringContaining(message));
});

test("fields that were removed or misspelt", () => {
  const gone = [`${schemas}/gfi/properties/godina_izvjestaja`, `${schemas}/valuta/properties/sifra`];
  const found = find(
    "exemplified",
    gone.map((remove) => ({ remove })),
  );
  expect(found).toContainEqual(
    expect.stringContaining("examples/gfi.json: /0/godina_izvjestaja is not a field of the contract."),
  );
  expect(found).toContainEqual(expect.stringContaining("examples/temeljni_kapital.json: /0/valuta/sifra is no"));
});

test("a number that is read as another", async () => {
  await edit("examples/gfi.json", '"mbs": ', '"mbs": 90071992547409'); // and the digits that stand there
  const text = await readFile(join(folder, "examples/gfi.json"), "utf8");
  const [, digits] = /"mbs": (\d+)/.exec(text) ?? [];
  expect(find("exemplified")).toContainEqual(
    expect.stringContaining(`examples/gfi.json: \`mbs\`: ${digits} is read as ${Number(digits)}. Write a number that`),
  );
});

test("no rows", async () => {
  await writeFile(join(folder, "examples/sud.json"), "[]");
  expect(find("exemplified")).toContainEqual(
    expect.stringContaining("examples/sud.json: an example must have at least one row."),
  );
});

test("the XML root of another operation", async () => {
  await cp(join(folder, "examples/drzava.xml"), join(folder, "examples/sud.xml"));
  expect(find("exemplified")).toContainEqual(
    expect.stringContaining("examples/sud.xml: the root is <drzavaArray>, expected <sudArray>."),
  );
});

test("a file that belongs to no operation", async () => {
  await writeFile(join(folder, "examples/no.json"), "[]");
  expect(find("exemplified")).toEqual(["paths: examples/no.json is not the example of any operation."]);
});
