/**
 * `pnpm check:runtimes`: installs the packed packages as a user would, and runs one program with all of them on every supported
 * runtime. What it installs is kept between runs.
 */
import { readFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type BuildOptions, build } from "esbuild";
import { afterAll, beforeAll, describe, test } from "vitest";
import { root } from "../../shared/repository.ts";
import { copyFolder, makeFolder, makeProject, packAll } from "../support/packed.ts";
import { run, withoutKey } from "../support/process.ts";
import { adapt, startServiceOn } from "../support/service.ts";
import { type Browser, browserRuns, openBrowser } from "./browser.ts";
import { consumers, typeCheck } from "./compilers.ts";
import { activity, courtCase, seats } from "./consumer/data.ts";
import { askServer, runSuite, withServer } from "./programs.ts";
import { compilers, denoCache, installToolbox, nodes, program, versionOf, workspaceVersion } from "./toolbox.ts";

const clients = ["core", "fetch", "axios", "graphql"];
const { peerDependencies }: { peerDependencies: { axios: string } } = JSON.parse(
  readFileSync(join(root, "packages/axios/package.json"), "utf8"),
);
/** The lowest version that the axios client accepts. */
const oldestAxios = peerDependencies.axios.replace("^", "");
const [, ownNode] = nodes;
const key = `kljuc-${crypto.randomUUID()}`;
const data = {
  sjediste: seats.map((mbs, index) => ({ mbs, ulica: "Ulica kestena", kucni_broj: index + 1 })),
  evidencijske_djelatnosti: [activity],
  predmet: [courtCase],
  sudovi: [{ id: courtCase.sudId, sudNaziv: "Općinski sud u Primjeru" }],
};

/** What esbuild makes of the program. */
const bundles = {
  modules: { format: "esm", platform: "node", packages: "external" },
  commonjs: { format: "cjs", platform: "node", packages: "external" },
  // CommonJS, because axios requires Node's modules, which esbuild's ESM output cannot.
  node: { format: "cjs", platform: "node" },
  browser: { format: "esm", platform: "browser", minify: true },
  worker: { format: "esm", platform: "browser", conditions: ["workerd", "worker", "browser"] },
} satisfies Record<string, BuildOptions>;

