/** turbo takes a task's result from its cache while the inputs it knows of are the same, so they are all files that the task reads. */
import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { root } from "../src/shared/repository.ts";

/** The files that turbo hashes for a task of one package, by path from the repository's root. */
async function inputsOf(task: string, folder: string): Promise<string[]> {
  const turbo = join(root, "node_modules/.bin/turbo");
  const { stdout } = await promisify(execFile)(turbo, ["run", task, `--filter=./${folder}`, "--dry-run=json"], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
  });
  const { tasks }: { tasks: { task: string; directory: string; inputs: Record<string, string> }[] } =
    JSON.parse(stdout);
  const inputs = tasks.find((one) => one.task === task && one.directory === folder)?.inputs ?? {};
  return Object.keys(inputs).map((path) => join(folder, path));
}

/** The project's files that a program is made of: itself and its imports, without types. */
async function importsOf(program: string): Promise<string[]> {
  const { metafile } = await build({
    ...{ entryPoints: [join(root, program)], absWorkingDir: root, platform: "node", format: "esm" },
    ...{ bundle: true, packages: "external", metafile: true, write: false },
  });
  return Object.keys(metafile.inputs).map((path) => relative(root, join(root, path)));
}

test.each([
  ["generate:rest", "rest"],
  ["generate:graphql", "graphql"],
  ["generate:bundle", "bundle-specs"],
])("%s runs again when a file changes that it imports", async (task, step) => {
  const inputs = new Set(await inputsOf(task, "tools"));
  expect((await importsOf(`tools/src/generate/${step}.ts`)).filter((path) => !inputs.has(path))).toEqual([]);
});

// The tests of the REST clients read them through `packages/core/test/shared`, those of the suite through the mock.
test.each(["packages/fetch", "packages/axios", "packages/graphql", "conformance", "tools"])(
  "the tests of %s run again when a spec changes",
  async (folder) => {
    const specs = globSync("specs/{,examples/,operations/}*.{yaml,graphql,json,xml,md}", { cwd: root });
    const inputs = new Set(await inputsOf("test", folder));
    expect(specs).toContain("specs/examples/gfi.xml");
    expect(specs.filter((path) => !inputs.has(path))).toEqual([]);
  },
);
