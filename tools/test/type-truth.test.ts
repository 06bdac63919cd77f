/**
 * What `spec:diff` says about compilers is true, for each kind of verdict: code written for a release is compiled against clients
 * generated from the changed specs. It fails where compilers are said to notice a change, and compiles where they are not; risky
 * changes make no claim. The types of the release itself are spelled out: a mistake in a template would change them without any error.
 */
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { graphqlClient } from "../src/generate/graphql/generate.ts";
import { generateRest } from "../src/generate/rest/generate.ts";
import { javaMissing } from "../src/generate/rest/java.ts";
import { compareSpecs } from "../src/spec-diff/spec-diff.ts";
import type { Specs } from "../src/spec-diff/specs.ts";
import { parseGraphqlSpecs } from "../src/specs/graphql.ts";
import { contract } from "./contract/contract.ts";
import { type Case, changesOf, corpus } from "./spec-diff/cases.ts";
import { Copy } from "./support/copy.ts";
import { apply } from "./support/edits.ts";

const noJava = javaMissing();

/** Code of users: `register` and `exact` are clients with numbers and with bigints; `api` is the package's exports. */
const restNoticed: Record<string, string> = {
  "resource renamed everywhere": "await register.jezik.list();",
  "header removed":
    "const { total } = await register.sjediste.list({ offset: 0 }).withResponse();\nexport const text = total?.toFixed();",
  "parameter removed": "await register.sud.list({ expand_relations: true });",
  "parameter became required": "await register.subjekt.list({ offset: 0 });",
  "field removed": "export const read = (row: api.Gfi) => row.godina_izvjestaja;",
  "field became optional": "export const read = (row: api.EmailAdrese): string => row.adresa;",
  "field from double to integer": "export const read = (row: api.TemeljniKapital<bigint>): number => row.iznos ?? 0;",
  "field from no width to int32": "export const read = (row: api.EmailAdrese<bigint>): bigint => row.mbs;",
  "value of a field listed that was not":
    'export const read = (row: api.Drzava): "a" | "b" | null | undefined => row.naziv;',
  "field became a list": "export const read = (row: api.Sud): string | null | undefined => row.naziv;",
  "values of a parameter listed": 'await register.subjekt.list({ offset: 0, tvrtka_naziv: "Primjer" });',
  "first int64 field of a nested object":
    "export const read = (row: api.BrisRegistar<bigint>): api.DrzavaExpanded | null | undefined => row.drzava_registra;",
};
const restUnnoticed = [
  ...[
    "key header renamed",
    "slash at the end of a path dropped",
    "default of limit changed",
    "field from date-time to date",
  ], // at run time
  ...["XML root renamed", "parameter written as another style", "header became text"],
  ...["optional field added", "optional parameter added", "parameter from int32 to int64", "field given a pattern"], // safe
  ...["field of a shared nested object added", "field reworded", "operation added", "object written in its place"],
  ...["operation that returns one object added", "maximum of a parameter raised", "list of texts added"],
];
const graphqlNoticed: Record<string, string> = {
  "field removed": "export const read = (row: api.Predmet) => row.broj;",
  "field may be null": "export const read = (row: api.VrstaUpisnika): number => row.id;",
  "field no longer selected": "export const tag = (await courtCases.sudovi())?.[0]?.prod;",
  "argument became required": "await courtCases.predmet({ sud: 7 });",
  "type renamed": "export type Judge = api.Vjecnici;",
  "field became a list of texts": "export const read = (row: api.Sud): string | null => row.prikaz;",
  "value added to an enum that is read and passed":
    'export const texts: Record<api.VrstaOdjela, string> = { GRADANSKI: "a", KAZNENI: "b", PREKRSAJNI: "c" };',
  "required field added to an input that is passed": 'await courtCases.odjeli({ uvjeti: { vrsta: "KAZNENI" } });',
  "field removed from an input that is passed": "export const rooms = (given: api.UvjetiOdjela) => given.sobe;",
  "integers became texts in a list":
    "export const read = (row: api.Odjel<bigint>): (bigint | null)[] | null => row.nadlezni;",
  "first integer selected":
    "export const courts: (api.NaziviQuery_sudovi | null)[] | null = await exactCases.nazivi();",
};
const graphqlUnnoticed = [
  ...[
    "default of an argument changed",
    "interface no longer implemented",
    "scalar of a field changed to one of the same type",
  ], // at run time
  ...["optional field added to an input that is passed", "text became a scalar that is mapped to text"],
  ...["argument became optional", "field deprecated", "type added", "directive added for queries"], // safe
];
/** A document that the schema refuses is a breaking change that never reaches a user. */
const graphqlRefused = ["field mistyped"];

