/**
 * A dry run of a whole release: from a changeset to versions, to tarballs, to a user's project that installs them with npm and uses
 * them, whatever else it has. Nothing is published.
 */
import { createHash } from "node:crypto";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { Copy } from "../../../test/support/copy.ts";
import { applyChangesets } from "../../release/apply-changesets.ts";
import { git } from "../../shared/git.ts";
import { publishedPackages, root } from "../../shared/repository.ts";
import { runSuite, withServer } from "../runtimes/programs.ts";
import { workspaceVersion } from "../runtimes/toolbox.ts";
import { makeProject, pack, packAll } from "../support/packed.ts";
import { run, start, urlOf } from "../support/process.ts";

const consumer = `
  import { createRegisterClient as createAxiosClient } from "@court-register/axios";
  import { createRegisterClient } from "@court-register/fetch";
  import { createCourtCasesClient } from "@court-register/graphql";

  const [url, subscriptionKey] = process.argv.slice(2);
  const options = { baseUrl: url, subscriptionKey };
  const { rows, total } = await createRegisterClient(options).sjediste.list({ offset: 0, limit: 3 }).withResponse();
  const { data } = await createAxiosClient(options).sjediste.list({ offset: 0, limit: 3 });
  const courts = await createCourtCasesClient({ url: url + "/graphql" }).sudovi();
  console.log(JSON.stringify({ total: total >= 3, rows: rows.length, same: JSON.stringify(rows) === JSON.stringify(data), courts: courts.length > 0 }));
`;

/** A project's own use of what our packages use too, in other versions; and our server within the same process. */
const neighbour = `
  import { createCourtCasesClient } from "@court-register/graphql";
  import { createReferenceService } from "@court-register/reference-server";
  import { program } from "commander";
  import fastify from "fastify";
  import { buildSchema, graphqlSync, version } from "graphql";

  const app = fastify();
  app.get("/", async () => ({ own: true }));
  const { payload } = await app.inject("/");
  const own = graphqlSync({ schema: buildSchema("type Query { one: Int }"), source: "{ one }", rootValue: { one: 1 } });
  const service = createReferenceService({ rows: 20 });
  const courts = await createCourtCasesClient({ url: "https://registar.primjer.hr/graphql", fetch: service.fetch }).sudovi();
  await service.close();
  await app.close();
  console.log(JSON.stringify({ fastify: app.version, graphql: version, payload, one: own.data.one, program: typeof program.parse, courts: courts.length > 0 }));
`;

let copy: Copy;
beforeAll(async () => {
  copy = await Copy.make();
}, 60_000);
afterAll(() => copy[Symbol.asyncDispose]());

/** Installs packages as a user would. @returns npm's message if there is no network, which only a developer's machine may lack. */
async function install(project: string, tarballs: string[]): Promise<string | undefined> {
  vi.stubEnv("npm_config_fetch_retries", "1");
  try {
    await makeProject(project, tarballs);
    return undefined;
  } catch (error) {
    const { code, output } = await copy.run("", "npm", "view", "axios", "version", "--prefer-online");
    if (code !== 0 && process.env.CI === undefined) return output;
    throw error;
  } finally {
    vi.unstubAllEnvs();
  }
}

