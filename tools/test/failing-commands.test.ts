/**
 * A failing root command has a failing exit code: CI and chained commands look at nothing else. Each is run in a copy of the
 * repository where something is wrong, and in one where nothing is.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdir, readdir, rm, symlink } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { publishedPackages } from "../src/shared/published-packages.ts";
import { root } from "../src/shared/repository.ts";
import { Copy } from "./support/copy.ts";

const isWindows = process.platform === "win32";
if (isWindows)
  console.log("Skipped: exit codes of the root commands. The programs put in their way are shell scripts.");

let copy: Copy;
beforeAll(async () => {
  copy = await Copy.make();
  // Links to the single programs, so that one of them can be replaced.
  const bin = copy.path("tools/node_modules/.bin");
  await rm(bin);
  await mkdir(bin);
  for (const name of await readdir(join(root, "tools/node_modules/.bin")))
    await symlink(join(root, "tools/node_modules/.bin", name), join(bin, name));
}, 60_000);
beforeEach(() => vi.stubEnv("PATH", `${copy.path("tools/node_modules/.bin")}${delimiter}${process.env.PATH}`));
afterEach(() => vi.unstubAllEnvs());
afterAll(() => copy[Symbol.asyncDispose]());

/** Replaces the build of every package by a shell script. */
async function putBuild(script: string): Promise<void> {
  for (const { folder } of publishedPackages)
    await copy.edit(
      `${folder}/package.json`,
      /"build": ".*"/.exec(await copy.read(`${folder}/package.json`))?.[0] ?? "",
      `"build": "${script}"`,
    );
}

/** Replaces a program by a shell script: the linters themselves are not under test. */
async function put(program: string, script: string): Promise<void> {
  const path = `tools/node_modules/.bin/${program}`;
  await rm(copy.path(path), { force: true });
  await copy.write(path, `#!/bin/sh\n${script}\n`);
  await chmod(copy.path(path), 0o755);
}

const run = (script: string, ...args: string[]): Promise<{ code: number; output: string }> =>
  copy.run("tools", process.execPath, "--conditions=@court-register/source", copy.path(script), ...args);

