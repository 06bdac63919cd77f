import { appendFile, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execa } from "execa";
import { expect, test } from "vitest";
import { copySpecs, edit, folder } from "../../../test/support/specs-to-break.ts";
import { root } from "../../shared/repository.ts";
import { acceptedCourtCases } from "../../specs/court-cases.ts";
import { graphqlClient } from "./generate.ts";

copySpecs();

/** The files generated from the specs, by path. @throws SpecError when the specs are refused. */
async function generateClient(specs = folder): Promise<Map<string, string>> {
  acceptedCourtCases(specs);
  return graphqlClient(specs);
}

const operation = (name: string, text: string): Promise<void> =>
  writeFile(join(folder, `operations/${name}.graphql`), text);

/** The document that selects every field of a court. */
const courts = (): Promise<string> => readFile(join(folder, "operations/sudovi.graphql"), "utf8");

test("generates the committed files from the real specs, on every run", async () => {
  const specs = join(root, "specs");
  const first = await generateClient(specs);
  const names = ["documents", "operations", "schema", "typed-operations", "types"];
  const paths = names.map((name) => `packages/graphql/src/generated/${name}.ts`);
  expect([...first.keys()].sort()).toEqual(["packages/graphql/api.md", ...paths]);
  expect(await generateClient(specs)).toEqual(first);
  for (const [path, text] of first) expect(await readFile(join(root, path), "utf8")).toBe(text);
});

test("graphql-codegen, run in the folder of its configuration, writes the same", async () => {
  const run = { cwd: join(root, "tools"), preferLocal: true, reject: false };
  expect(await execa("graphql-codegen", ["--check", "--silent"], run)).toMatchObject({ exitCode: 0, stdout: "" });
});

test("a new operation adds a document, a type, a method and an entry in api.md", async () => {
  await operation("oznakeSudova", "query oznakeSudova { sudovi { sudOznaka } }");
  const files = await generateClient();
  expect(files.get("packages/graphql/src/generated/documents.ts")).toContain(
    'oznakeSudova: ("query oznakeSudova{sudovi{sudOznaka}}") as Document<OznakeSudovaQuery>,',
  );
  // A partial selection without integers: a name of its own, and no type parameter.
  expect(files.get("packages/graphql/src/generated/types.ts")).toContain(
    "export interface OznakeSudovaQuery_sudovi extends typed.OznakeSudovaQuery_sudovi {\n",
  );
  expect(files.get("packages/graphql/src/generated/operations.ts")).toContain(
    "oznakeSudova(options?: CallOptions): Promise<(OznakeSudovaQuery_sudovi | null)[] | null>;",
  );
  expect(files.get("packages/graphql/src/generated/operations.ts")).toContain(`\
  const oznakeSudovaQuery: Operation<OznakeSudovaQuery, "sudovi"> = {
    name: "oznakeSudova",
    field: "sudovi",
    document: documents.oznakeSudova,
  };
`);
  expect(files.get("packages/graphql/src/generated/operations.ts")).toContain(
    "    oznakeSudova: (options) => call.one(oznakeSudovaQuery, options),\n",
  );
  expect(files.get("packages/graphql/api.md")).toContain(
    "`courtCases.oznakeSudova(options)` returns `(OznakeSudovaQuery_sudovi | null)[] | null`.",
  );
});

test("what no type needs is not imported, which compilers of the package would refuse", async () => {
  for (const name of ["odjeli", "predmet", "sudovi", "vrstaUpisnika"])
    await rm(join(folder, `operations/${name}.graphql`));
  const types = (await generateClient()).get("packages/graphql/src/generated/types.ts");
  expect(types?.match(/^import .*$/gm)).toEqual(['import type * as typed from "./typed-operations.ts";']);
});

test("what the schema deprecates is marked in the types, in the methods and in api.md", async () => {
  await edit("court-cases.graphql", "sudovi: [Sud]", 'sudovi: [Sud] @deprecated(reason: "Ask for */ one.")');
  await edit("court-cases.graphql", "  prod: String", "  prod: String @deprecated");
  await edit("court-cases.graphql", "sud: BigInteger)", 'sud: BigInteger @deprecated(reason: "Ask <b>all</b>."))');
  const files = await generateClient();
  expect(files.get("packages/graphql/src/generated/types.ts")).toContain(
    "   * @deprecated Ask <b>all</b>.\n   */\n  sud?:",
  );
  expect(files.get("packages/graphql/src/generated/operations.ts")).toContain(
    "`BigInteger` Deprecated: Ask <b>all</b>.\n",
  );
  expect(files.get("packages/graphql/api.md")).toContain("`BigInteger` Deprecated: Ask &lt;b&gt;all&lt;/b&gt;.\n");
  expect(files.get("packages/graphql/src/generated/schema.ts")).toContain(
    "   * @deprecated Field no longer supported\n   */\n  prod: Maybe<Scalars['String']['output']>;",
  );
  expect(files.get("packages/graphql/src/generated/operations.ts")).toContain(
    "   * @deprecated Ask for *\\/ one.\n   */\n  sudovi(",
  );
  expect(files.get("packages/graphql/api.md")).toContain("Deprecated: Ask for */ one.\n");
});

