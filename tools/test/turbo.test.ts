/** What turbo gives back from its cache counts as what has run, and what was made of files that changed meanwhile is not kept. `pnpm check cache` tries which edits reach which hash. */
import { chmod, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { root } from "../src/shared/repository.ts";
import { Copy } from "./support/copy.ts";

let copy: Copy;
beforeAll(async () => {
  copy = await Copy.make();
  await copy.write("node_modules/.modules.yaml", "as after an installation");
  vi.stubEnv("DO_NOT_TRACK", "1");
}, 60_000);
afterAll(async () => {
  vi.unstubAllEnvs();
  await copy[Symbol.asyncDispose]();
});

const all = ["core", "fetch", "axios", "graphql", "mirror", "reference-server", "kit", "conformance", "tools"];

describe("`pnpm test`", () => {
  /** Leaves tests to core alone. */
  beforeAll(async () => {
    for (const folder of [
      "",
      ...all.filter((name) => !["conformance", "tools"].includes(name)).map((name) => `packages/${name}`),
      "conformance",
      "tools",
    ]) {
      const manifest = JSON.parse(await copy.read(join(folder, "package.json")));
      if (folder === "packages/core") manifest.scripts.test = "vitest run src/tiny";
      else for (const task of ["test", "test:repository"]) delete manifest.scripts[task];
      await copy.write(join(folder, "package.json"), JSON.stringify(manifest));
    }
  });

  const tiny = "packages/core/src/tiny.test.ts";
  const write = (...lines: string[]): Promise<void> =>
    copy.write(tiny, `import { expect, test } from "vitest";\n${lines.join("\n")}\n`);
  const passes = 'test("one", () => expect(1).toBe(1));';

  /** Runs it. @returns its exit code, how many tasks were cached, and its last lines. */
  async function runTests(): Promise<unknown[]> {
    const { code, output } = await copy.run("", process.execPath, copy.path("tools/src/test/index.ts"));
    const cached = /Cached: +(\d+) cached/.exec(output)?.[1];
    return [
      code,
      cached,
      output
        .slice(output.lastIndexOf("Time:"))
        .trim()
        .split("\n")
        .slice(1)
        .filter((line) => !/^$|Failed: |\b(ERROR|WARNING)\b/.test(line.trim())),
    ];
  }

  test("counts what is in the cache as what has run", async () => {
    await write(passes, 'test("two", ({ skip }) => skip("it is dark"));');
    const last = ["Skipped:", `     1  ${tiny}: it is dark`, "1 passed, 0 failed, 1 skipped"];
    expect(await runTests()).toEqual([0, "0", last]);
    await rm(copy.path("packages/core/reports"), { recursive: true });
    expect(await runTests()).toEqual([0, "1", last]);
  });

  test("runs again what has failed, names it, and counts one that has ended before it could count", async () => {
    await write(passes, 'test("two", () => expect(1).toBe(2));');
    const last = ["Failed:", `  ${tiny} > two`, "1 passed, 1 failed"];
    for (const _ of [1, 2]) expect(await runTests()).toEqual([1, "0", last]);
    await write("process.kill(process.ppid, 'SIGKILL');", passes);
    const ended = expect.stringMatching(/^ {2}@court-register\/core#test: it has left no report\. /);
    expect(await runTests()).toEqual([1, "0", ["Failed:", ended, "0 passed, 1 failed"]]);
    await rm(copy.path(tiny));
  });
});

describe("a build", () => {
  const folder = "packages/core";
  const build = (): Promise<{ code: number; output: string }> =>
    copy.run("", "turbo", "run", "build", "--filter=./packages/core");
  const built = async (): Promise<string[]> => (await readdir(copy.path(`${folder}/dist`), { recursive: true })).sort();

  test("takes the place of what was there, and leaves nothing else behind", async () => {
    expect(await build()).toMatchObject({ code: 0 });
    const before = await built();
    expect(before).toEqual(expect.arrayContaining(["index.js", "index.d.ts", "generated/types.d.ts"]));
    await copy.write(`${folder}/dist/gone.js`, "export {};\n");
    expect(await copy.run(folder, "pnpm", "run", "build")).toMatchObject({ code: 0 });
    expect(await built()).toEqual(before);
    expect((await readdir(copy.path(folder))).filter((name) => name.startsWith(".dist"))).toEqual([]);
  });

  test("that is in the cache leaves no file of another one", async () => {
    const before = await built();
    await copy.write(`${folder}/dist/gone.js`, "export {};\n");
    const { scripts } = JSON.parse(await copy.read("package.json"));
    expect(await copy.run("", "sh", "-c", scripts.build)).toMatchObject({ code: 0 });
    expect(await built()).toEqual(before);
  });

  test("that fails leaves the last one in place", async () => {
    const before = await built();
    const text = await copy.read(`${folder}/src/index.ts`);
    await copy.write(`${folder}/src/index.ts`, `${text}export const wrong: number = "1";\n`);
    expect(await build()).toMatchObject({ code: 1, output: expect.stringContaining("src/index.ts") });
    await copy.write(`${folder}/src/index.ts`, text);
    expect(await built()).toEqual(before);
  });

  test("whose sources are edited while it runs fails, also where they are again what they were, and is not kept", async () => {
    const source = `${folder}/src/index.ts`;
    const text = await copy.read(source);
    await copy.write(source, `${text}// Not built before.\n`);
    const edited = await copy.read(source);
    // A compiler before which somebody edits.
    const bin = copy.path(`${folder}/node_modules/.bin`);
    await replaceTsc(bin, "echo 'export const other = 1;' >> src/index.ts");
    expect(await build()).toMatchObject({ code: 1, output: expect.stringContaining("edited") });
    await copy.write(source, edited);
    await replaceTsc(bin, "touch src/index.ts");
    expect(await build()).toMatchObject({ code: 1, output: expect.stringContaining("edited") });
    await replaceTsc(bin, ":");
    expect(await build()).toMatchObject({ code: 0, output: expect.stringContaining("cache miss") });
    expect(await build()).toMatchObject({ code: 0, output: expect.stringContaining("cache hit") });
    await copy.write(source, text);
  });

  /** Runs a command before the compiler. */
  async function replaceTsc(bin: string, command: string): Promise<void> {
    await rm(bin, { recursive: true, force: true });
    await copy.write(
      `${folder}/node_modules/.bin/tsc`,
      `#!/bin/sh\n${command}\nexec ${join(root, folder, "node_modules/.bin/tsc")} "$@"\n`,
    );
    await chmod(join(bin, "tsc"), 0o755);
  }
});
