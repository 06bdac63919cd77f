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
import { run, start, withoutKey } from "../support/process.ts";
import { adapt, startServiceOn } from "../support/service.ts";
import { noBrowser, playPage } from "./browser.ts";
import { consumers, typeCheck } from "./compilers.ts";
import { activity, courtCase, seats } from "./consumer/data.ts";
import { runSuite, withServer } from "./programs.ts";
import { compilers, denoCache, installToolbox, nodes, program, versionOf, workspaceVersion } from "./toolbox.ts";

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
  commonjs: { format: "cjs", platform: "node", packages: "external" },
  // CommonJS, because axios requires Node's modules, which esbuild's ESM output cannot.
  node: { format: "cjs", platform: "node" },
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

/** The projects, which are installed before the first runtime is tried: all packages, and the clients with an old axios. */
let folder: string;
const place = (name: string): string => join(folder, name);
const resources = new AsyncDisposableStack();
async function install(): Promise<void> {
  await installToolbox();
  folder = await makeFolder("runtimes");
  const service = resources.use(await startServiceOn(data, place("data"), key));
  const all = await packAll();
  const latest = ["axios", "@types/node"].map((name) => `${name}@${workspaceVersion(name)}`);
  await makeProject(place("packages"), [...all.map(({ path }) => path), ...latest]);
  const clients = all.filter(({ name }) => /\/(core|fetch|axios|graphql)$/.test(name));
  await makeProject(place("old-axios"), [...clients.map(({ path }) => path), `axios@${oldestAxios}`]);
  for (const project of ["packages", "old-axios"]) {
    await copyFolder("tools/src/check/runtimes/consumer", place(project));
    const smoke = join(place(project), "smoke.ts");
    await writeFile(smoke, adapt(await readFile(smoke, "utf8"), { url: service.url, key }));
  }
}

/** Bundles the program, or another entry of the project. @returns the bundle's path. */
async function bundle(kind: keyof typeof bundles, file: string, entry = "smoke.ts"): Promise<string> {
  const outfile = place(file);
  const entryPoints = [join(place("packages"), entry)];
  await build({ entryPoints, outfile, bundle: true, logLevel: "silent", ...bundles[kind] });
  return outfile;
}

function expectEnd(output: string): void {
  withoutKey(output, key);
  if (!/^passed: core, fetch, axios, graphql$/m.test(output)) throw new Error(`It did not come to its end:\n${output}`);
}

/** Runs the program to its end, in the project of all packages. */
async function play(
  runtime: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<void> {
  expectEnd(await run(runtime, args, { cwd: place("packages"), ...options }));
}

/** Why a program of the toolbox does not start here, in one line, if it does not. */
async function missing(program: string): Promise<string | undefined> {
  const { failed, all = "", shortMessage } = await start(program, ["--version"]);
  return failed ? (all.trim() || String(shortMessage)).split("\n", 1).join("") : undefined;
}

describe("runtimes", () => {
  beforeAll(install, 1_800_000);
  afterAll(() => resources.disposeAsync());

  /**
   * @param name - what the check prints.
   * @param reason - why it cannot be tried on this machine, if it cannot; continuous integration tries all.
   */
  function runtime(name: string, tryIt: () => Promise<void>, reason?: () => Promise<string | undefined>): void {
    test.concurrent(name, async ({ skip }) => {
      const why = process.env.CI ? undefined : await reason?.();
      if (why !== undefined) skip(`${name} could not be installed here: ${why}`);
      await tryIt();
    });
  }

  for (const { version, path } of nodes) {
    const node = `${path}/node`;
    const name = `Node ${version}`;
    const reason = (): Promise<string | undefined> => missing(node);
    runtime(name, () => play(node, ["smoke.ts"]), reason);
    const required = async (): Promise<void> => play(node, [await bundle("commonjs", `packages/${version}.cjs`)]);
    runtime(`${name}, CommonJS by require`, required, reason);
    const programs = async (): Promise<void> => {
      const installed = { node: path, project: place("packages"), report: place(`report-${version}`) };
      await mkdir(installed.report);
      await withServer(installed, key, (url) => runSuite(installed, url, key));
    };
    // The examples run them on the workspace's own.
    if (path !== ownNode.path) runtime(`${name}, programs by npx`, programs, reason);
  }

  runtime(`axios ${oldestAxios}`, () => play(`${ownNode.path}/node`, ["smoke.ts"], { cwd: place("old-axios") }));

  const bun = program("bun");
  runtime(
    `Bun ${versionOf("bun")}`,
    () => play(bun, ["run", "smoke.ts"]),
    () => missing(bun),
  );

  const deno = program("deno");
  const allowed = ["--no-prompt", "--check", "--allow-net=127.0.0.1", "--allow-env"];
  const env = { DENO_DIR: denoCache, DENO_NO_UPDATE_CHECK: "1" };
  const onDeno = (): Promise<void> => play(deno, ["run", ...allowed, "smoke.ts"], { env });
  runtime(`Deno ${versionOf("deno")}`, onDeno, () => missing(deno));

  const onWorkerd = async (): Promise<void> => {
    // Imported late: a worker may send requests only while it handles an event.
    const worker = 'export default { test: async () => (await import("./smoke.ts")).ended };\n';
    await writeFile(join(place("packages"), "worker.ts"), worker);
    await bundle("worker", "workerd/worker.js", "worker.ts");
    await writeFile(join(place("workerd"), "config.capnp"), workerd);
    await play(program("workerd"), ["test", join(place("workerd"), "config.capnp")]);
  };
  runtime(`workerd ${versionOf("workerd")}`, onWorkerd, () => missing(program("workerd")));

  for (const { version, path } of compilers)
    for (const consumer of consumers)
      runtime(`TypeScript ${version}, ${consumer.moduleResolution} resolution`, () =>
        typeCheck(path, place("packages"), consumer, ["smoke.ts"]),
      );

  const esbuild = `esbuild ${workspaceVersion("esbuild")}`;
  runtime(`${esbuild}, run on Node ${ownNode.version}`, async () =>
    // Where no packages are installed.
    play(`${ownNode.path}/node`, [await bundle("node", "empty/smoke.cjs")], { cwd: folder }),
  );
  const vite = async (): Promise<void> => {
    const cwd = place("packages");
    await writeFile(join(cwd, "index.html"), '<!doctype html><script type="module" src="./smoke.ts"></script>');
    const options = ["--base", "./", "--outDir", place("vite"), "--logLevel", "warn"];
    await run(program("vite"), ["build", ...options], { cwd });
    expectEnd(await playPage(place("vite")));
  };
  runtime(`Vite ${versionOf("vite")}, in Chromium from another origin`, vite, noBrowser);
});