const workerd = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [
  (name = "main", worker = .worker),
  (name = "loopback", network = (allow = ["local"])),
]);
const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.js")],
  compatibilityDate = "2026-01-01",
  globalOutbound = "loopback",
);
`;

/** The projects, which are installed before the first runtime is tried: the clients, with an old axios, and the programs. */
let folder: string;
const place = (name: string): string => join(folder, name);
const resources = new AsyncDisposableStack();
let opening: Promise<Browser> | undefined;
const browser = (): Promise<Browser> => {
  opening ??= openBrowser(place("pages")).then((opened) => resources.use(opened));
  return opening;
};

async function install(): Promise<void> {
  await installToolbox();
  folder = await makeFolder("runtimes");
  const service = resources.use(await startServiceOn(data, place("data"), key));
  const all = await packAll();
  const pathsOf = (needed: (name: string) => boolean): string[] =>
    all.filter(({ name }) => needed(name.replace("@court-register/", ""))).map(({ path }) => path);
  const latest = ["axios", "@types/node"].map((name) => `${name}@${workspaceVersion(name)}`);
  const tarballs = pathsOf((name) => clients.includes(name));
  await makeProject(place("clients"), [...tarballs, ...latest]);
  await makeProject(place("old-axios"), [...tarballs, `axios@${oldestAxios}`]);
  // The mirror needs core and the fetch client.
  const needed = pathsOf((name) => !clients.includes(name) || name === "core" || name === "fetch");
  await makeProject(place("programs"), needed);
  for (const project of ["clients", "old-axios"]) {
    await copyFolder("tools/src/check/runtimes/consumer", place(project));
    const smoke = join(place(project), "smoke.ts");
    await writeFile(smoke, adapt(await readFile(smoke, "utf8"), { url: service.url, key }));
  }
}

/** Bundles the program, or another entry of the project. @returns the bundle's path. */
async function bundle(kind: keyof typeof bundles, file: string, entry = "smoke.ts"): Promise<string> {
  const outfile = place(file);
  const entryPoints = [join(place("clients"), entry)];
  await build({ entryPoints, outfile, bundle: true, logLevel: "silent", ...bundles[kind] });
  return outfile;
}

function expectEnd(output: string): void {
  withoutKey(output, key);
  if (!/^passed: core, fetch, axios, graphql$/m.test(output)) throw new Error(`It did not come to its end:\n${output}`);
}

/** Runs the program to its end, in the project of the clients. */
async function play(
  runtime: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<void> {
  expectEnd(await run(runtime, args, { cwd: place("clients"), ...options }));
}

/** Each runtime by the name that the check prints. */
const runtimes: Record<string, () => Promise<void>> = {};

for (const { version, path } of nodes) {
  const node = (file: string): Promise<void> => play(`${path}/node`, [file]);
  runtimes[`Node ${version}`] = async () => node(await bundle("modules", `clients/${version}.mjs`));
  runtimes[`Node ${version}, CommonJS by require`] = async () =>
    node(await bundle("commonjs", `clients/${version}.cjs`));
  runtimes[`Node ${version}, type stripping`] = () => node("smoke.ts");
  runtimes[`Node ${version}, programs by npx`] = async () => {
    const installed = { node: path, project: place("programs"), report: place(`report-${version}`) };
    await mkdir(installed.report);
    await withServer(installed, key, async (url) => {
      await askServer(url, key);
      await runSuite(installed, url, key);
    });
  };
}

runtimes[`axios ${oldestAxios}, type stripping`] = () =>
  play(`${ownNode.path}/node`, ["smoke.ts"], { cwd: place("old-axios") });

runtimes[`Bun ${versionOf("bun")}`] = () => play(program("bun"), ["run", "smoke.ts"]);

runtimes[`Deno ${versionOf("deno")}`] = () =>
  play(program("deno"), ["run", "--no-prompt", "--check", "--allow-net=127.0.0.1", "--allow-env", "smoke.ts"], {
    env: { DENO_DIR: denoCache, DENO_NO_UPDATE_CHECK: "1" },
  });

runtimes[`workerd ${versionOf("workerd")}`] = async () => {
  // Imported late: a worker may send requests only while it handles an event.
  const worker = 'export default { test: async () => (await import("./smoke.ts")).ended };\n';
  await writeFile(join(place("clients"), "worker.ts"), worker);
  await bundle("worker", "workerd/worker.js", "worker.ts");
  await writeFile(join(place("workerd"), "config.capnp"), workerd);
  await play(program("workerd"), ["test", join(place("workerd"), "config.capnp")]);
};

for (const { version, path } of compilers)
  for (const consumer of consumers)
    runtimes[`TypeScript ${version}, ${consumer.moduleResolution} resolution`] = () =>
      typeCheck(path, place("clients"), consumer, ["smoke.ts", "mistakes.ts"]);

const esbuild = `esbuild ${workspaceVersion("esbuild")}`;
runtimes[`${esbuild}, run on Node ${ownNode.version}`] = async () =>
  // Where no packages are installed.
  play(`${ownNode.path}/node`, [await bundle("node", "empty/smoke.cjs")], { cwd: folder });

const inBrowser: typeof runtimes = {
  [`${esbuild}, in Chromium from another origin`]: async () => {
    await bundle("browser", "pages/esbuild/smoke.js");
    await writeFile(join(place("pages"), "esbuild/smoke.html"), page("smoke.js"));
    expectEnd(await (await browser()).play("esbuild/smoke.html"));
  },
  [`Vite ${versionOf("vite")}, in Chromium from another origin`]: async () => {
    const cwd = place("clients");
    await writeFile(join(cwd, "index.html"), page("./smoke.ts"));
    await run(program("vite"), ["build", "--base", "./", "--outDir", place("pages/vite"), "--logLevel", "warn"], {
      cwd,
    });
    expectEnd(await (await browser()).play("vite/index.html"));
  },
};

function page(script: string): string {
  return `<!doctype html><title>smoke</title><script type="module" src="${script}"></script>`;
}

describe("runtimes", () => {
  beforeAll(install, 1_800_000);
  afterAll(() => resources.disposeAsync());
  for (const [name, tryIt] of Object.entries(runtimes)) test.concurrent(name, tryIt);
  for (const [name, tryIt] of Object.entries(inBrowser))
    test.concurrent(name, async ({ skip }) => {
      if (!browserRuns) skip("Chromium's package is only for Linux on x64.");
      await tryIt();
    });
});