test("release from a changeset to a user's project", { timeout: 300_000 }, async ({ skip }) => {
  await copy.write(
    ".changeset/dry-run.md",
    '---\n"@court-register/fetch": minor\n"@court-register/conformance": patch\n"@court-register/reference-server": patch\n---\n\nA dry run.\n',
  );
  await copy.edit(
    "package.json",
    '"private": true',
    '"private": true, "repository": "https://kod.primjer.hr/registar"',
  );
  for (const { folder } of publishedPackages)
    await copy.edit(
      `${folder}/package.json`,
      /"version": ".*"/.exec(await copy.read(`${folder}/package.json`))?.[0] ?? "",
      '"version": "0.3.1"',
    );
  expect(await applyChangesets(copy.root)).toBe("0.4.0");

  // A release compiles the same sources: it changes none, only manifests and texts.
  for (const { folder, hasCode } of publishedPackages)
    if (hasCode) await cp(join(root, folder, "dist"), copy.path(`${folder}/dist`), { recursive: true });
  await git(copy.root, "init", "--quiet");
  const release = await copy.run("", process.execPath, "tools/src/release/pack.ts", "tarballs");
  expect(release).toEqual({ code: 0, output: await copy.read("tarballs/sums.txt") });
  const tarballs = [...release.output.matchAll(/\S+\.tgz$/gm)].map(([name]) => copy.path(`tarballs/${name}`));
  expect(tarballs).toHaveLength(publishedPackages.length);
  const project = copy.path("project");
  const unreached = await install(project, [...tarballs, `axios@${workspaceVersion("axios")}`]);
  if (unreached !== undefined) {
    return skip(`The tarballs are packed, but not installed. ${unreached}`);
  }
  const manifests = await Promise.all(
    publishedPackages.map(({ name }) => copy.read(`project/node_modules/${name}/package.json`)),
  );
  const installed = manifests.map((text): { name: string; version: string; dependencies?: Record<string, string> } =>
    JSON.parse(text),
  );
  expect(installed.map(({ name, version }) => `${name} ${version}`)).toEqual(
    publishedPackages.map(({ name }) => `${name} ${/conformance|mirror|server/.test(name) ? "0.3.2" : "0.4.0"}`),
  );
  for (const { dependencies = {} } of installed)
    expect([undefined, "^0.4.0"]).toContain(dependencies["@court-register/core"]);

  const place = { node: dirname(process.execPath), project, report: join(project, "report") };
  await copy.write("project/use.js", consumer);
  const result = await withServer(place, "kljuc-primjer", (url) =>
    copy.run("project", process.execPath, "use.js", url, "kljuc-primjer"),
  );
  expect(result).toEqual({ code: 0, output: '{"total":true,"rows":3,"same":true,"courts":true}\n' });
  expect(await copy.run("project", "court-register-conformance", "--version")).toEqual({ code: 0, output: "0.3.2\n" });
});

const sha256 = async (file: string): Promise<string> =>
  createHash("sha256")
    .update(await readFile(file))
    .digest("hex");

// The workflow compares what two machines have packed: so neither a folder nor a time may be in a tarball.
test("release another build, in another folder, packs the same tarballs", { timeout: 300_000 }, async () => {
  await using other = await Copy.make();
  const packed: [name: string, before: string, after: string][] = [];
  // The compiler looks for core's declarations when it reads a client.
  const coreFirst = (await packAll()).toSorted(
    (one, { name }) => Number(name.endsWith("/core")) - Number(one.name.endsWith("/core")),
  );
  // The commands have the kit within them.
  for (const { folder, hasCode } of [{ folder: "packages/kit", hasCode: true }, ...coreFirst]) {
    const { scripts = {} }: { scripts?: Record<string, string> } = JSON.parse(
      await other.read(`${folder}/package.json`),
    );
    if (!hasCode) continue;
    const [program = "", ...args] = scripts.build?.split(" ") ?? [];
    expect(await other.run(folder, program, ...args)).toEqual({ code: 0, output: "" });
  }
  for (const { folder, path } of coreFirst) {
    const again = await pack(relative(root, other.path(folder)), other.path("tarballs"));
    packed.push([basename(path), await sha256(path), await sha256(again)]);
  }
  expect(packed.filter(([, before, after]) => before !== after)).toEqual([]);
});

test("release beside other versions of fastify, graphql and commander", { timeout: 600_000 }, async ({ skip }) => {
  const project = copy.path("neighbours");
  const others = ["fastify@4", "graphql@16.11.0", "commander@12"];
  const unreached = await install(project, [...(await packAll()).map(({ path }) => path), ...others]);
  if (unreached !== undefined) return skip(`The tarballs are not installed. ${unreached}`);

  await writeFile(join(project, "use.js"), neighbour);
  const used = JSON.parse(await run(process.execPath, ["use.js"], { cwd: project }));
  expect(used).toEqual({
    fastify: expect.stringMatching(/^4\./),
    graphql: "16.11.0",
    payload: '{"own":true}',
    one: 1,
    program: "function",
    courts: true,
  });

  const key = "kljuc-primjer";
  const place = { node: dirname(process.execPath), project, report: join(project, "report") };
  await mkdir(place.report);
  await withServer(place, key, async (url) => {
    // It asks for court cases, too: the server has one graphql, and the suite another.
    await runSuite(place, url, key);
    const env = { PATH: `${place.node}:${process.env.PATH}`, COURT_REGISTER_KEY: key };
    const mirror = ["--offline", "court-register-mirror"];
    const sync = [...mirror, "sync", "copy.sqlite", "--base-url", url, "--list", "sjediste"];
    await run("npx", sync, { cwd: project, env });
    const page = start("npx", [...mirror, "serve", "copy.sqlite", "--port", "0"], { cwd: project, env });
    try {
      expect((await fetch(await urlOf(page))).status).toBe(200);
    } finally {
      page.kill("SIGTERM");
      await page;
    }
  });
});