describe.skipIf(isWindows)("the exit code", () => {
  test("of `build` is that of the build, and 2 of commands that build first: 1 would be a verdict", async () => {
    await putBuild("echo it does not compile; exit 1");
    const failure = expect.stringMatching(/^Building …\n[\w/-]+:\nit does not compile\n/);
    expect(await run("tools/src/build/index.ts")).toEqual({ code: 1, output: failure });
    for (const script of ["tools/src/serve.ts", "tools/src/start/index.ts", "tools/src/check/index.ts"]) {
      const { code, output } = await run(script);
      expect([script, code, output]).toEqual([script, 2, failure]);
    }
    await putBuild("exit 0");
    expect(await run("tools/src/build/index.ts")).toEqual({ code: 0, output: "Building …\n" });
  });

  test("of `conformance` is 2 when the suite cannot be loaded", async () => {
    await putBuild("exit 0");
    const { code, output } = await run("tools/src/conformance.ts");
    expect([code, output]).toEqual([2, expect.stringContaining("conformance/dist/cli.js")]);
  });

  test("of `test` is 1 when a test fails, a file does not load or there is no test; the last line counts, after why tests were skipped", async () => {
    await putBuild("exit 0");
    const runWith = async (...args: string[]): Promise<unknown[]> => {
      const { code, output } = await run("tools/src/test/index.ts", ...args);
      return [
        code,
        output.split("\n").findLast((line) => / passed, /.test(line)),
        ...output.split("\n").filter((line) => /^ +\d+ {2}/.test(line)),
      ];
    };
    const runIn = (folder: string): Promise<unknown[]> => runWith(`--filter=./packages/core/src/${folder}`);
    const write = (name: string, ...lines: string[]): Promise<void> =>
      copy.write(
        `packages/core/src/tiny/${name}.test.ts`,
        `import { expect, test } from "vitest";\n${lines.join("\n")}\n`,
      );
    const passes = 'test("one", () => expect(1).toBe(1));';
    await write("a", passes);
    expect(await runIn("tiny")).toEqual([0, "1 passed, 0 failed"]);
    await write("b", passes, 'test("two", () => expect(1).toBe(2));', 'test("asserts nothing", () => {});');
    await write("c", 'throw new Error("no module");');
    expect(await runIn("tiny")).toEqual([1, "2 passed, 3 failed"]);
    expect(await runIn("nothing")).toEqual([1, "0 passed, 0 failed"]);
    await write("d", passes, 'test("three", ({ skip }) => skip("it is dark"));');
    const file = "packages/core/src/tiny/d.test.ts";
    expect(await runWith(file)).toEqual([0, "1 passed, 0 failed, 1 skipped", `     1  ${file}: it is dark`]);
    expect(await runWith("-t", "one", "packages/core/src/tiny/b.test.ts")).toEqual([0, "1 passed, 0 failed"]);
  });

  describe("of `generate:check`", () => {
    const types = "packages/core/src/generated/types.ts";
    const api = "packages/fetch/api.md";
    const stale = "packages/core/src/generated/old.ts";
    const page = "conformance/docs/coverage.md";
    beforeAll(async () => {
      // openapi-generator has tests of its own: here, it makes the committed files.
      const made = [types, "packages/core/src/generated/operations.ts"];
      for (const client of ["fetch", "axios"])
        made.push(`packages/${client}/src/generated/client.ts`, `packages/${client}/api.md`);
      for (const path of made) await cp(copy.path(path), copy.path(`made/${path}`));
      await put("java", "exit 0");
      await put("openapi-generator-cli", `mkdir -p 0 && cp -r '${copy.path("made")}' 0/out`);
    });
    beforeEach(() => vi.stubEnv("JAVA_HOME", undefined));

    test("is 1 when a generated file was edited by hand, or is stale; `generate` writes and removes files", async () => {
      await copy.edit(types, "mbs", "Mbs");
      await copy.write(stale, "export {};\n");
      await copy.edit(page, "\n# ", "\n# Old ");
      const { code, output } = await run("tools/src/generate/index.ts", "--check");
      const files = `  differs  ${types}\n  differs  ${page}\n  stale    ${stale}\n`;
      expect([code, output]).toEqual([1, expect.stringContaining(files)]);
      expect(await run("tools/src/generate/index.ts")).toEqual({
        code: 0,
        output: expect.stringMatching(/^Generated files: 2 written, 1 removed, \d+ up to date\.\nGenerating …\n$/),
      });
      expect(await copy.read(page)).toContain("\n# Coverage\n");
      expect(await run("tools/src/generate/index.ts", "--check")).toMatchObject({ code: 0 });
    });

    test("is 1 when the specs are refused, or the generator fails: nothing is written, and why is printed", async () => {
      await copy.edit("specs/court-cases.graphql", "type Query {", "type Query {{");
      const refused = await run("tools/src/generate/index.ts");
      expect(refused).toEqual({
        code: 1,
        output: expect.stringMatching(
          /^Generating …\nspecs\/court-cases\.graphql:\d+:\d+: .*\n\nNothing was generated\. /,
        ),
      });
      await copy.edit("specs/court-cases.graphql", "type Query {{", "type Query {");
      await put("openapi-generator-cli", "echo something else; exit 1");
      const failed = await run("tools/src/generate/index.ts");
      expect(failed).toEqual({
        code: 1,
        output: expect.stringContaining("openapi-generator failed (exit code 1):\nsomething else\n"),
      });
      expect(await copy.read(api)).not.toBe("");
    });
  });

  test("of `check` is 1 when one check fails, 2 for a check or part that there is not; the last line counts", async () => {
    await putBuild("exit 0");
    for (const program of ["biome", "turbo"]) await put(program, "exit 0");
    await put("knip", "echo this is unused; exit 1");
    const runWith = async (...args: string[]): Promise<unknown[]> => {
      const { code, output } = await run("tools/src/check/index.ts", ...args);
      return [code, output.split("\n").findLast((line) => / passed, /.test(line)), output];
    };
    expect(await runWith("lint", "types")).toEqual([0, "2 passed, 0 failed", expect.stringMatching(/✓ .*lint.*ms\n/)]);
    const failure = expect.stringMatching(/× .*unused.*ms\n[\s\S]*\nthis is unused\n/);
    expect(await runWith("lint", "unused", "types")).toEqual([1, "2 passed, 1 failed", failure]);
    const parts = expect.stringMatching(/^Unknown argument 'brr'\. There are:\nruntimes > Node 2/);
    expect(await runWith("runtimes", "brr")).toEqual([2, undefined, parts]);
  });

  test("of a release without changesets is 1, and it says so without a stack trace", async () => {
    for (const file of await readdir(copy.path(".changeset")))
      if (file.endsWith(".md") && file !== "README.md") await rm(copy.path(`.changeset/${file}`));
    const { code, output } = await run("tools/src/release/version.ts");
    expect([code, output]).toEqual([1, expect.stringMatching(/\nNothing was released: /)]);
    expect(output).not.toMatch(/^ +at /m);
  });

  test("of a release is 1 without git, and it says what to do", async () => {
    for (const file of await readdir(copy.path(".changeset")))
      if (file.endsWith(".md") && file !== "README.md") await rm(copy.path(`.changeset/${file}`));
    vi.stubEnv("PATH", "/nonexistent");
    expect(await run("tools/src/release/version.ts")).toEqual({
      code: 1,
      output:
        "\nNothing was released: A release is known by its tag, so this needs git, and a clone of the repository: install git, or get a clone with `git clone`. git tag --list v[0-9]*: spawn git ENOENT\n",
    });
  });

  test("of checking the documents is 1 without git, which lists them, with git's reason", async () => {
    await putBuild("exit 0");
    await put("git", "echo fatal: not here >&2; exit 128");
    const { code, output } = await run("tools/src/check/index.ts", "docs");
    await rm(copy.path("tools/node_modules/.bin/git"));
    const needed =
      /Git lists the documents, so this needs git, and a clone of the repository: install git, or get a clone with `git clone`\. git ls-files [^\n]*: fatal: not here\n/;
    expect([code, output]).toEqual([1, expect.stringMatching(needed)]);
  });

  describe("of linting the specs", () => {
    const openapi = "specs/register.openapi.yaml";
    const files: [file: string, from: string, to: string][] = [
      [openapi, "operationId: gfi.list", "operationId: list.gfi"],
      ["specs/court-cases.graphql", '"Enclosures."', '" "'],
    ];
    test.each(files)("when %s is wrong", async (file, from, to) => {
      const text = await copy.read(file);
      await copy.edit(file, from, to);
      expect((await run("tools/src/check/specs/index.ts")).code).toBe(1);
      await copy.write(file, text);
    });

    test("when the OpenAPI document is missing: one line says where it should be, and the others are linted", async () => {
      const text = await copy.read(openapi);
      await rm(copy.path(openapi));
      expect(await run("tools/src/check/specs/index.ts")).toEqual({
        code: 1,
        output: `court-cases.graphql and operations: valid.
specs/register.openapi.yaml: cannot be read: no such file or directory. Restore it from git, or correct its name or permissions.
`,
      });
      await copy.write(openapi, text);
    });

    test("when it is not YAML: one line says where, as generation does, and the others are linted", async () => {
      const text = await copy.read(openapi);
      await copy.edit(openapi, "operationId: gfi.list", "operationId gfi.list");
      const { code, output } = await run("tools/src/check/specs/index.ts");
      expect(code).toBe(1);
      expect(output).toMatch(
        /^court-cases.graphql and operations: valid\.\nspecs\/register\.openapi\.yaml:\d+:7: not YAML: Implicit keys .*\.\n$/,
      );
      await copy.write(openapi, text);
    });

    test("when $refs point in a circle: one line says which, and the others are linted", async () => {
      const text = await copy.read(openapi);
      const [one, two] = ["jedan", "dva"].map((name) => `#/components/schemas/${name}`);
      const circle = `  schemas:\n    jedan:\n      $ref: "${two}"\n    dva:\n      $ref: "${one}"\n`;
      await copy.edit(openapi, "  schemas:\n", circle);
      const { code, output } = await run("tools/src/check/specs/index.ts");
      expect(code).toBe(1);
      expect(output.replace(/:\d+:7:/, ":LINE:7:")).toBe(
        `court-cases.graphql and operations: valid.
specs/register.openapi.yaml:LINE:7: $refs point in a circle, \`${two}\` to \`${one}\` to \`${two}\`: let one of them say what is meant instead.
`,
      );
      await copy.write(openapi, text);
    });

    test("when they are right", async () => {
      expect(await run("tools/src/check/specs/index.ts")).toMatchObject({ code: 0 });
    });
  });

  describe("of `start`", () => {
    /** Replaces the suite by a program with a verdict of its own. */
    const suite = (text: string): Promise<void> => copy.write("conformance/dist/cli.js", text);
    beforeAll(() => putBuild("exit 0"));

    const conclusions = ["conforms", "does not conform", "could not be judged"];
    const verdicts: [mock: number, server: number, code: number][] = [
      [0, 0, 0],
      [1, 0, 1],
      [0, 1, 1],
      [1, 2, 2],
    ];
    test.each(verdicts)(
      "is that of the worse report, %i of the mock or %i of the server",
      async (mock, server, code) => {
        await suite(`import { mkdirSync, writeFileSync } from "node:fs";
const folder = process.argv[process.argv.indexOf("--report-dir") + 1];
const conclusion = ${JSON.stringify(conclusions)}[process.argv.includes("--mock") ? ${mock} : ${server}];
mkdirSync(folder, { recursive: true });
writeFileSync(folder + "/report.json", JSON.stringify({ conclusion }));`);
        const ended = await run("tools/src/start/index.ts");
        const [first, second] = [mock, server].map((index) => conclusions[index]);
        const verdict = `\nVerdict\n  mock +${first} +\\S*/report.html\n  reference server +${second} +\\S*/report.html\n`;
        expect([ended.code, ended.output]).toEqual([code, expect.stringMatching(new RegExp(verdict, "i"))]);
      },
    );

    test.each(["process.exit(0)", "process.exit(1)", "throw new Error('a crash')"])(
      "is 2 when the suite ends without a report, by %s, and none is named",
      async (ending) => {
        await suite(ending);
        await copy.write("reports/mock/report.json", '{ "conclusion": "conforms" }');
        const { code, output } = await run("tools/src/start/index.ts");
        const verdict =
          /\nVerdict\n {2}mock +could not be judged +no report: .*\n {2}reference server +could not be judged /;
        expect([code, output]).toEqual([2, expect.stringMatching(verdict)]);
        expect(output).not.toContain("report.html");
      },
    );

    test("when a spec is broken, so that there is nothing to judge", async () => {
      const text = await copy.read("specs/register.openapi.yaml");
      await copy.edit("specs/register.openapi.yaml", "\npaths:\n", "\nways:\n");
      const { code, output } = await run("tools/src/start/index.ts");
      expect([code, output]).toEqual([
        2,
        expect.stringContaining("\nNothing was judged. specs/register.openapi.yaml: "),
      ]);
      await copy.write("specs/register.openapi.yaml", text);
    });

    test.each([
      ["SIGINT", 130],
      ["SIGTERM", 143],
    ] as const)("when %s ends it, and then it leaves nothing behind", async (signal, code) => {
      await suite('console.log("judging"); setInterval(() => {}, 1_000);');
      const temporary = copy.path(`temporary-${signal}`);
      await mkdir(temporary);
      const args = ["--conditions=@court-register/source", copy.path("tools/src/start/index.ts")];
      const env = { ...process.env, TMPDIR: temporary };
      const start = spawn(process.execPath, args, {
        cwd: copy.root,
        env,
        stdio: ["ignore", "pipe", "ignore"],
        detached: true,
      });
      for await (const line of createInterface({ input: start.stdout })) if (line === "judging") break;
      expect(await readdir(temporary)).toEqual([expect.stringMatching(/^court-register-mock-/)]);
      // To the whole process group, as a terminal does.
      process.kill(-(start.pid ?? Number.NaN), signal);
      expect(await once(start, "exit")).toEqual([code, null]);
      expect(await readdir(temporary)).toEqual([]);
    });
  });
});
