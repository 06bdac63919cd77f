import { execFile } from "node:child_process";
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { type Reply, serve } from "../../../../packages/core/test/shared/service.ts";
import { contractFolder } from "../../../test/contract/contract.ts";
import { foreignMarkup, hostileText, withoutComments } from "../../../test/support/hostile-specs.ts";
import { tinySpec } from "../../../test/support/tiny-spec.ts";
import { literal, oneLine } from "../../shared/print.ts";
import { root } from "../../shared/repository.ts";
import { readRegister } from "../../specs/contract.ts";
import type { OpenApi, Operation, Parameter, Schema } from "../../specs/openapi.ts";
import { generateRest } from "./generate.ts";
import { javaEnvironment, javaMissing } from "./java.ts";

const noJava = javaMissing();

const clients = ["core", "fetch", "axios"];
let workspace = "";

/** Puts the clients' handwritten code beside what was generated from a spec, so that it compiles. */
function addHandwritten(folder: string): void {
  for (const name of clients) {
    const [from, to] = [join(root, "packages", name), join(workspace, folder, "packages", name)];
    cpSync(join(from, "src"), join(to, "src"), {
      recursive: true,
      filter: (path) => !/generated|\.test(-d)?\.ts$/.test(path.slice(from.length)),
    });
    // A compiler takes packages of one name and version for the same.
    const manifest = JSON.parse(readFileSync(join(from, "package.json"), "utf8"));
    writeFileSync(join(to, "package.json"), JSON.stringify({ ...manifest, version: `0.0.0-${folder}` }));
    mkdirSync(join(to, "node_modules/@court-register"), { recursive: true });
    symlinkSync(join(workspace, folder, "packages/core"), join(to, "node_modules/@court-register/core"));
    if (name === "axios") symlinkSync(join(from, "node_modules/axios"), join(to, "node_modules/axios"));
  }
}

/** A method of a client. */
type Call = (params: object) => Promise<unknown> & {
  withResponse(): Promise<object>;
  asResponse(options: object): Promise<unknown>;
};

type Generated = Record<"types" | "service" | "client" | "axios" | "api", string>;

/** What the test of a name has generated from its spec. */
function generated(name: string): Generated {
  const read = (path: string): string => readFileSync(join(workspace, name, "packages", path), "utf8");
  return {
    types: read("core/src/generated/types.ts"),
    service: read("core/src/generated/service.ts"),
    client: read("fetch/src/generated/client.ts"),
    axios: read("axios/src/generated/client.ts"),
    api: read("fetch/api.md"),
  };
}

/** The specs of all tests, by name: a JVM takes seconds to start, so one generates from all of them, and one compiler checks the result. */
const planned = new Map<string, OpenApi>();

/** A test of what is generated from a spec. */
function feature(name: string, document: OpenApi, check: (generated: Generated) => void): void {
  planned.set(name, document);
  it(name, () => check(generated(name)));
}

const text: Schema = { type: "string" };
const parameters = (offset: Schema): NonNullable<Operation["parameters"]> => [
  { name: "offset", in: "query", required: true, schema: offset },
  { name: "limit", in: "query", schema: { type: "integer", format: "int32" } },
];

/** A spec with this text wherever it may describe something. */
function described(text: string): OpenApi {
  const parameter = (where: string): Parameter => ({
    ...{ name: `X-${where}`, in: where, description: text },
    schema: { type: "string", format: text, default: text },
  });
  const fields = { a: { type: "string", description: text, format: text }, b: { type: "integer", format: text } };
  const more = { summary: text, description: text, parameters: [parameter("query"), parameter("header")] };
  const document = tinySpec(fields, more);
  const { stvar, ...schemas } = document.components?.schemas ?? {};
  return {
    ...document,
    tags: [{ name: "stvar", description: text }],
    components: { ...document.components, schemas: { ...schemas, stvar: { ...stvar, description: text } } },
  };
}

