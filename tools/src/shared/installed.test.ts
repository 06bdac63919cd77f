import { spawnSync } from "node:child_process";
import { cp, mkdir, mkdtempDisposable, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { root } from "./repository.ts";

test("a command refuses to run before the packages are installed, and says so", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "court-register-installed-"));
  const guard = join(folder.path, "tools/src/shared/installed.js");
  await cp(fileURLToPath(new URL("./installed.js", import.meta.url)), guard);
  const run = (): ReturnType<typeof spawnSync> =>
    spawnSync(process.execPath, ["--import", pathToFileURL(guard).href, "--print", "'ran'"], { encoding: "utf8" });

  expect(run()).toMatchObject({ status: 2, stdout: "", stderr: expect.stringContaining("not installed") });
  await mkdir(join(folder.path, "node_modules"));
  await writeFile(join(folder.path, "node_modules/.modules.yaml"), "");
  expect(run()).toMatchObject({ status: 0, stdout: "ran\n", stderr: "" });
});

test.each([
  ["is missing", "pnpm_config_ignore_scripts=false npx --yes pnpm@12 rebuild node"],
  ["is installed", "Scripts of pnpm run on that: use one, such as npx --yes pnpm@12 start"],
])(
  "a command refuses to run on an older Node than the workspace's, which %s, and says what to do",
  async (state, advice) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), "court-register-installed-"));
    const guard = join(folder.path, "tools/src/shared/installed.js");
    await cp(fileURLToPath(new URL("./installed.js", import.meta.url)), guard);
    await mkdir(join(folder.path, "node_modules/node/bin"), { recursive: true });
    await writeFile(join(folder.path, "node_modules/.modules.yaml"), "");
    if (state === "is installed") await writeFile(join(folder.path, "node_modules/node/bin/node"), "");
    // The machine's own Node may be any: the version is replaced before the guard reads it.
    const older = "data:text/javascript,Object.defineProperty(process,'versions',{value:{node:'20.20.2'}})";
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ["--import", older, "--import", pathToFileURL(guard).href, "--print", "'ran'"],
      { encoding: "utf8" },
    );
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain("this is Node 20.20.2");
    expect(stderr).toContain(advice);
    expect(stderr.includes("is missing")).toBe(state === "is missing");
  },
);

test("every root command begins with the guard, except for what turbo runs", async () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(
    await readFile(join(root, "package.json"), "utf8"),
  );
  const { "lint:root": _lint, "test:repository": _test, ...commands } = scripts;
  expect(Object.keys(commands).length).toBeGreaterThan(5);
  const guarded = /^node (--import )?\.\/tools\/src\/shared\/installed\.js /;
  expect(Object.values(commands).filter((script) => !guarded.test(script))).toEqual([]);
});
