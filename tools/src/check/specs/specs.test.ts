/** What `pnpm check specs` says of each mistake in the contract of a page. That the specs have none is that check itself. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse as parseSdl, print, visit } from "graphql";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { contract } from "../../../test/contract/contract.ts";
import { apply, type Edit } from "../../../test/support/edits.ts";
import { copySpecs, edit, folder } from "../../../test/support/specs-to-break.ts";
import { readContract } from "../../specs/contract.ts";
import { lintGraphql, unpassed } from "./graphql.ts";
import { lintRegister } from "./house-rules.ts";

copySpecs();

const sud = "/paths/~1sud/get";
const schemas = "/components/schemas";

/** What the house rules say, without places. */
const said = (): string[] =>
  lintRegister(folder).map((one) => one.replace(/^specs\/register\.openapi\.yaml:\d+:\d+: /, ""));

/** What they say after the edits. */
async function find(edits: Edit[]): Promise<string[]> {
  await writeFile(join(folder, "register.openapi.yaml"), stringify(apply(contract, edits).openapi));
  return said();
}

describe("the OpenAPI document", () => {
  test("whatever becomes a docstring needs a description; a blank one is none, nor is that of what a field refers to", async () => {
    const found = await find([
      { remove: `${schemas}/sud/properties/naziv/description` },
      { set: `${schemas}/sud/properties/sud_nadlezan`, to: { $ref: `#${schemas}/sud_nadlezan` } },
      { set: `${schemas}/sud/description`, to: " " },
      { remove: "/components/parameters/limit/description" },
      { remove: "/components/headers/x-total-count/description" },
      { remove: "/components/securitySchemes/subscription_key/description" },
    ]);
    const names = ["sud", "limit", "x-total-count", "subscription_key", "sud_nadlezan", "naziv"];
    expect(found.filter((one) => one.includes("needs a description"))).toEqual(
      names.map((name) => `\`${name}\` needs a description: it becomes a docstring.`),
    );
  });

  test.each<[what: string, edits: Edit[], message: string]>([
    [
      "no XML example",
      [{ remove: `${sud}/responses/200/content/application~1xml/examples` }],
      "`sud.list` needs an example as application/xml, in a file",
    ],
    [
      "a field that was removed or misspelt",
      [{ remove: `${schemas}/gfi/properties/godina_izvjestaja` }],
      "examples/gfi.json: /0/godina_izvjestaja is not a field of the contract.",
    ],
    [
      "the same within an object",
      [{ remove: `${schemas}/valuta/properties/sifra` }],
      "examples/temeljni_kapital.json: /0/valuta/sifra is not a field of the contract.",
    ],
  ])("%s is found", async (_, edits, message) => {
    expect(await find(edits)).toContainEqual(expect.stringContaining(message));
  });

  test("an integer without a width says so, and has the hint that Go's generator reads", async () => {
    const place = (name: string): string => `${schemas}/email_adrese/properties/${name}`;
    const found = await find([
      { set: place("mbs"), to: { type: "integer", description: "MBS. Its width is not shown.", "x-go-type": "int64" } },
      { set: place("status"), to: { type: "integer", description: "Code.", "x-go-type": "int64" } },
      { set: place("prbu_do"), to: { type: "integer", format: "int64", description: "Code." } },
    ]);
    const names = ["email_adresa_rbr", "status", "prbu_od", "upis_id_od", "upis_id_do"];
    expect(found.filter((one) => one.includes("width")).map((one) => one.split(" has no width: ")[0])).toEqual(
      names.map((name) => `\`${name}\``),
    );
  });

  test("a moved path is none: the XML names items after their resource", async () => {
    const found = await find([{ rename: "/paths/~1sud", to: "/sudovi" }]);
    expect(found).not.toContainEqual(expect.stringContaining("example"));
  });

  test("each is found at its line", async () => {
    const text = await edit("register.openapi.yaml", "description: Name of the court.", "title: Name.");
    const line = text.slice(0, text.indexOf("title: Name.")).split("\n").length;
    expect(lintRegister(folder)).toContainEqual(
      expect.stringMatching(`^specs/register.openapi.yaml:${line}:\\d+: \`naziv\` needs`),
    );
  });
});

describe("an example", () => {
  test.each<[what: string, file: string, from: string, to: string, message: string]>([
    [
      "a value of another type",
      "sud.json",
      '"sifra": ',
      '"sifra": "x", "sifra_": ',
      "sud.json: /0/sifra must be integer",
    ],
    ["another root", "sud.xml", "<sudArray", "<sudovi", "where `<sudArray>` should be."],
    [
      "another value",
      "sud.xml",
      "</naziv>",
      " 2</naziv>",
      "sud.xml: not the rows of the JSON example: it has `<naziv>",
    ],
    ["another element", "gfi.xml", "<mbs>", "<mbs2/><mbs>", "it has `<mbs2/>` where `<mbs>"],
    ["one row more", "sud.xml", "</sudArray>", "<sud/></sudArray>", "</sud></sudArray>` should be."],
  ])("%s in %s is found", async (_, file, from, to, message) => {
    await edit(`examples/${file}`, from, to);
    expect(said()).toContainEqual(expect.stringContaining(message));
  });

  test("without rows, or of no operation is found", async () => {
    await writeFile(join(folder, "examples/sud.json"), "[]");
    await writeFile(join(folder, "examples/no.json"), "[]");
    const found = said();
    for (const message of [
      "examples/sud.json: an example must have at least one row.",
      "examples/no.json is not the example of any operation.",
    ])
      expect(found).toContainEqual(expect.stringContaining(message));
  });
});