describe("the templates, by feature", { timeout: 120_000 }, () => {
  beforeEach(({ skip }) => skip(noJava !== undefined, noJava));
  beforeAll(async () => {
    if (noJava !== undefined) return;
    mkdirSync(join(root, "tools/reports"), { recursive: true });
    // Inside the repository, so that dependencies are found.
    workspace = mkdtempSync(join(root, "tools/reports/rest-"));
    const temporary = join(workspace, "o'temporary & $HOME");
    mkdirSync(temporary);
    vi.stubEnv("TMPDIR", temporary);
    const abroad = "-Duser.language=tr -Duser.country=TR -Duser.timezone=Asia/Tokyo";
    vi.stubEnv("JAVA_OPTS", `${abroad} -XX:TieredStopAtLevel=1 -XX:+UseSerialGC`);
    const tiny = [...planned].map(([name, document]) => {
      return { document, output: join(workspace, name) };
    });
    await generateRest(...tiny, { ...readRegister(join(root, "specs")), output: join(workspace, "the contract") });
    vi.unstubAllEnvs();
  });
  afterAll(() => rmSync(workspace, { recursive: true, force: true }));

  it("the committed files, byte for byte: also in another locale, time zone and temporary folder", () => {
    const files = globSync("{packages,tools}/**/*.*", { cwd: join(workspace, "the contract") });
    expect(files).toHaveLength(7);
    for (const file of files)
      expect(readFileSync(join(workspace, "the contract", file), "utf8"), file).toBe(
        readFileSync(join(root, file), "utf8"),
      );
  });

  it("`openapi-generator-cli generate` in tools/ writes the same clients, and nothing else", async () => {
    const alone = join(workspace, "alone");
    const tools = join(alone, "tools");
    for (const path of ["openapitools.json", "src/generate", "src/generated"])
      cpSync(join(root, "tools", path), join(tools, path), { recursive: true });
    const cli = join(root, "tools/node_modules/.bin/openapi-generator-cli");
    await promisify(execFile)(cli, ["generate"], { cwd: tools, env: { ...javaEnvironment(), PWD: tools } });
    const written = globSync("**/*.*", { cwd: alone }).filter((path) => !path.startsWith("tools"));
    expect(written.sort()).toEqual(globSync("packages/**/*.*", { cwd: join(workspace, "the contract") }).sort());
    for (const file of written)
      expect(readFileSync(join(alone, file), "utf8"), file).toBe(readFileSync(join(root, file), "utf8"));
  });

  it("all of it compiles with the handwritten code", async () => {
    for (const name of planned.keys()) addHandwritten(name);
    const compilerOptions = {
      typeRoots: [join(root, "packages/core/node_modules/@types")],
      // What is generated from a small spec has no use for all that it imports and declares.
      noUnusedLocals: false,
      noUnusedParameters: false,
    };
    const include = [...planned.keys()].map((name) => `${name}/packages/*/src`);
    const config = { extends: join(root, "tsconfig.json"), compilerOptions, include };
    writeFileSync(join(workspace, "tsconfig.json"), JSON.stringify(config));
    const compiler = promisify(execFile)(join(root, "node_modules/.bin/tsc"), ["--pretty", "false"], {
      cwd: workspace,
    });
    expect(await compiler.catch(({ message, stdout }) => message + stdout)).toEqual({ stdout: "", stderr: "" });
  });

  feature("a plain operation", tinySpec(), ({ types, service, client, axios, api }) => {
    expect(types).toContain(`/** Thing. */
export interface Stvar<Int = number> {
  /** mbs. Format: int64. */
  mbs?: Int | null | undefined;
}`);
    expect(service).toContain('export const basePath: string = "/javni";');
    expect(service).toContain('export const keyHeader: string = "x-key";');
    expect(service).toContain('export const version: string = "1";');
    expect(client).toContain("  /** Things. */\n  readonly stvar: StvarApi<Int>;");
    expect(client).toContain(`/** Things. */
export interface StvarApi<Int = number> {
  /**
   * List the things.
   * Rows: {@link api.Stvar}.
   */
  list(
    params?: api.StvarListParams,
    options?: CallOptions,
  ): CallPromise<api.Stvar<Int>[], undefined>;
}

const stvarResource = <Int>(call: RegisterCaller): StvarApi<Int> => {
  const stvarList: core.Operation<api.StvarListParams, api.Stvar<Int>, undefined> = {
    id: "stvar.list",
    path: "/stvar",
    total: false,
    integers: ["mbs"],
  };
  return {
    list: (params, options) => call.one(stvarList, params, options),
  };
};
`);
    expect(axios).toContain("  ): CallPromise<AxiosResponse<api.Stvar<Int>[]>, undefined>;");
    for (const [name, module] of Object.entries({ fetch: client, axios }))
      expect(module).toMatch(
        RegExp(
          `^// Generated by openapi-generator 7\\.25\\.0 \\(typescript-${name}\\) from specs/register\\.openapi\\.yaml\\.`,
        ),
      );
    expect(api).toContain("`register.stvar.list(params, options)`");
    expect(api).toContain("- Rows: [`Stvar`](#fields-of-stvar)");
    expect(api).toContain("### Fields of Stvar\n\nThing.\n");
    expect(api).toContain("| `mbs` | `Int` | mbs. Format: int64. |");
  });

  feature("a path with a trailing slash", tinySpec(undefined, {}, "/stvar/"), ({ client, api }) => {
    expect(client).toContain('path: "/stvar/",');
    expect(api).toContain("`GET /stvar/`");
  });

  feature(
    "an offset that is a string, and a limit without a default",
    tinySpec(undefined, { parameters: parameters(text) }),
    ({ types, client }) => {
      expect(types).toContain("  offset: number | string;\n");
      expect(types).toContain("  /** limit. Format: int32. */\n  limit?: number | undefined;");
      expect(types).not.toContain("@defaultValue");
      expect(client).toContain("params: api.StvarListParams,");
      expect(client).toContain("params?: core.WalkParams<api.StvarListParams>,");
      expect(client).toContain("stvarList: core.PagedOperation<api.StvarListParams, api.Stvar<Int>, undefined> = {");
      for (const verb of ["all", "pages"])
        expect(client).toContain(`    ${verb}: (params, options) => call.${verb}(stvarList, params, options),`);
    },
  );

  const nested = tinySpec({
    sud: { $ref: "#/components/schemas/sud", description: "Court." },
  });
  Object.assign(nested.components?.schemas ?? {}, {
    sud: { type: "object", required: ["id"], properties: { id: { type: "integer", format: "int64" } } },
  });
  feature("64-bit integers in a nested object", nested, ({ types, client, api }) => {
    expect(types).toContain("  /** Court. */\n  sud?: Sud<Int> | null | undefined;");
    expect(types).toContain("  id: Int;");
    expect(client).toContain('integers: ["sud.id"],');
    expect(api).toContain("| `sud` | [`Sud`](#fields-of-sud) | Court. |");
    expect(api).toContain("| `id` | `Int`, required | id. Format: int64. |");
  });

  const formats = ["date", "date-time", "email"];
  const formatted = tinySpec(Object.fromEntries(formats.map((format) => [format, { type: "string", format }])));
  feature("text of any format is text", formatted, ({ types }) => {
    for (const format of formats)
      expect(types).toMatch(RegExp(`Format: ${format}\\. \\*/\n  "?${format}"?\\?: string \\| null \\| undefined;`));
  });

  const listed = {
    status: { type: "string", enum: ["a", 'b"*/`', "$&", ""] },
    razina: { type: "integer", format: "int32", enum: [1, -2] },
    iznos: { type: "number", enum: [0.5] },
    aktivan: { type: "boolean", const: true },
    mbs: { type: "integer", format: "int64", enum: [1, 2], minimum: 1, maximum: 9 },
    ime: { type: "string", pattern: "^`*/", minLength: 1, maxLength: 5 },
  };
  const listing = tinySpec(listed);
  Object.assign(listing.components?.schemas?.stvar ?? {}, { required: ["status", "mbs"] });
  feature("values that are listed are a union, except of integers that may be a bigint", listing, ({ types }) => {
    for (const line of [
      `status: "a" | "b\\"*/\`" | "$&" | "";`,
      "razina?: 1 | -2 | null | undefined;",
      "iznos?: 0.5 | null | undefined;",
      "aktivan?: true | null | undefined;",
      "/** mbs. Format: int64. Values: one of `1`, `2`; 1 or more; 9 or less. */\n  mbs: Int;",
      "ime?: string | null | undefined;",
    ])
      expect(types).toContain(`  ${line}\n`);
    expect(types).toMatch(
      /ime\. Values: text that matches `` \^`.*; of 1 character or more; of 5 characters or less\./,
    );
  });

  feature("no integers that a number may round", tinySpec({ naziv: text }), ({ types, client }) => {
    expect(types).toContain("export interface Stvar {");
    expect(client).toContain("integers: [],");
    expect(client).toContain("readonly stvar: StvarApi;");
    expect(client).toContain("const stvarResource = (call: RegisterCaller): StvarApi => {");
    expect(client).toContain("CallPromise<api.Stvar[], undefined>;");
  });

  const header = { name: "X-Jezik", in: "header", required: true, schema: text };
  feature("a header parameter", tinySpec(undefined, { parameters: [header] }), ({ types, client }) => {
    expect(types).toContain('  "X-Jezik": string;');
    expect(client).toContain('headers: ["X-Jezik"],');
  });

  const page = readRegister(join(contractFolder, "specs")).document;
  feature("one of each thing that a spec may say, in the contract of a page", page, ({ types, client, axios, api }) => {
    for (const line of [
      "mbs: Int;",
      "kratica?: string | null | undefined;",
      'oblik?: "d.o.o." | "d.d." | "j.t.d." | null | undefined;',
      'izvor?: "registar" | null | undefined;',
      "oznake: string[];",
      "sudovi?: Int[] | null | undefined;",
      "iznosi?: (number | null)[] | null | undefined;",
      "sjediste?: SubjektDetaljiSjediste<Int> | null | undefined;",
      "jezik?: Jezik<Int> | null | undefined;",
      "drzave?: DrzavaExpanded[] | null | undefined;",
      "clanovi?: SubjektDetaljiClanovi<Int>[] | null | undefined;",
      'uloge?: ("upis" | "izmjena" | "brisanje")[] | null | undefined;',
      "mbs: number | bigint;",
      '"X-Jezik"?: "hr" | "en" | undefined;',
      "mbs?: readonly (number | bigint)[] | undefined;",
      'vrsta?: readonly ("upis" | "izmjena" | "brisanje")[] | undefined;',
    ])
      expect(types).toContain(`  ${line}\n`);
    expect(types).toContain("Account. Format: iban.\n   * @deprecated\n");
    expect(types).toMatch(/Values: 1 or more; 500 or less\.\n {3}\* @defaultValue `50`\n/);
    expect(client).toContain("  ): CallPromise<api.SubjektDetalji<Int>, undefined>;");
    expect(axios).toContain("  ): CallPromise<AxiosResponse<api.SubjektDetalji<Int>>, undefined>;");
    for (const module of [client, axios]) {
      expect(module).toContain("get: (params, options) => call.one(subjektGet, params, options),");
      expect(module).toContain("promjene: (params, options) => call.one(subjektPromjene, params, options),");
      expect(module).toMatch(/path: "\/subjekt\/\{mbs\}",[^}]*"sudovi\[\]", [^}]*"clanovi\[\]\.oib"\],/);
    }
    expect(api).toContain("`GET /subjekt/{mbs}`, one object");
    expect(api).toContain("- Row: [`SubjektDetalji`](#fields-of-subjektdetalji)");
    expect(api).toContain("| `clanovi` | [`SubjektDetaljiClanovi`](#fields-of-subjektdetaljiclanovi)`[]` | Members. |");
    expect(api).toContain('| `oblik` | `"d.o.o." \\| "d.d." \\| "j.t.d."` | Legal form. |');
  });

  /** What a call rejects with, as the fetch client does. */
  const failureOf = async (call: Promise<unknown> | undefined): Promise<unknown> => {
    const error = (await call?.catch((error) => error)) as { register?: unknown };
    return error.register ?? error;
  };
  /** The client of that contract, with what was generated for it. */
  const pageClient = async (name: string): Promise<typeof import("../../../../packages/fetch/src/index.ts")> => {
    const folder = "one of each thing that a spec may say, in the contract of a page";
    return import(join(workspace, folder, "packages", name, "src/index.ts"));
  };
  it.each([
    ["fetch", (answer: unknown) => answer],
    ["axios", (answer: unknown) => (answer as { data: unknown }).data],
  ])("the %s client of that contract calls each of these", async (name, dataOf) => {
    const { createRegisterClient } = await pageClient(name);
    let reply: Reply = {};
    await using service = await serve(() => reply);
    // The types are those of the real contract; what was generated has been compiled above.
    const connect = (integers: "number" | "bigint"): Record<string, Call> => {
      const options = { baseUrl: service.url, subscriptionKey: "tajni-kljuc", integers, maxRetries: 0 };
      return (createRegisterClient(options) as unknown as { subjekt: Record<string, Call> }).subjekt;
    };
    const { get, promjene: changes } = connect("bigint") as { get: Call; promjene: Call };
    const one = { mbs: 1, sudovi: [9007199254740993n, 2], clanovi: [{ oib: 3 }, {}], jezik: null };
    reply = { body: '{"mbs":1,"sudovi":[9007199254740993,2],"clanovi":[{"oib":3},{}],"jezik":null}' };
    const exact = { ...one, mbs: 1n, sudovi: [9007199254740993n, 2n], clanovi: [{ oib: 3n }, {}] };
    expect(dataOf(await get({ mbs: 9007199254740993n, "X-Jezik": "en" }))).toEqual(exact);
    expect(service.seen.at(-1)).toMatchObject({
      path: "/javni/subjekt/9007199254740993",
      query: {},
      headers: { "x-jezik": "en" },
    });
    expect(await get({ mbs: 1 }).withResponse()).toMatchObject({ row: exact });
    const unsafe = failureOf(connect("number").get?.({ mbs: 1 }));
    expect(await unsafe).toMatchObject({ kind: "unsafe-integer", path: "sudovi[0]" });

    for (const mbs of [undefined, null, "", ".", ".."])
      await expect(get({ mbs })).rejects.toThrow(/^subjekt\.get needs the parameter mbs, which is a part of the path/);
    for (const [status, body, message] of [
      [200, "[]", "the service must send an object, but sent []"],
      [200, "null", "the service must send an object, but sent null"],
      [404, '{"message":"Nema."}', "status 404"],
    ] as const) {
      reply = { status, body };
      expect(await failureOf(get({ mbs: 1 }))).toMatchObject({
        ...{ status, body, message: expect.stringContaining(message) },
      });
    }
    reply = { headers: { "content-type": "application/xml" }, body: "<subjekt_detalji/>" };
    const response = (await get({ mbs: 1 }).asResponse({ accept: "application/xml" })) as Response & { data?: string };
    expect(response.data ?? (await response.text())).toBe("<subjekt_detalji/>");
    expect(service.seen.at(-1)?.headers.accept).toBe("application/xml");

    reply = { body: '[{"mbs":9007199254740993,"vrsta":"upis"}]' };
    expect(dataOf(await changes({ mbs: [1, 2n], vrsta: ["upis", "brisanje"], najvise: 5 }))).toEqual([
      { mbs: 9007199254740993n, vrsta: "upis" },
    ]);
    expect(service.seen.at(-1)?.search).toBe("?mbs=1%2C2&vrsta=upis&vrsta=brisanje&najvise=5");
    reply = { body: "{}" };
    await expect(changes({})).rejects.toThrow("the service must send an array of objects, but sent {}");
  });

  const { subscription_key: __, ...schemes } = page.components?.securitySchemes ?? {};
  const tokensAlone = { ...page, components: { ...page.components, securitySchemes: schemes } };
  feature("tokens alone", tokensAlone, ({ service }) => {
    expect(service).toContain('export const keyHeader: string = "";');
    expect(service).toContain('export const tokenUrl: string = "https://registar.primjer.hr/token";');
  });

  it.each(["fetch", "axios"])("the %s client of tokens alone gets them where the contract states", async (name) => {
    const read = async (path: string): Promise<object> =>
      import(join(workspace, "tokens alone/packages", name, "src", `${path}.ts`));
    const { createRegisterClient } = (await read("index")) as typeof import("../../../../packages/fetch/src/index.ts");
    const { clientCredentials } = (await read(
      "client-credentials",
    )) as typeof import("../../../../packages/fetch/src/client-credentials.ts");
    const asked: string[] = [];
    const credentials = clientCredentials({
      ...{ clientId: "proba", clientSecret: "tajna-rijec" },
      fetch: async (url) => {
        asked.push(url);
        return Response.json({ access_token: "pristupnica", token_type: "Bearer" });
      },
    });
    await using service = await serve(() => ({ body: "[]" }));
    await createRegisterClient({ baseUrl: service.url, credentials }).jezik.list();
    expect(asked).toEqual(["https://registar.primjer.hr/token"]);
    expect(service.seen[0]?.headers).toMatchObject({ authorization: "Bearer pristupnica" });
    expect(Object.keys(service.seen[0]?.headers ?? {})).not.toContain("ocp-apim-subscription-key");
  });

  const oddNames = { class: text, "a-b": text, 'x"y`': text, "1": { type: "integer" }, constructor: text };
  const reserved = {
    ...tinySpec(oddNames, { tags: ["delete"], operationId: "delete.new" }, "/delete"),
    tags: [{ name: "delete" }],
  };
  feature("reserved words, and names that are not identifiers", reserved, ({ types, client }) => {
    for (const name of ["class", '"a-b"', '"x\\"y`"', "constructor"])
      expect(types).toContain(`  ${name}?: string | null | undefined;`);
    expect(types).toContain('  "1"?: Int | null | undefined;');
    expect(client).toMatch(/id: "delete\.new",[^}]*integers: \["1"\],/);
    expect(client).toContain("  readonly delete: DeleteApi<Int>;");
    expect(client).toContain("  delete: deleteResource<Int>(call),");
    // Without the quotes, it would be a constructor.
    expect(client).toContain('  "new"(');
  });

  const paging = ["offset", "limit"].map((name) => ({ name, in: "query", schema: { type: "integer" } }));
  const old = tinySpec(
    { staro: { type: "string", description: "Old.", deprecated: true } },
    { deprecated: true, parameters: paging },
  );
  feature("deprecated operations with their walks, parameters and fields", old, ({ types, client, api }) => {
    expect(types).toContain("  /**\n   * Old.\n   * @deprecated\n   */\n  staro?");
    expect(client.match(/ {3}\* @deprecated\n/g)).toHaveLength(3);
    expect(api).toContain("`GET /stvar`, paged, deprecated");
  });

  planned.set("tamely described", described("Tame."));
  feature(
    "descriptions, formats and defaults end up in comments and nowhere else",
    described(hostileText),
    (hostile) => {
      const tame = generated("tamely described");
      for (const module of ["types", "service", "client", "axios"] as const)
        expect(withoutComments(hostile[module]), module).toBe(withoutComments(tame[module]));
      expect(hostile.types.match(/globalThis/g)?.length).toBeGreaterThan(20);
      expect(hostile.client.match(/globalThis/g)?.length).toBeGreaterThan(20);
      expect(hostile.api.match(/^(#|<|import).*$/gm)).toHaveLength(tame.api.match(/^(#|<).*$/gm)?.length ?? 0);
      expect(foreignMarkup(hostile.api)).toEqual([]);
    },
  );

  const name = oneLine(`a \` ${hostileText.replaceAll(/[.{}]/g, "")}`);
  const query = { name, in: "query", schema: text };
  const everywhere = { tags: [name], operationId: `${name}.list`, parameters: [query] };
  const ending = { ...tinySpec({ [name]: { type: "integer" } }, everywhere, `/${name}`), tags: [{ name }] };
  feature("names that would end the literal they are in", ending, ({ types, client, axios, api }) => {
    const effect = /globalThisevil = 1/g;
    for (const module of [types, client, axios]) {
      expect(module).toMatch(effect);
      // Without its literals and comments, a module is only code.
      const literals = [name, `/${name}`, `${name}.list`].map(literal);
      expect(withoutComments(literals.reduce((left, one) => left.replaceAll(one, ""), module))).not.toMatch(effect);
    }
    expect(foreignMarkup(api)).toEqual([]);
  });
});

it("without Java, says in one line what is missing and who needs it", async () => {
  vi.stubEnv("PATH", "/nonexistent");
  vi.stubEnv("JAVA_HOME", undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
  await expect(generateRest({ document: tinySpec(), output: "none" })).rejects.toThrow(
    /^Java 11 or newer is missing: .*Only regeneration needs Java.*$/,
  );
});