test("an operation with inline fragments, aliases, required variables and defaults", async () => {
  await operation(
    "brojPredmeta",
    `query brojPredmeta($mark: String!, $court: BigInteger = 7) { predmet(oznakaBroj: $mark, sud: $court) { number: broj ... on Predmet { vjecnici { ime predmetId } } } }`,
  );
  const files = await generateClient();
  expect(files.get("packages/graphql/src/generated/documents.ts")?.replaceAll(/" \+\s+"/g, "")).toContain(
    '"query brojPredmeta($mark:String!$court:BigInteger=7){predmet(oznakaBroj:$mark sud:$court){...brojPredmetaFields}}' +
      'fragment brojPredmetaFields on Predmet{number:broj ...on Predmet{vjecnici{ime predmetId}}}"',
  );
  const types = files.get("packages/graphql/src/generated/types.ts");
  expect(types).toContain(
    '  /** Number of the case. Integer of any size. */\n  number: ReplaceNumbers<typed.BrojPredmetaQuery_predmet["number"], Int>;\n',
  );
  expect(types).toContain('  /** Case mark. */\n  mark: typed.BrojPredmetaQueryVariables["mark"];\n');
  expect(types).toContain('  court?: typed.BrojPredmetaQueryVariables["court"];\n');
  expect(types).toContain("  vjecnici: (Vjecnici<Int> | null)[] | null;\n");
  const typed = files.get("packages/graphql/src/generated/typed-operations.ts");
  for (const line of [
    "  number: number | null,\n",
    "  mark: string;\n",
    "  court?: number | bigint | null | undefined;\n",
  ])
    expect(typed).toContain(line);
  expect(files.get("packages/graphql/src/generated/operations.ts")).toContain(
    "readonly brojPredmeta: Lookup<BrojPredmetaQueryVariables, BrojPredmetaQuery_predmet<Int> | null>;",
  );
});

test("a new integer field is found in responses, and a field of the same name elsewhere is not", async () => {
  await appendFile(
    join(folder, "court-cases.graphql"),
    '\nextend type Sud { "Staff." prilozi: [BigInteger] "Age." dob: BigInteger }\n',
  );
  await operation("sudovi", (await courts()).replace(/\}(?=\s*\}\s*$)/, "prilozi dob }"));
  const documents = (await generateClient()).get("packages/graphql/src/generated/documents.ts") ?? "";
  const integers = JSON.parse(/integerFields: readonly string\[\] = (\[.*\]);/.exec(documents)?.[1] ?? "[]");
  for (const name of ["dob", "sudovi.prilozi"]) expect(integers).toContain(name);
  for (const name of ["prilozi", "pismena.prilozi", "sudNaziv"]) expect(integers).not.toContain(name);
});

test("a method that returns a scalar returns its type", async () => {
  await appendFile(
    join(folder, "court-cases.graphql"),
    '\nextend type Query { "C." radi: [Boolean!] "D." oznaka: ID }\n',
  );
  for (const name of ["radi", "oznaka"]) await operation(name, `query ${name} { ${name} }`);
  const text = (await generateClient()).get("packages/graphql/src/generated/operations.ts");
  for (const [name, type] of Object.entries({
    radi: "(boolean)[] | null",
    oznaka: "string | null",
  }))
    expect(text).toContain(`  ${name}(options?: CallOptions): Promise<${type}>;`);
});

test("a scalar that no operation uses changes nothing but the hash of the specs", async () => {
  const types = async (): Promise<string[] | undefined> =>
    (await generateClient()).get("packages/graphql/src/generated/types.ts")?.split("\n").slice(2);
  const before = await types();
  await appendFile(
    join(folder, "court-cases.graphql"),
    '\nscalar Boja extend type Query { "Colours." boje(boja: Boja): ID }\n',
  );
  expect(await types()).toEqual(before);
});

test("a field may have the name of a type", async () => {
  await appendFile(
    join(folder, "court-cases.graphql"),
    '\nextend type Sud { "Above." Sud: Sud "Staff." BigInteger: BigInteger }\n',
  );
  await operation("viseg", "query viseg { sudovi { Sud { id } BigInteger } }");
  const types = (await generateClient()).get("packages/graphql/src/generated/types.ts");
  expect(types).toContain("  Sud: VisegQuery_sudovi_Sud<Int> | null;\n");
  expect(types).toContain('  BigInteger: ReplaceNumbers<typed.VisegQuery_sudovi["BigInteger"], Int>;\n');
});
