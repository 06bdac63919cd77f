/** What `pnpm check specs` says of each mistake in the contract of a page. That the specs have none is that check itself. */
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { parse as parseSdl, print, visit } from "graphql";
import { describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { contract } from "../../../test/contract/contract.ts";
import { apply, type Edit } from "../../../test/support/edits.ts";
import { edit, folder } from "../../../test/support/specs-to-break.ts";
import { root } from "../../shared/repository.ts";
import { lintGraphql, unpassed } from "./graphql.ts";
import { rules } from "./house-rules.ts";

const sud = "/paths/~1sud/get";
const schemas = "/components/schemas";
const rows = `${sud}/responses/200/content/application~1json/examples/rows`;

/** What a house rule reports after the edits, each problem as its place and its message. */
function find(rule: string, edits: Edit[] = []): string[] {
  const problems = rules[rule]?.(apply(contract, edits).openapi, folder) ?? [];
  return problems.map(({ at, message }) => `${at.join(" ")}: ${message}`);
}

describe("the OpenAPI document", () => {
  test("whatever becomes a docstring needs a description; a blank one is none, nor is that of what a field refers to", () => {
    const found = find("described", [
      { remove: `${schemas}/sud/properties/naziv/description` },
      { set: `${schemas}/sud/properties/sud_nadlezan`, to: { $ref: `#${schemas}/sud_nadlezan` } },
      { set: `${schemas}/sud/description`, to: " " },
      { remove: "/components/parameters/limit/description" },
      { remove: "/components/headers/x-total-count/description" },
      { remove: "/components/securitySchemes/subscription_key/description" },
    ]);
    expect(found.sort()).toEqual(
      [
        "headers x-total-count: `x-total-count`",
        "parameters limit: `limit`",
        "schemas sud properties naziv: `naziv`",
        "schemas sud properties sud_nadlezan: `sud_nadlezan`",
        "schemas sud: `sud`",
        "securitySchemes subscription_key: `subscription_key`",
      ].map((place) => `components ${place} needs a description: it becomes a docstring.`),
    );
  });

  test.each<[rule: string, what: string, edits: Edit[], message: string]>([
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
    [
      "exemplified",
      "no XML example",
      [{ remove: `${sud}/responses/200/content/application~1xml/examples` }],
      "paths /sud get responses: `sud.list` needs an example as application/xml.",
    ],
    [
      "exemplified",
      "an example in a file that does not exist",
      [{ set: `${rows}/externalValue`, to: "./examples/no.json" }],
      'paths /sud get responses 200 content application/json examples rows: An example is a file: `externalValue: ./examples/…` naming one that exists, not "./examples/no.json".',
    ],
    [
      "exemplified",
      "a field that was removed or misspelt",
      [{ remove: `${schemas}/gfi/properties/godina_izvjestaja` }],
      "examples/gfi.json: /0/godina_izvjestaja is not a field of the contract.",
    ],
    [
      "exemplified",
      "the same within an object",
      [{ remove: `${schemas}/valuta/properties/sifra` }],
      "examples/temeljni_kapital.json: /0/valuta/sifra is not a field of the contract.",
    ],
  ])("%s finds %s", (rule, _, edits, message) => {
    expect(find(rule, edits)).toContainEqual(expect.stringContaining(message));
  });

  test("an integer without a width says so, and has the hint that Go's generator reads", () => {
    const place = (name: string): string => `${schemas}/email_adrese/properties/${name}`;
    const found = find("unbounded", [
      { set: place("mbs"), to: { type: "integer", description: "MBS. Its width is not shown.", "x-go-type": "int64" } },
      { set: place("status"), to: { type: "integer", description: "Code.", "x-go-type": "int64" } },
      { set: place("prbu_do"), to: { type: "integer", format: "int64", description: "Code." } },
    ]);
    const names = ["email_adresa_rbr", "status", "prbu_od", "upis_id_od", "upis_id_do"];
    expect(found.map((one) => one.split(" has no width: ")[0])).toEqual(
      names.map((name) => `components schemas email_adrese properties ${name}: \`${name}\``),
    );
  });

  test.each<[what: string, edits: Edit[]]>([
    ["a moved path: the XML names items after their resource", [{ rename: "/paths/~1sud", to: "/sudovi" }]],
    ["a type that does not exist", [{ set: `${schemas}/sud/properties/sifra/type`, to: "interger" }]],
  ])("the rule for examples does not complain of %s", (_, edits) => {
    expect(find("exemplified", edits)).toEqual([]);
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

  test("the linter runs every house rule, with severity error", async () => {
    const config: { plugins: string[] } = parse(await readFile(join(root, "specs/redocly.yaml"), "utf8"));
    const plugins = config.plugins.map((path) => join(root, "specs", path));
    await writeFile(join(folder, "redocly.yaml"), stringify({ ...config, plugins }));
    const broken = apply(contract, [
      { remove: `${schemas}/sud/properties/naziv/description` },
      { set: "/components/securitySchemes/subscription_key/name", to: "X-Kljuc" },
      { set: `${rows}/externalValue`, to: "./examples/no.json" },
    ]);
    await writeFile(join(folder, "register.openapi.yaml"), stringify(broken.openapi));
    const linter = join(root, "tools/node_modules/@redocly/cli/bin/cli.js");
    const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
    const { code, stdout } = await promisify(execFile)(
      process.execPath,
      [linter, "lint", "register.openapi.yaml", "--format=json"],
      { cwd: folder, env },
    ).catch((error) => error);
    expect(code).toBe(1);
    const { problems }: { problems: { ruleId: string; severity: string }[] } = JSON.parse(stdout);
    const errors = problems.filter(({ severity }) => severity === "error").map(({ ruleId }) => ruleId);
    expect(new Set(errors)).toEqual(new Set(Object.keys(rules).map((rule) => `house/${rule}`)));
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
    ["broken JSON", "sud.json", "[", "[[", "sud.json: not JSON: "],
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
    expect(find("exemplified")).toContainEqual(expect.stringContaining(message));
  });

  test("without rows, or of no operation is found", async () => {
    await writeFile(join(folder, "examples/sud.json"), "[]");
    await writeFile(join(folder, "examples/no.json"), "[]");
    const found = find("exemplified");
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
    for (const name of ["Predmet", "BigInteger", "Predmet.broj", "PredmetRelatedEntity.predmetId", "Query.predmet.sud"])
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
      "a fragment beside the operation",
      "operations/vrstaUpisnika.graphql",
      "query vrstaUpisnika {\n  vrstaUpisnika {",
      "query vrstaUpisnika {\n  vrstaUpisnika { ...f } } fragment f on VrstaUpisnika { ... {",
      "specs/operations/vrstaUpisnika.graphql: the file must contain one operation called `vrstaUpisnika`, and nothing else.",
    ],
    [
      "an enum, from which no client can be generated",
      sdl,
      "scalar BigInteger\n",
      "enum BigInteger {\n  JEDAN\n}\n",
      "is of the type BigInteger, which no requirement judges. Make it a String, ",
    ],
  ])("%s is found", async (_, file, from, to, message) => {
    await edit(file, from, to);
    expect(lintGraphql(folder)).toContainEqual(expect.stringContaining(message));
  });

  test.each(["Boolean", "ID"])("a field of the type %s is judged", async (type) => {
    await edit(sdl, "  razina: BigInteger", `  razina: ${type}`);
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