describe("the GraphQL specs", () => {
  const sdl = "court-cases.graphql";

  test.each([undefined, " "])("every type, field and argument needs a description; %j is none", async (text) => {
    const description = { StringValue: () => (text === undefined ? null : { kind: "StringValue", value: text }) };
    await writeFile(join(folder, sdl), print(visit(parseSdl(contract.sdl), description as object)));
    const found = lintGraphql(folder);
    for (const name of [
      ...["Predmet", "BigInteger", "Predmet.broj", "PredmetRelatedEntity.predmetId", "Query.predmet.sud"],
      ...["VrstaOdjela", "UvjetiOdjela", "UvjetiOdjela.vrsta"],
    ])
      expect(found).toContain(`specs/${sdl}: \`${name}\` needs a description: it becomes a docstring.`);
  });

  // What else is refused is in the tests of `specs`.
  test.each<[what: string, file: string, from: string, to: string, message: string]>([
    [
      "a query that no document sends",
      sdl,
      "type Query {\n",
      'type Query {\n  "Novelties."\n  novo: String\n',
      "operations: no document selects `Query.novo`: write novo.graphql.",
    ],
    [
      "a field that no document selects",
      "operations/sudovi.graphql",
      "    prod\n",
      "",
      "operations: no document selects `Sud.prod`: add it wherever one selects `Sud`.",
    ],
    [
      "an example with a field that its document does not select",
      "examples/sudovi.json",
      "[]",
      '[{ "novo": "1" }]',
      "specs/examples/sudovi.json: it has what sudovi.graphql does not select.",
    ],
    [
      "an example without what is never null",
      "examples/vrstaUpisnika.json",
      "[]",
      '[{ "naziv": "parnični" }]',
      "specs/examples/vrstaUpisnika.json: Cannot return null for non-nullable field VrstaUpisnika.id.",
    ],
    [
      "an example that is no response",
      "examples/predmet.json",
      "{ ",
      "",
      'specs/examples/predmet.json: write the response to predmet.graphql, as `{ "data": … }`.',
    ],
    [
      "an enum, with a name of the client",
      sdl,
      "scalar BigInteger\n",
      "enum BigInteger {\n  JEDAN\n}\n",
      "the client cannot export a type called BigInteger",
    ],
    [
      "an example with a value that an enum does not have",
      "examples/odjeli.json",
      '"vrsta": "KAZNENI"',
      '"vrsta": "UPRAVNI"',
      'specs/examples/odjeli.json: Enum "VrstaOdjela" cannot represent value: "UPRAVNI"',
    ],
  ])("%s is found", async (_, file, from, to, message) => {
    await edit(file, from, to);
    expect(lintGraphql(folder)).toContainEqual(expect.stringContaining(message));
  });

  test.each(["Boolean", "ID", "Int", "[String!]", "VrstaOdjela"])("a field of the type %s is judged", async (type) => {
    await edit(sdl, "  razina: BigInteger", `  razina: ${type}`);
    expect(lintGraphql(folder)).toEqual([]);
  });

  test("an example needs no variables, whatever its document requires", async () => {
    await edit(
      sdl,
      "odjeli(",
      'odjeli("All." a: [Int!]!, "One." b: VrstaOdjela!, "Two." c: Boolean!, "Three." d: BigInteger!,',
    );
    await edit(sdl, '  vrsta: VrstaOdjela\n  "One of', '  vrsta: VrstaOdjela!\n  "One of');
    const document = "operations/odjeli.graphql";
    await edit(
      document,
      "$uvjeti: UvjetiOdjela",
      "$uvjeti: UvjetiOdjela!, $a: [Int!]!, $b: VrstaOdjela!, $c: Boolean!, $d: BigInteger!",
    );
    await edit(document, "uvjeti: $uvjeti", "uvjeti: $uvjeti, a: $a, b: $b, c: $c, d: $d");
    expect(lintGraphql(folder)).toEqual([]);
  });

  test("an argument that no document passes is pointed out, under any name of the query type", async () => {
    await edit(sdl, "type Query {", "schema {\n  query: Upit\n}\n\ntype Upit {");
    expect(unpassed(folder)).toEqual([]);
    await edit(sdl, "  sudovi: [Sud]", '  sudovi("Level." razina: BigInteger): [Sud]');
    expect(unpassed(folder)).toEqual([
      expect.stringMatching(
        /no document passes `Upit\.sudovi\.razina`.* Pass it in sudovi\.graphql, as a variable `\$razina: BigInteger`/,
      ),
    ]);
    await edit(sdl, "type Upit {", "type Upit (");
    expect(unpassed(folder)).toEqual([]);
  });
});

test("a list of court cases that is called like one of the register is named here, and refused by whatever reads the specs", async () => {
  await edit("court-cases.graphql", "  sudovi: [Sud]", "  sud: [Sud]");
  await edit("operations/sudovi.graphql", "  sudovi {", "  sud {");
  const message = 'the mirror would have two tables "sud", of Query.sud and of sud.list: rename one.';
  expect(lintGraphql(folder)).toContainEqual(expect.stringContaining(message));
  expect(() => readContract(folder)).toThrow(message);
  // Nothing more is said of it where the register is refused.
  await edit("register.openapi.yaml", "operationId: sud.list", "operationId: sud");
  expect(lintGraphql(folder)).not.toContainEqual(expect.stringContaining(message));
});
