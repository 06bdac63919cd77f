/**
 * Builds of one clone at once, and programs that run from `dist` meanwhile, do not disturb each other. Whatever happens, what counts
 * as built is what a build of the present sources makes.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { watch } from "node:fs";
import { chmod, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Copy } from "./support/copy.ts";

const folder = "packages/core";

let copy: Copy;
/** The copy's own. */
let isBuilt: () => boolean;
let buildClient: () => Promise<void>;
beforeAll(async () => {
  copy = await Copy.make();
  const built = await import(copy.path("tools/src/build/built.ts"));
  const builds = await import(copy.path("tools/src/build/build.ts"));
  isBuilt = () => built.isBuilt(folder);
  buildClient = () => builds.build(["packages/fetch"]);
}, 60_000);
afterAll(() => copy[Symbol.asyncDispose]());

/** Runs the package's build script. */
async function build(): Promise<void> {
  const result = await copy.run(folder, "sh", "-c", await script());
  expect(result).toEqual({ code: 0, output: "" });
}

async function script(): Promise<string> {
  const { scripts }: { scripts: { build: string } } = JSON.parse(await copy.read(`${folder}/package.json`));
  return scripts.build;
}

/** The files of `dist`, by path, with their content. */
async function built(): Promise<Map<string, string>> {
  const dist = copy.path(`${folder}/dist`);
  const files = new Map<string, string>();
  for (const path of (await readdir(dist, { recursive: true })).sort())
    if ((await stat(join(dist, path))).isFile()) files.set(path, await readFile(join(dist, path), "utf8"));
  return files;
}

test("builds at once all succeed, and whoever reads meanwhile finds every file, whole", async () => {
  await build();
  const before = await built();
  expect([...before.keys()]).toEqual(expect.arrayContaining(["index.js", "index.d.ts", "generated/types.d.ts"]));
  let running = true;
  const builds = Promise.all([build(), build()]).finally(() => {
    running = false;
  });
  const reading = (async () => {
    for (let reads = 1; ; reads += 1) {
      for (const [path, text] of before)
        expect([path, await copy.read(`${folder}/dist/${path}`)]).toEqual([path, text]);
      if (!running) return reads;
    }
  })();
  const [, reads] = await Promise.all([builds, reading]);
  expect(reads).toBeGreaterThan(3);
  expect(await built()).toEqual(before);
});

test("a build removes what no source makes any more, and leaves nothing else behind", async () => {
  await build();
  const before = await built();
  await copy.write(`${folder}/dist/gone/old.js`, "export {};\n");
  await build();
  expect(await built()).toEqual(before);
  expect((await readdir(copy.path(folder))).filter((name) => name.startsWith(".dist"))).toEqual([]);
});

test("a build that fails leaves the last one in place", async () => {
  await build();
  const before = await built();
  const text = await copy.read(`${folder}/src/index.ts`);
  await copy.write(`${folder}/src/index.ts`, `${text}export const wrong: number = "1";\n`);
  await expect(build()).rejects.toThrow();
  expect(isBuilt()).toBe(false);
  await copy.write(`${folder}/src/index.ts`, text);
  expect(await built()).toEqual(before);
  expect(isBuilt()).toBe(true);
});

const anything = "// Not there before.\n";
const differences: [what: string, path: string, edit: (text: string) => string | undefined][] = [
  ["an edited source", `${folder}/src/index.ts`, (text) => text + anything],
  ["a new source", `${folder}/src/new.ts`, () => anything],
  ["a missing source", `${folder}/src/limiter.ts`, () => undefined],
  ["its manifest", `${folder}/package.json`, (text) => `${text}\n`],
  ["its settings", `${folder}/tsconfig.build.json`, (text) => text + anything],
  ["the settings of all packages", "tsconfig.json", (text) => text + anything],
  ["how packages are built", "tools/src/build/compile.ts", (text) => text + anything],
  ["the installed compiler", "node_modules/.pnpm/lock.yaml", () => "typescript: another"],
  ["a missing file of the last build", `${folder}/dist/index.js`, () => undefined],
  ["an edited file of the last build", `${folder}/dist/index.d.ts`, (text) => text + anything],
  ["a file that no source makes", `${folder}/dist/gone.js`, () => anything],
  ["no build at all", `${folder}/.built`, () => undefined],
];
test.each(differences)("%s is a reason to build, and none once it is undone", async (_what, path, edit) => {
  if (!isBuilt()) await build();
  expect(isBuilt()).toBe(true);
  const before = await copy.read(path).catch(() => undefined);
  const put = (text: string | undefined): Promise<void> =>
    text === undefined ? rm(copy.path(path)) : copy.write(path, text);
  await put(edit(before ?? ""));
  expect(isBuilt()).toBe(false);
  await put(before);
  expect(isBuilt()).toBe(true);
});

test("what is built already is left alone; a package is built again when one that it imports changes, but not for a test", async () => {
  await buildClient();
  const ages = (): Promise<number[]> =>
    Promise.all(
      ["core", "fetch"].map(async (name) => (await stat(copy.path(`packages/${name}/dist/index.js`))).ctimeMs),
    );
  const before = await ages();
  await copy.write(`${folder}/src/another.test.ts`, anything);
  await buildClient();
  expect(await ages()).toEqual(before);

  await copy.write(`${folder}/src/limiter.ts`, (await copy.read(`${folder}/src/limiter.ts`)) + anything);
  await buildClient();
  const [core = 0, client = 0] = await ages();
  expect(core).toBeGreaterThan(before[0] ?? 0);
  expect(client).toBeGreaterThan(before[1] ?? 0);
});

test("a build that is killed when its first file arrives does not count, and the next one completes it", async () => {
  await build();
  const wanted = await built();
  // So that every file arrives again.
  await copy.write(`${folder}/dist/index.js`, "");
  const child = spawn("sh", ["-c", `exec ${await script()}`], {
    cwd: copy.path(folder),
    env: { ...process.env, PATH: `${copy.path("node_modules/.bin")}:${process.env.PATH}` },
  });
  const watcher = watch(copy.path(`${folder}/dist`), () => void child.kill("SIGKILL"));
  await once(child, "exit");
  watcher.close();
  if (!isBuilt()) await build();
  expect(await built()).toEqual(wanted);
});

test("a build whose sources were edited while it ran does not count as one of the sources before", async () => {
  const source = `${folder}/src/index.ts`;
  const [text, manifest] = [await copy.read(source), await copy.read(`${folder}/package.json`)];
  const tsc = copy.path("node_modules/.bin/tsc");
  // A compiler before which somebody switches the branch.
  await copy.write("edits/tsc", `#!/bin/sh\necho 'export const other = 1;' >> src/index.ts\nexec ${tsc} "$@"\n`);
  await chmod(copy.path("edits/tsc"), 0o755);
  const compiler = copy.path("edits");
  await copy.edit(`${folder}/package.json`, '"build": "', `"build": "PATH=${compiler}:$PATH `);
  await build();
  await copy.write(source, text);
  expect(await copy.read(`${folder}/dist/index.js`)).toContain("other");
  expect(isBuilt()).toBe(false);
  await copy.write(`${folder}/package.json`, manifest);
});
