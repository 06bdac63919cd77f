/**
 * In a copy of the repository, the contract changes as a maintainer would change it. After `pnpm generate`, what is new is everywhere,
 * and nothing else has to be edited by hand, except where a name is written by hand: there, the compiler says so.
 */
import { existsSync, globSync, readFileSync } from "node:fs";
import { chmod, cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { javaMissing } from "../../generate/rest/java.ts";
import { git } from "../../shared/git.ts";
import { root } from "../../shared/repository.ts";
import { makeFolder } from "../support/packed.ts";
import { run, start } from "../support/process.ts";
import { addFields, addObject, addOperation, renameFields, takeTokens } from "./changes.ts";

const noJava = javaMissing();

/** Files that name fields of the contract by hand: the tables of the README that have every field are generated. */
const handwritten = [
  "specs/README.md",
  "packages/mirror/src/{cases,changes,check,cli,search,serve,show,store,sync}/*.ts",
];
const tables = /^<!-- generated: (resources|types) -->.*?^<!-- end -->$/gms;

/** Tests that read the contract, or what is generated from it: others have one of their own, or none, and no change can break them. */
const concerned = ["packages/core", "packages/fetch", "packages/axios", "packages/graphql", "tools/src/start"].concat(
  ["clients", "declarations"].map((name) => `tools/test/${name}.test.ts`),
);

/** By package, tests that take long and are about something else: processes, files, memory, connections, random text. */
const unconcerned: Readonly<Record<string, string>> = {
  "packages/mirror":
    "{export-folder,export-places,format,golden,kills,output,planted-bugs,reading,threads,told,upgrade,verify}",
  "packages/reference-server": "{cli,connection,data-files,fuzz-*,in-process,memory,states,stopping,unusual-requests}",
  conformance: "{cli,files,limits,rate,silence,terminal,transport,worst-text}",
};

/** By package, tests that need access. They get it in one place, as do all others: `access.ts` of what the tests share. */
const ofAccess: Readonly<Record<string, readonly string[]>> = {
  "packages/fetch": ["test/client", "test/fetch"],
  "packages/axios": ["test/client", "test/instance", "test/interceptors"],
  "packages/reference-server": ["test/pages", "test/rest", "test/tokens"],
  conformance: ["src/evidence/request", "test/tokens", "test/transport"],
  "packages/mirror": ["test/next-day"],
  tools: ["test/clients", "src/start/mock"],
};

/** Uses what was added with all three clients, and prints the numbers that both REST clients walk. */
const consumer = `
  import { createRegisterClient as createAxiosClient } from "@court-register/axios";
  import { createRegisterClient, type Likvidator, type Sjediste } from "@court-register/fetch";
  import { createCourtCasesClient } from "@court-register/graphql";
  import { startServer } from "@court-register/reference-server";
  export const read = (row: Likvidator<bigint>): [bigint, string | null | undefined, boolean | null | undefined] => [row.mbs, row.od, row.aktivan];
  export const added = (row: Sjediste<bigint>): [string | null | undefined, bigint | null | undefined] => [row.dodani_tekst, row.dodani_broj];
  // @ts-expect-error the offset is required
  export const mistake = (): unknown => createRegisterClient({}).likvidator.list({ limit: 1 });
  await using server = await startServer({ port: 0, rows: 150, logLevel: "silent" });
  const options = { baseUrl: server.url, subscriptionKey: server.keys[0] ?? "" };
  const { total } = await createRegisterClient(options).likvidator.list({ offset: 0 }).withResponse();
  const walked: number[] = [];
  for await (const { mbs } of createAxiosClient(options).likvidator.all()) walked.push(mbs satisfies number);
  for await (const { mbs } of createRegisterClient({ ...options, integers: "bigint" }).likvidator.all({ limit: 50 })) walked.push(Number(mbs satisfies bigint));
  const courts = await createCourtCasesClient({ url: server.url + "/graphql" }).sudovi();
  console.log(JSON.stringify({ total, walked, text: typeof courts?.[0]?.dodaniTekst }));
`;

/** Asks for one object by its number, with both REST clients. */
const finder = `
  import { createRegisterClient as createAxiosClient } from "@court-register/axios";
  import { createRegisterClient } from "@court-register/fetch";
  import { startServer } from "@court-register/reference-server";
  await using server = await startServer({ port: 0, rows: 150, logLevel: "silent" });
  const options = { baseUrl: server.url, subscriptionKey: server.keys[0] ?? "" };
  const { data: [subject] } = await createAxiosClient(options).subjekt.list({ offset: 0, limit: 1 });
  const found = await createRegisterClient({ ...options, integers: "bigint" }).subjekt.get({ mbs: subject?.mbs ?? 0 });
  export const marks = (): readonly string[] => found.oznake;
  export const form = (): "d.o.o." | "d.d." | null | undefined => found.oblik;
  const { data } = await createAxiosClient(options).subjekt.get({ mbs: found.mbs ?? 0n });
  const same = data.mbs === subject?.mbs && found.mbs === BigInt(subject?.mbs ?? 0) && Array.isArray(found.oznake);
  console.log(JSON.stringify({ same }));
`;

describe("contract-change", () => {
  beforeEach(({ skip }) => skip(noJava !== undefined, noJava));

  let folder = "";
  const pnpm = (...args: string[]): Promise<string> => run("pnpm", args, { cwd: folder, timeout: 1_800_000 });

  /** The states of a subject's requirements in a report of `pnpm start`. */
  async function statesOf(target: string, subject: string): Promise<Record<string, string>> {
    const report = JSON.parse(await readFile(join(folder, "reports", target, "report.json"), "utf8"));
    const results: { requirement: string; subject: string; state: string }[] = report.results;
    const own = results.filter((one) => one.subject === subject);
    return Object.fromEntries(own.map((one) => [one.requirement, one.state]));
  }

  /** A copy of all files of the repository, uncommitted ones too, with its packages, in which the contract changes. */
  beforeAll(async () => {
    if (noJava !== undefined) return;
    folder = await makeFolder("contract-change");
    await chmod(folder, 0o755); // tests of the mirror run as another user
    const listed = await git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard");
    const files = listed.split("\0").filter((file) => file !== "" && existsSync(join(root, file)));
    for (const file of files) await cp(join(root, file), join(folder, file));
    await git(folder, "init", "-q", "-b", "main");
    await git(folder, "add", ".");
    await pnpm("install", "--frozen-lockfile", "--prefer-offline");
    const specs = join(folder, "specs");
    const named = globSync(handwritten, { cwd: folder }).map((file) => readFileSync(join(folder, file), "utf8"));
    await renameFields(specs, named.join("\n").replaceAll(tables, ""));
    await addFields(specs);
    await addOperation(specs);
    await addObject(specs);
    await pnpm("check:specs");
    await pnpm("generate");
  }, 1_800_000);

  test("the suite judges new operations and a new field, and the mock and the reference server have them", async () => {
    await pnpm("start");
    const pass = (...ids: string[]): object => Object.fromEntries(ids.map((id) => [`REG-${id}`, "pass"]));
    const rows = pass("STATUS-01", "FIELD-01", "FIELD-02", "TYPE-01", "XML-02", "XML-04");
    expect(await statesOf("mock", "likvidator")).toMatchObject(rows);
    const pages = pass("PAGE-01", "PAGE-02", "PAGE-03", "PAGE-04", "TOTAL-03");
    expect(await statesOf("reference-server", "likvidator")).toMatchObject({ ...rows, ...pages });
    expect(await statesOf("reference-server", "sudovi")).toMatchObject({ "CASE-TYPE-01": "pass" });
    for (const target of ["mock", "reference-server"])
      expect(await statesOf(target, "subjekt.get")).toMatchObject(pass("JSON-06", "TYPE-08"));
    expect(await statesOf("reference-server", "subjekt.get")).toMatchObject(pass("PATH-02"));
    // No list gets another name.
    expect(await statesOf("reference-server", "subjekt")).toMatchObject(pass("PAGE-01"));
    expect(await readFile(join(folder, "packages/mirror/src/generated/lists.ts"), "utf8")).toMatch(/name: "subjekt",/);
  });

  test("the clients have them, with types and a line in the list of operations", async () => {
    for (const client of ["fetch", "axios"])
      expect(await readFile(join(folder, `packages/${client}/api.md`), "utf8")).toContain(
        "`register.likvidator.list(params, options)` — List the liquidators. `GET /likvidator`, paged, with a total",
      );
    await writeFile(join(folder, "tools/src/consumer.ts"), consumer);
    await pnpm("--dir", "tools", "exec", "tsc");
    const output = await pnpm("exec", "node", "--conditions=@court-register/source", "tools/src/consumer.ts");
    const { total, walked, text } = JSON.parse(output.split("\n").find((line) => line.startsWith("{")) ?? "");
    expect(total).toBeGreaterThan(100);
    expect(walked).toHaveLength(2 * total);
    expect(walked.slice(0, total)).toEqual(walked.slice(total));
    expect(text).toBe("string");
    await writeFile(join(folder, "tools/src/finder.ts"), finder);
    await pnpm("--dir", "tools", "exec", "tsc");
    expect(await pnpm("exec", "node", "--conditions=@court-register/source", "tools/src/finder.ts")).toContain(
      '{"same":true}',
    );
  });

  test("the tests pass without further edits", async () => {
    await pnpm("test", ...concerned);
    for (const [name, others] of Object.entries(unconcerned))
      await pnpm("--dir", name, "exec", "vitest", "run", "--exclude", `test/${others}.test.ts`);
  });

  test("with tokens in place of the key, types and tests hold without an edit by hand", async () => {
    await takeTokens(join(folder, "specs"));
    await pnpm("generate");
    const { keyHeader } = await import(join(folder, "packages/core/src/generated/service.ts"));
    expect(keyHeader).toBe("");
    for (const client of ["fetch", "axios"]) await pnpm("--dir", `packages/${client}`, "exec", "tsc");
    for (const [name, files] of Object.entries(ofAccess))
      await pnpm("--dir", name, "exec", "vitest", "run", ...files.map((file) => `${file}.test.ts`));
  });

  test("a renamed field is told where its name is written by hand", async () => {
    // What `pnpm generate` writes of a renamed field is known from above.
    const renamed = { core: "godina_izvjestaja", graphql: "plPocetak" };
    for (const [name, field] of Object.entries(renamed))
      for (const types of globSync(`packages/${name}/src/generated/*.ts`, { cwd: folder }))
        await writeFile(
          join(folder, types),
          (await readFile(join(folder, types), "utf8")).replaceAll(field, `novi_${field}`),
        );
    const mirror = join(folder, "packages/mirror");
    const files = globSync("src/**/*.ts", { cwd: mirror, exclude: ["src/generated/**"] });
    const naming = Object.values(renamed).map((field) =>
      files.filter((file) => readFileSync(join(mirror, file), "utf8").includes(field)),
    );
    expect(naming).toEqual([["src/show/describe.ts"], expect.arrayContaining(["src/show/describe.ts"])]);
    const { all } = await start("pnpm", ["exec", "tsc"], { cwd: mirror });
    const told = [...all.matchAll(/^(src\/\S+)\(\d+,\d+\): error /gm)].map(([, file]) => file);
    expect(new Set(told)).toEqual(new Set(naming.flat()));
  });
});