/** The types of a release, written by hand: rows and parameters. What methods return is in the tests of types of the clients. */
const restTypes = `
type May<T> = T | null | undefined;
type Country = { sifra?: May<number>; naziv?: May<string>; oznaka_2?: May<string> };
expectTypeOf<api.TemeljniKapital<bigint>>().toEqualTypeOf<{
  mbs?: May<bigint>; valuta_id?: May<bigint>; iznos?: May<number>;
  valuta?: May<{ drzava?: May<Country>; sifra?: May<number>; naziv?: May<string> }>;
}>();
expectTypeOf<api.EmailAdrese>().toEqualTypeOf<{
  mbs: number; email_adresa_rbr: number; status: number; prbu_od: number; prbu_do?: May<number>; upis_id_od: number;
  upis_id_do?: May<number>; adresa: string;
}>();
expectTypeOf<api.Sud<bigint>>().toEqualTypeOf<{
  id?: May<bigint>; sud_id_nadlezan?: May<bigint>; sud_nadlezan?: May<{ id?: May<bigint>; naziv?: May<string> }>;
  izdaje_izvatke?: May<number>; sifra?: May<number>; naziv?: May<string>;
}>();
expectTypeOf<api.SubjektListParams>().toEqualTypeOf<{
  offset: number | string; limit?: number | undefined; tvrtka_naziv?: string | undefined; only_active?: boolean | undefined;
  timestamp_id?: string | undefined;
}>();
expectTypeOf<api.SudListParams>().toEqualTypeOf<{ expand_relations?: boolean | undefined; timestamp_id?: string | undefined }>();
`;

const cases = (of: Case[], names: string[]): Case[] =>
  names.map((name) => {
    const found = of.find((one) => one.name === name);
    if (found === undefined) throw new Error(`There is no case ${name}.`);
    return found;
  });

/** The contract before and after all the cases. */
function together(all: Case[], base: Specs = contract): { before: Specs; after: Specs } {
  const before = apply(
    base,
    all.flatMap(({ given }) => given),
  );
  return {
    before,
    after: apply(
      before,
      all.flatMap(({ edits }) => edits),
    ),
  };
}

let copy: Copy;
let scratch = "";
beforeAll(async () => {
  copy = await Copy.make();
  scratch = await mkdtemp(join(tmpdir(), "type-truth-"));
}, 60_000);
afterAll(async () => {
  await copy[Symbol.asyncDispose]();
  await rm(scratch, { recursive: true });
});

/** Compiles code of users against the copy's client. @returns the names of what does not compile; in clients, with the errors. */
async function failing(module: string, texts: Record<string, string>): Promise<string[]> {
  await rm(copy.path("tools/consumers"), { recursive: true, force: true });
  const compilerOptions = { isolatedDeclarations: false, declaration: false, types: ["node"] };
  const config = { extends: "../../tsconfig.json", compilerOptions, include: ["."] };
  await copy.write("tools/consumers/tsconfig.json", JSON.stringify(config));
  const clients = module.endsWith("graphql")
    ? "export declare const courtCases: api.CourtCasesClient; export declare const exactCases: api.CourtCasesClient<bigint>;"
    : "export declare const register: api.RegisterClient; export declare const exact: api.RegisterClient<bigint>;";
  const head = `import { expectTypeOf } from "vitest"; import type * as api from "${module}"; ${clients} void expectTypeOf;`;
  const files = Object.entries(texts).map(([name, text], index) => ({ name, file: `consumer${index}`, text }));
  for (const { file, text } of files) await copy.write(`tools/consumers/${file}.ts`, `${head}\n${text}\n`);
  const { output } = await copy.run("tools/consumers", "tsc", "--pretty", "false");
  // The first line only has declarations.
  const errors = [...output.matchAll(/^(\S+?)\.ts\((\d+),\d+\): error .*$/gm)];
  const names = errors.map(([error, path, line]) =>
    line === "1" ? error : (files.find(({ file }) => file === path)?.name ?? error),
  );
  return [...new Set(names)].sort();
}

