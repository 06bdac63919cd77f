/** Builds of one clone at once, and programs that run from `dist` meanwhile, do not disturb each other. */
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Copy } from "./support/copy.ts";

const folder = "packages/core";

let copy: Copy;
beforeAll(async () => {
  copy = await Copy.make();
}, 60_000);
afterAll(() => copy[Symbol.asyncDispose]());

/** Runs the package's build script, as turbo does. */
async function build(): Promise<void> {
  const { scripts }: { scripts: { build: string } } = JSON.parse(await copy.read(`${folder}/package.json`));
  const result = await copy.run(folder, "sh", "-c", scripts.build);
  expect(result).toEqual({ code: 0, output: "" });
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
  await copy.write(`${folder}/src/index.ts`, text);
  expect(await built()).toEqual(before);
});
