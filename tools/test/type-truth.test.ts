/**
 * What `spec:diff` says about compilers is true: for every case of the corpus, code written for the last release is compiled against
 * clients generated from the changed spec. If the change is called safe, or noticed at run time, the code compiles; if compilers
 * are said to notice it, the code fails exactly where the change affects it. Risky changes make no claim.
 */
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { generateRest } from "../src/generate/rest/generate.ts";
import { javaMissing } from "../src/generate/rest/java.ts";
import type { Case } from "../src/spec-diff/corpus/case.ts";
import { corpus } from "../src/spec-diff/corpus/cases.ts";
import { specsOf } from "../src/spec-diff/corpus/changes.ts";
import { contract as specs } from "../src/spec-diff/corpus/contract.ts";
import type { Specs } from "../src/spec-diff/specs.ts";
import { Copy } from "./support/copy.ts";
import { consumerFile, graphqlConsumers, restConsumers } from "./type-truth/consumers.ts";
import { everyDocument, everyOperation } from "./type-truth/everything.ts";
import { editSamePlace, type Group, group, hidden, hitSameOperation, type Judged, judge } from "./type-truth/plan.ts";

const noJava = javaMissing();
if (noJava !== undefined) console.log(`Skipped: the claims about the REST clients are not tried. ${noJava}`);

const rest = await judge(corpus.openapi);
const graphql = await judge([...corpus.sdl, ...corpus.documents]);

/** Cases that never reach a user: generation refuses the documents after the change. Every case of the REST interface can be released. */
const refusedGraphql = ["field removed, document left behind", "further field selected", "field mistyped"];

const named = (cases: Case[], names: string[]): Case[] => cases.filter(({ name }) => names.includes(name));
const breaking = (cases: Judged[], refused: string[] = []): Judged[] =>
  cases.filter(({ name, claim }) => claim === "breaks" && !refused.includes(name));
const compiling = (cases: Judged[], refused: string[] = []): Judged[] =>
  cases.filter(({ name, claim }) => claim === "compiles" && !refused.includes(name));
const slug = (name: string): string => name.replaceAll(/\W+/g, "-");

const restBroken = await group(specs, breaking(rest), hitSameOperation);
const restWhole = await group(specs, compiling(rest), editSamePlace);
const graphqlBroken = await group(specs, breaking(graphql, refusedGraphql), hitSameOperation);
const graphqlWhole = await group(specs, compiling(graphql, refusedGraphql), editSamePlace);
const names = ({ cases }: Group): string => cases.map(({ name }) => name).join(", ");

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

/** Compiles files against the copy's clients. @returns errors by file, with a path for files of the clients. */
async function compile(files: Record<string, string>): Promise<Record<string, string[]>> {
  await rm(copy.path("tools/consumers"), { recursive: true, force: true });
  const compilerOptions = { isolatedDeclarations: false, declaration: false, types: ["node"] };
  const config = { extends: "../../tsconfig.json", compilerOptions, include: ["."] };
  await copy.write("tools/consumers/tsconfig.json", JSON.stringify(config));
  for (const [name, text] of Object.entries(files)) await copy.write(`tools/consumers/${name}.ts`, text);
  const { code, output } = await copy.run("tools/consumers", "tsc", "--pretty", "false");
  const errors: Record<string, string[]> = {};
  for (const [, file = "", line, what] of output.matchAll(/^(\S+?)(?:\.ts)?\((\d+),\d+\): error (.*)$/gm)) {
    // The first line only has declarations.
    const own = Number(line) > 1 && !file.startsWith(".");
    errors[own ? file : `${file} line ${line}`] = [...(errors[file] ?? []), what ?? ""];
  }
  if ((code !== 0) !== Object.keys(errors).length > 0) throw new Error(output);
  return errors;
}

/** The consumers of the cases for each client, by file name. */
function consumers(modules: string[], texts: Record<string, string>, cases: Case[]): Record<string, string> {
  return Object.fromEntries(
    modules.flatMap((module) =>
      cases.map(({ name }) => [
        `${slug(name)}-${module.split("/")[1]}`,
        consumerFile(module, texts[name] ?? "throw new Error('There is no consumer of this case.');"),
      ]),
    ),
  );
}

const graphqlModule = ["@court-register/graphql"];
const restModules = ["@court-register/fetch", "@court-register/axios"];
const everythingRest = (release: Specs): Record<string, string> =>
  Object.fromEntries(
    restModules.map((module) => [`everything-${module.split("/")[1]}`, consumerFile(module, everyOperation(release))]),
  );

/** Compiles if a client has the types of `contract-types.ts`, no more and no less. */
const spelledOut = (module: string): string => `/* The first line only has declarations. */
import { expectTypeOf } from "vitest";
import type { RegisterClient } from "${module}";
import type { Contract, Surface } from "../test/type-truth/contract-types.ts";
expectTypeOf<Surface<RegisterClient>>().toEqualTypeOf<Contract<number>>();
expectTypeOf<Surface<RegisterClient<bigint>>>().toEqualTypeOf<Contract<bigint>>();
`;