test.each([
  [corpus.openapi, restNoticed, restUnnoticed],
  [[...corpus.sdl, ...corpus.documents], graphqlNoticed, graphqlUnnoticed],
])("spec:diff says of these changes that compilers notice them, or not", async (of, noticed, unnoticed) => {
  for (const names of [Object.keys(noticed), unnoticed]) {
    const { before, after } = together(cases(of, names));
    const reported = new Set((await compareSpecs(before, after)).map(({ message }) => message));
    for (const one of cases(of, names)) {
      const changes = await changesOf(one);
      const claims = changes.map((change) => change.noticed ?? change.verdict);
      expect([one.name, claims.includes("compile")]).toEqual([one.name, names !== unnoticed]);
      if (names === unnoticed) expect([one.name, claims.includes("risky")]).toEqual([one.name, false]);
      // None hides another.
      expect(changes.map(({ message }) => message).filter((message) => !reported.has(message))).toEqual([]);
    }
  }
});

describe("the REST clients", { timeout: 180_000 }, () => {
  const noticed = together(cases(corpus.openapi, Object.keys(restNoticed)));
  const unnoticed = together(cases(corpus.openapi, restUnnoticed), noticed.before);
  const releases = [noticed.before, noticed.after, unnoticed.after];

  beforeEach(({ skip }) => skip(noJava !== undefined, noJava));
  beforeAll(async () => {
    if (noJava !== undefined) return;
    const generations = releases.map(({ openapi }, index) => ({
      document: openapi,
      output: join(scratch, String(index)),
    }));
    await generateRest(...generations);
  }, 180_000);

  test.each(["@court-register/fetch", "@court-register/axios"])("%s", async (module) => {
    const install = (index: number): Promise<void> => cp(join(scratch, String(index)), copy.root, { recursive: true });
    await install(0);
    expect(await failing(module, { ...restNoticed, types: restTypes })).toEqual([]);
    expect(await failing(module, { types: restTypes.replace("adresa: string;", "adresa: number;") })).toEqual([
      "types",
    ]);
    await install(1);
    expect(await failing(module, restNoticed)).toEqual(Object.keys(restNoticed).sort());
    await install(2);
    expect(await failing(module, restNoticed)).toEqual([]);
  });
});

describe("the GraphQL client", { timeout: 120_000 }, () => {
  const of = [...corpus.sdl, ...corpus.documents];
  const noticed = together(cases(of, Object.keys(graphqlNoticed)));
  const unnoticed = together(cases(of, graphqlUnnoticed));
  /** @throws SpecError when the specs are refused. */
  async function generate({ sdl, documents }: Specs): Promise<Map<string, string>> {
    parseGraphqlSpecs(sdl, documents);
    const specs = await mkdtemp(join(scratch, "specs-"));
    await mkdir(join(specs, "operations"));
    await writeFile(join(specs, "court-cases.graphql"), sdl);
    for (const [name, text] of Object.entries(documents))
      await writeFile(join(specs, `operations/${name}.graphql`), text);
    return graphqlClient(specs);
  }

  test("@court-register/graphql", async () => {
    const module = "@court-register/graphql";
    const install = async (specs: Specs): Promise<void> => {
      for (const [path, text] of await generate(specs)) await copy.write(path, text);
    };
    // Two need a document or a variable that only the first release has.
    const { "first integer selected": _, "argument became required": __, ...others } = graphqlNoticed;
    await install(noticed.before);
    expect(await failing(module, graphqlNoticed)).toEqual([]);
    await install(noticed.after);
    expect(await failing(module, graphqlNoticed)).toEqual(Object.keys(graphqlNoticed).sort());
    await install(unnoticed.before);
    expect(await failing(module, others)).toEqual([]);
    await install(unnoticed.after);
    expect(await failing(module, others)).toEqual([]);
  });

  test.each(graphqlRefused)("generation refuses documents that the schema refuses: %s", async (name) => {
    await expect(generate(together(cases(of, [name])).after)).rejects.toThrow("specs/operations/");
  });
});
