/** Libraries that wrap a client, and leave their types to be inferred: what compilers write into their declarations. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { Copy } from "./support/copy.ts";

const restLibrary = (module: string): string => `
import { createRegisterClient, noRows, RegisterError } from "${module}";
const options = { baseUrl: "https://registar.primjer.hr", subscriptionKey: "k" };
export const register = createRegisterClient(options);
export const exact = createRegisterClient({ ...options, integers: "bigint" });
export const { list } = exact.sjediste;
export const resource = createRegisterClient().sjediste;
export const seats = () => exact.sjediste.list({ offset: 0 }).withResponse();
export const pages = () => exact.gfi.pages({ limit: 500 }, { endsWalk: noRows });
export const courts = async () => (await exact.sud.list().withResponse()).rows.map(({ sud_nadlezan }) => sud_nadlezan);
export const failuresOf = (error: RegisterError) => [error.kind, error.cursor, error.errors];
export const copyOf = (...[, , details]: ConstructorParameters<typeof RegisterError>) => ({ ...details });
`;

const graphqlLibrary = `
import { createCourtCasesClient, documents } from "@court-register/graphql";
const url = "https://registar.primjer.hr/graphql";
export const courtCases = createCourtCasesClient({ url });
export const exact = createCourtCasesClient({ url, integers: "bigint" });
export const { predmet, request } = exact;
export const many = (marks: string[]) => exact.predmet.many(marks.map((oznakaBroj) => ({ oznakaBroj, sud: 7n })));
export const partiesOf = async (oznakaBroj: string) => (await exact.predmet({ oznakaBroj, sud: 7n }))?.stranke;
export const judgeOf = async (oznakaBroj: string) => (await courtCases.predmet({ oznakaBroj, sud: 7 }))?.sudac;
export const hearingsOf = async (oznakaBroj: string) => (await courtCases.predmet({ oznakaBroj, sud: 7 }))?.rocista;
export const failures = async () => (await many([])).flatMap((one) => (one instanceof Error ? one.errors : []));
export const all = () => exact.request(documents.sudovi);
`;

const libraries: Record<string, string> = {
  fetch: restLibrary("@court-register/fetch"),
  axios: restLibrary("@court-register/axios"),
  graphql: graphqlLibrary,
};

let copy: Copy;
beforeAll(async () => {
  copy = await Copy.make();
  for (const [name, text] of Object.entries(libraries)) await copy.write(`tools/libraries/${name}.ts`, text);
  const compilerOptions = { isolatedDeclarations: false, noEmit: false, emitDeclarationOnly: true, types: ["node"] };
  const config = { extends: "../../tsconfig.json", compilerOptions, include: ["."] };
  await copy.write("tools/libraries/tsconfig.json", JSON.stringify(config));
  expect(await copy.run("tools/libraries", "tsc", "--pretty", "false")).toEqual({ code: 0, output: "" });
}, 60_000);
afterAll(() => copy[Symbol.asyncDispose]());

test.each(Object.keys(libraries))("types of %s have names in the package that its users install", async (name) => {
  const declarations = await copy.read(`tools/libraries/${name}.d.ts`);
  // A package manager may put it where the library cannot import it.
  expect(declarations).not.toContain("@court-register/core");
});

test.each(Object.keys(libraries))("types of %s are complete", async (name) => {
  // Compilers give up on an endless type with `any`. Three are axios' own: the last parameters of `AxiosResponse`.
  const declarations = await copy.read(`tools/libraries/${name}.d.ts`);
  expect(declarations.replaceAll("[], any, {}, any>", "[]>")).not.toMatch(/\bany\b/);
});