test("each change that compilers should notice has a consumer", () => {
  const sorted = (cases: Judged[]): string[] => cases.map(({ name }) => name).sort();
  expect(Object.keys(restConsumers).sort()).toEqual(sorted(breaking(rest)));
  expect(Object.keys(graphqlConsumers).sort()).toEqual(sorted(breaking(graphql, refusedGraphql)));
});

describe.skipIf(noJava !== undefined)("the REST clients", { timeout: 180_000 }, () => {
  beforeAll(async () => {
    const generations = await Promise.all(
      [...restBroken, ...restWhole, { after: specs }].map(async ({ after }, index) => {
        const spec = join(scratch, `${index}.yaml`);
        await writeFile(spec, stringify(after.openapi));
        return { spec, specName: "register.openapi.yaml", output: join(scratch, String(index)) };
      }),
    );
    await generateRest(...generations);
  }, 180_000);

  const install = (index: number): Promise<void> => cp(join(scratch, String(index)), copy.root, { recursive: true });

  test("the consumers compile against the release they were written for", async () => {
    await install(restBroken.length + restWhole.length);
    const files = {
      ...consumers(restModules, restConsumers, breaking(rest)),
      ...everythingRest(specs),
    };
    expect(await compile(files)).toEqual({});
  });

  test("rows, parameters, totals and walks are those of the contract, spelled out", async () => {
    await install(restBroken.length + restWhole.length);
    const files = Object.fromEntries(restModules.map((module) => [module.split("/")[1] ?? "", spelledOut(module)]));
    expect(await compile(files)).toEqual({});
    const wrong = spelledOut("@court-register/fetch").replace("Contract<bigint>", "Contract<number>");
    expect(await compile({ wrong })).toEqual({ wrong: [expect.any(String)] });
  });

  test.each(restBroken.map((one, index) => ({ one, index, names: names(one) })))(
    "compilers notice: $names",
    async ({ one, index }) => {
      expect(await hidden(one)).toEqual([]);
      await install(index);
      const files = consumers(restModules, restConsumers, one.cases);
      expect(Object.keys(await compile(files)).sort()).toEqual(Object.keys(files).sort());
    },
  );

  test.each(restWhole.map((one, index) => ({ one, index: restBroken.length + index, count: one.cases.length })))(
    "compilers notice nothing of $count changes",
    async ({ one, index }) => {
      expect(await hidden(one)).toEqual([]);
      await install(index);
      const files = {
        ...consumers(restModules, restConsumers, breaking(rest)),
        ...everythingRest(one.before),
      };
      expect(await compile(files)).toEqual({});
    },
  );
});

describe("the GraphQL client", { timeout: 120_000 }, () => {
  const releases: [string, Specs][] = [
    ...graphqlBroken.map((one): [string, Specs] => [`before ${names(one)}`, one.before]),
    ...graphqlBroken.map((one): [string, Specs] => [names(one), one.after]),
    ...graphqlWhole.map((one): [string, Specs] => [names(one), one.after]),
    ...graphqlWhole.map((one): [string, Specs] => [`before ${names(one)}`, one.before]),
    ...named(graphql, refusedGraphql).map((one): [string, Specs] => [one.name, specsOf(one).after]),
  ];
  const folderOf = (name: string): string =>
    join(scratch, `graphql-${releases.findIndex(([other]) => other === name)}`);
  let refused: Record<string, string> = {};

  beforeAll(async () => {
    for (const [name, { sdl, documents }] of releases) {
      await mkdir(join(folderOf(name), "operations"), { recursive: true });
      await writeFile(join(folderOf(name), "court-cases.graphql"), sdl);
      for (const [file, text] of Object.entries(documents))
        await writeFile(join(folderOf(name), `operations/${file}.graphql`), text);
    }
    const script = fileURLToPath(import.meta.resolve("./support/generate-graphql.ts"));
    const folders = releases.map(([name]) => folderOf(name));
    const { stdout } = await promisify(execFile)(process.execPath, [script, ...folders]);
    refused = JSON.parse(stdout);
  }, 120_000);

  const install = async (name: string): Promise<void> => {
    expect(refused[folderOf(name)]).toBeUndefined();
    await cp(join(folderOf(name), "out"), copy.root, { recursive: true });
  };

  test.each(graphqlBroken.map((one) => ({ one, names: names(one) })))(
    "compilers notice: $names",
    async ({ one, names }) => {
      expect(await hidden(one)).toEqual([]);
      const files = consumers(graphqlModule, graphqlConsumers, one.cases);
      await install(`before ${names}`);
      expect(await compile(files)).toEqual({});
      await install(names);
      expect(Object.keys(await compile(files)).sort()).toEqual(Object.keys(files).sort());
    },
  );

  test.each(graphqlWhole.map((one) => ({ one, names: names(one) })))(
    "compilers notice nothing of: $names",
    async ({ one, names }) => {
      expect(await hidden(one)).toEqual([]);
      const consumer = { everything: consumerFile("@court-register/graphql", everyDocument(one.before)) };
      for (const release of [`before ${names}`, names]) {
        await install(release);
        expect(await compile(consumer)).toEqual({});
      }
    },
  );

  test.each(refusedGraphql)("generation refuses: %s", (name) => {
    expect(refused[folderOf(name)]).toMatch(/Error: /);
  });
});
