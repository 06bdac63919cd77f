/**
 * Every command of the project: it has help, refuses what it does not know, and ends with a code that scripts can rely on: that of a
 * verdict only where there is one. Root commands are also run in a copy of the repository where something is wrong.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdir, readdir, readFile, rm, symlink } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { publishedPackages, root } from "../src/shared/repository.ts";
import { Copy } from "./support/copy.ts";

const isLinux = process.platform === "linux";
if (!isLinux)
  console.log("Skipped: exit codes of the commands. Their test needs /dev/full, and shell scripts as programs.");

const { scripts }: { scripts: Record<string, string> } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));

/** By the first line of its help: the program of each command that users install, and the code with which it ends if it cannot do its work. */
const published: [usage: string, program: string[], failed: number][] = [
  ["Usage: court-register-mirror ", ["packages/mirror/src/cli.ts"], 2],
  ["Usage: court-register-conformance ", ["conformance/src/cli.ts"], 2],
  [
    "Usage: court-register-server ",
    ["--disable-warning=ExperimentalWarning", "packages/reference-server/src/cli.ts"],
    1,
  ],
];

/** The same of the root commands, whose arguments `readArguments` reads. */
const rootCommands: [usage: string, program: string[]][] = [
  ...["release/version", "release/pack", "release/lock"]
    .map((name) => `tools/src/${name}.ts`)
    .map((file): [string, string[]] => [`pnpm exec node ${file}`, [file]]),
  // Those that pass their arguments on are the published ones. Of several programs, the last gets the arguments; a script that gives one
  // is another script with it.
  ...Object.entries(scripts)
    .filter(([name, script]) => !["conformance", "mirror", "serve"].includes(name) && script.endsWith(".ts"))
    .map(([name, script]): [string, string[]] => [
      `pnpm ${name}`,
      script.split("&& ").at(-1)?.split(" ").slice(1) ?? [],
    ]),
];
const testAll = (scripts.test ?? "").split(" ").slice(1);

interface Ended {
  code: number;
  out: string;
  err: string;
}

/** Runs a command with its outputs as the shell redirects them. A reader that leaves takes nothing of what is printed. */
async function run(how: string, program: readonly string[], { leaves = false } = {}): Promise<Ended> {
  const child = spawn("sh", ["-c", `exec "$@" ${how}`, "sh", process.execPath, ...program], {
    cwd: root,
    env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined, NODE_OPTIONS: "--conditions=@court-register/source" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (leaves) child.stdout.destroy();
  const [out, err, [code]] = await Promise.all([
    leaves ? "" : text(child.stdout),
    text(child.stderr),
    once(child, "exit"),
  ]);
  return { code, out, err };
}

describe.runIf(isLinux)("every command", () => {
  const expectRefused = ({ code, err }: Ended): void => {
    expect([code, err]).toEqual([2, expect.stringMatching(/^[^\n]*'?--nope\b/)]);
    expect(err).not.toMatch(/^ +at |To specify a positional argument/m);
  };
  const expectHelp = (text: string, usage: string): void => {
    expect(`${text.split("\n")[0]} `).toContain(usage);
    expect(text.split("\n").length).toBeGreaterThan(3);
  };

  test.each(published)("%s has help that is no wider than the terminal", async (_, program) => {
    for (const columns of [80, 60]) {
      const terminal = `data:text/javascript,Object.assign(process.stdout,{isTTY:true,columns:${columns}})`;
      const { out } = await run("", ["--import", terminal, ...program, "--help"]);
      expect(out.split("\n").length).toBeGreaterThan(20);
      expect(out.split("\n").filter(({ length }) => length > columns)).toEqual([]);
    }
    const { out } = await run("", [...program, "--help"]);
    expect(out.split("\n").filter(({ length }) => length > 80)).toEqual([]);
  });

  test.each([...published, ["pnpm test", testAll, 2] as const])("%s", async (usage, program, failed) => {
    const [help, full, wrong] = await Promise.all([
      run("2>/dev/full", [...program, "--help"]),
      run(">/dev/full", [...program, "--help"]),
      run("", [...program, "--nope"], { leaves: true }),
    ]);
    expect(help.code).toBe(0);
    expectHelp(help.out, usage);
    const name = usage.replace("Usage: ", "").trim();
    expect([full.code, full.err]).toEqual([
      failed,
      `${name}: the output could not be written (ENOSPC): is the disk full?\n`,
    ]);
    expectRefused(wrong);
  });

  // One function reads the arguments of all of them: what it does with `--help` and a full disk is tried above.
  test.each(rootCommands)("%s refuses what it does not know, and prints its help", async (usage, program) => {
    const wrong = await run("", [...program, "--nope"]);
    expectRefused(wrong);
    expectHelp(wrong.err.slice(wrong.err.indexOf("\n\n") + 2), usage);
    expect(wrong.out).toBe("");
  });

  test("what is printed to nobody keeps its code, and a word that a command does not know is refused", async () => {
    expect(await run("", [...testAll, "-h", "--nope"], { leaves: true })).toEqual({ code: 0, out: "", err: "" });
    expect(await run("", [...testAll, "nope"])).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringMatching(/^Unknown argument 'nope'/),
    });
  });

  test("a log of tests in a file has no colours", async () => {
    // A terminal that has colours, and no word of the tests around this about them.
    const env = { ...process.env, TERM: "xterm", CI: undefined, NO_COLOR: undefined, FORCE_COLOR: undefined };
    const options = { cwd: root, env: { ...env, FORCE_TTY: undefined }, encoding: "utf8" } as const;
    const { status, stdout } = spawnSync(process.execPath, [...testAll, "tools/src/shared/print.test.ts"], options);
    expect(status).toBe(0);
    expect(stdout).toContain("1 passed");
    expect(stdout).not.toContain("\u001b");
  });
});

describe.runIf(isLinux)("in a repository where something is wrong, the exit code", () => {
  let copy: Copy;
  beforeAll(async () => {
    copy = await Copy.make();
    // Links to the single programs, so that one of them can be replaced.
    const bin = copy.path("tools/node_modules/.bin");
    await rm(bin);
    await mkdir(bin);
    for (const name of await readdir(join(root, "tools/node_modules/.bin")))
      await symlink(join(root, "tools/node_modules/.bin", name), join(bin, name));
    for (const file of await readdir(copy.path(".changeset")))
      if (file.endsWith(".md") && file !== "README.md") await rm(copy.path(`.changeset/${file}`));
  }, 60_000);
  beforeEach(() => vi.stubEnv("PATH", `${copy.path("tools/node_modules/.bin")}${delimiter}${process.env.PATH}`));
  afterEach(() => vi.unstubAllEnvs());
  afterAll(() => copy[Symbol.asyncDispose]());

  const start = (script: string, ...args: string[]): Promise<{ code: number; output: string }> =>
    copy.run("tools", process.execPath, "--conditions=@court-register/source", copy.path(script), ...args);

  /** Replaces the build of every package by a shell script. */
  async function putBuild(script: string): Promise<void> {
    for (const { folder } of publishedPackages.filter(({ hasCode }) => hasCode)) {
      const manifest = JSON.parse(await copy.read(`${folder}/package.json`));
      manifest.scripts.build = script;
      await copy.write(`${folder}/package.json`, JSON.stringify(manifest));
    }
  }

  /** Replaces a program by a shell script: the linters and the generator themselves are not under test. */
  async function put(program: string, script: string): Promise<void> {
    const path = `tools/node_modules/.bin/${program}`;
    await rm(copy.path(path), { force: true });
    await copy.write(path, `#!/bin/sh\n${script}\n`);
    await chmod(copy.path(path), 0o755);
  }

  /** Each edits a file, runs a command, and puts the file back. */
  const openapi = "specs/register.openapi.yaml";
  const sdl = "specs/court-cases.graphql";
  const lint = "tools/src/check/specs/index.ts";
  const stage = "tools/src/generate/index.ts";
  test.each<[what: string, file: string, from: string, to: string, command: string, code: number, output: RegExp]>([
    ["a house rule is broken", openapi, "operationId: gfi.list", "operationId: list.gfi", lint, 1, /gfi/],
    ["a description is empty", sdl, '"Enclosures."', '" "', lint, 1, /court-cases\.graphql/],
    [
      "YAML is broken",
      openapi,
      "operationId: gfi.list",
      "operationId gfi.list",
      lint,
      1,
      /: valid\.\nspecs\/register\.openapi\.yaml:\d+:7: not YAML: [^\n]*\n$/,
    ],
    [
      "the SDL is refused",
      sdl,
      "type Query {",
      "type Query {{",
      stage,
      1,
      /^specs\/court-cases\.graphql:\d+:\d+: .*\n\nNothing was generated\. /,
    ],
    [
      "there is nothing to judge",
      openapi,
      "\npaths:\n",
      "\nways:\n",
      "tools/src/start/index.ts",
      2,
      /\nNothing was judged\. specs\/register\.openapi\.yaml: /,
    ],
  ])("when %s: %s", async (_, file, from, to, command, code, output) => {
    const text = await copy.read(file);
    await copy.edit(file, from, to);
    expect(await start(command)).toEqual({ code, output: expect.stringMatching(output) });
    await copy.write(file, text);
  });

  test("of `check`, which builds first, is 2 when a build fails, since 1 would be a verdict", async () => {
    await putBuild("echo it does not compile; exit 1");
    const output = expect.stringMatching(/:build: it does not compile\n/);
    expect(await start("tools/src/check/index.ts")).toEqual({ code: 2, output });
    await putBuild("exit 0");
  });

  test("of a command that runs from its sources is its own, but 0 for pnpm if nothing was found, and 2 if they do not load", async () => {
    const cli = "packages/mirror/src/cli.ts";
    const text = await copy.read(cli);
    await copy.write("node_modules/.modules.yaml", "as after an installation");
    const flags = (scripts.mirror ?? "").split(" ").slice(1);
    const script = (...args: string[]): Promise<unknown> => copy.run("", process.execPath, ...flags, ...args);
    const command = (...args: string[]): Promise<unknown> =>
      copy.run("", copy.path("tools/bin/court-register-mirror"), ...args);
    await copy.write(cli, "process.exitCode = Number(process.argv[2]);");
    vi.stubEnv("npm_lifecycle_event", "mirror");
    const byPnpm = [await script("1"), await script("3"), await script("3", "--exit-code")];
    vi.stubEnv("npm_lifecycle_event", undefined);
    const byName = [await command("1"), await command("3"), await command("3", "--exit-code")];
    expect(byPnpm).toEqual([1, 0, 3].map((code) => ({ code, output: "" })));
    expect(byName).toEqual([1, 3, 3].map((code) => ({ code, output: "" })));
    await copy.write(cli, 'import "./missing.ts";');
    for (const run of [script, command])
      expect(await run()).toEqual({ code: 2, output: expect.stringContaining("missing.ts") });
    await copy.write(cli, text);
  });

  test.each([
    ["mirror", "court-register-mirror", "packages/mirror"],
    ["serve", "court-register-server", "packages/reference-server"],
    ["conformance", "court-register-conformance", "conformance"],
  ])(
    "of pnpm %s and of %s in tools/bin is one command: in any folder, with the same options for Node",
    async (name, command, folder) => {
      const cli = `${folder}/src/cli.ts`;
      const text = await copy.read(cli);
      await copy.write("node_modules/.modules.yaml", "as after an installation");
      await copy.write(
        cli,
        "console.log(process.cwd(), ...process.execArgv.filter((one) => !/import|\\.(js|ts)$/.test(one)));",
      );
      const flags = (scripts[name] ?? "").split(" ").slice(1);
      const byPnpm = await copy.run("", process.execPath, ...flags);
      const byName = await copy.run("", copy.path(`tools/bin/${command}`));
      expect(byName).toEqual(byPnpm);
      expect(byName).toMatchObject({ code: 0, output: expect.stringContaining("--conditions=@court-register/source") });
      await copy.write(cli, text);
    },
  );

  test("of `test` is 1 when a test fails, a file does not load or there is no test; the last line counts, after why tests were skipped", async () => {
    const runTests = async (...args: string[]): Promise<unknown[]> => {
      const { code, output } = await start("tools/src/test/index.ts", ...args);
      return [
        code,
        ...output
          .split("\n")
          .filter((line) => / passed, |^ +\d+ {2}/.test(line))
          .slice(-2),
      ];
    };
    const folder = "packages/core/src/tiny";
    const write = (name: string, ...lines: string[]): Promise<void> =>
      copy.write(`${folder}/${name}.test.ts`, `import { expect, test } from "vitest";\n${lines.join("\n")}\n`);
    const passes = 'test("one", () => expect(1).toBe(1));';
    await write("a", passes, 'test("two", ({ skip }) => skip("it is dark"));');
    expect(await runTests(folder)).toEqual([
      0,
      `     1  ${folder}/a.test.ts: it is dark`,
      "1 passed, 0 failed, 1 skipped",
    ]);
    await write("a", passes, 'test("two", () => expect(1).toBe(2));', 'test("asserts nothing", () => {});');
    await write("b", 'throw new Error("no module");');
    expect(await runTests("-t", "one|asserts", folder)).toEqual([1, "1 passed, 2 failed"]);
    await rm(copy.path(`${folder}/b.test.ts`));
    expect(await runTests("-t", "none of them", folder)).toEqual([1, "0 passed, 0 failed"]);
    await rm(copy.path(folder), { recursive: true });
  });

  test("of `generate:check` is 1 when a file was edited or is stale, and 2 when it could not be checked; `generate` mends it", async () => {
    const types = "packages/core/src/generated/types.ts";
    const stale = "packages/core/src/generated/old.ts";
    const missing = "packages/axios/api.md";
    const page = "conformance/docs/coverage.md";
    // openapi-generator has tests of its own: here, it makes the committed files.
    const clients = ["fetch", "axios"].flatMap((name) => [
      `packages/${name}/src/generated/client.ts`,
      `packages/${name}/api.md`,
    ]);
    for (const path of [types, "packages/core/src/generated/service.ts", ...clients])
      await cp(copy.path(path), copy.path(`made/${path}`));
    await put("java", "exit 0");
    const staged = copy.path("tools/.generated");
    await put("openapi-generator-cli", `mkdir -p '${staged}' && cp -r '${copy.path("made")}'/* '${staged}'`);
    vi.stubEnv("JAVA_HOME", undefined);
    /** As `pnpm generate` does. */
    const generate = async (...args: string[]): Promise<{ code: number; output: string }> => {
      const staging = await start(stage);
      return staging.code === 0 ? start("tools/src/generate/write.ts", ...args) : staging;
    };
    const committed = await copy.read(types);
    await copy.edit(types, "mbs", "Mbs");
    await copy.write(stale, "export {};\n");
    await rm(copy.path(missing));
    await copy.edit(page, "\n# ", "\n# Old ");
    const files = `  differs  ${types}\n  differs  ${page}\n  missing  ${missing}\n  stale    ${stale}\n`;
    expect(await generate("--check")).toEqual({ code: 1, output: expect.stringContaining(files) });
    const summary = /^Generated files: 3 written, 1 removed, \d+ up to date\.\n$/;
    expect(await generate()).toEqual({ code: 0, output: expect.stringMatching(summary) });
    expect(await copy.read(page)).toContain("\n# Coverage\n");
    expect(await copy.read(types)).toBe(committed);
    await put("openapi-generator-cli", "echo something else; exit 1");
    const failure = "openapi-generator failed (exit code 1):\nsomething else\n";
    expect(await generate()).toEqual({ code: 2, output: expect.stringContaining(failure) });
    await put("openapi-generator-cli", "exit 0");
    const nothing = expect.stringContaining(`openapi-generator did not write ${types}.`);
    expect(await generate()).toEqual({ code: 2, output: nothing });
    // As in a checkout that is read-only: what is generated cannot be written.
    const made = `mkdir -p '${staged}' && cp -r '${copy.path("made")}'/* '${staged}' && touch '${staged}/packages/graphql'`;
    await put("openapi-generator-cli", made);
    const unwritten = /^pnpm generate: E\w+: [^\n]*\.generated[^\n]*\n$/;
    expect(await generate("--check")).toEqual({ code: 2, output: expect.stringMatching(unwritten) });
  });

  test("of the scripts that generate is 2 where nothing can be written: turbo itself would end with 1", async () => {
    await put("turbo", "exit 0");
    await put("mkdir", "echo this is read-only; exit 1");
    for (const name of ["generate", "generate:check"]) {
      const [, ...steps] = (scripts[name] ?? "").split(" && ");
      const ended = await copy.run(".", "sh", "-c", steps.join(" && "));
      expect(ended).toEqual({ code: 2, output: "this is read-only\n" });
    }
    await rm(copy.path("tools/node_modules/.bin/mkdir"));
  });

  test("of `check` is 1 when one check fails, 2 for a check or part that there is not; the last line counts", async () => {
    await putBuild("exit 0");
    await put("turbo", "exit 0");
    await put("knip", "echo this is unused; exit 1");
    const check = async (...args: string[]): Promise<unknown[]> => {
      const { code, output } = await start("tools/src/check/index.ts", ...args);
      return [code, output.split("\n").findLast((line) => / passed, /.test(line)), output];
    };
    const failure = expect.stringMatching(/✓ .*specs.*ms\n[\s\S]*× .*unused.*ms\n[\s\S]*\nthis is unused\n/);
    expect(await check("specs", "unused")).toEqual([1, "1 passed, 1 failed", failure]);
    const parts = expect.stringMatching(/^Unknown argument 'brr'\. There are:\nruntimes > Node 2/);
    expect(await check("runtimes", "brr")).toEqual([2, undefined, parts]);
    await put("git", "echo fatal: not here >&2; exit 128");
    const needed = /Git lists the documents, so this needs git, [^\n]*\. git ls-files [^\n]*: fatal: not here\n/;
    expect(await start("tools/src/check/index.ts", "docs")).toEqual({ code: 1, output: expect.stringMatching(needed) });
    await rm(copy.path("tools/node_modules/.bin/git"));
  });

  test("of a release without an address, and then without git, is 1, and it says why in a line", async () => {
    const why = (reason: RegExp): unknown => ({ code: 1, output: expect.stringMatching(reason) });
    for (const command of ["version", "pack"])
      expect(await start(`tools/src/release/${command}.ts`, ...(command === "pack" ? ["tarballs"] : []))).toEqual(
        why(/^\n?Nothing [^\n]*: "repository" in package\.json must be [^\n]*, not missing\.\n$/),
      );
    const address = '"repository": "https://kod.primjer.hr/registar"';
    await copy.edit("package.json", '"private": true', `"private": true, ${address}`);
    vi.stubEnv("PATH", "/nonexistent");
    const needed = /^\nNothing was released: .* needs git, .* spawn git ENOENT\n$/;
    expect(await start("tools/src/release/version.ts")).toEqual(why(needed));
    await copy.edit("package.json", `, ${address}`, "");
  });

  describe("of `start`", () => {
    /** Replaces the suite. */
    const suite = (program: string): Promise<void> => copy.write("conformance/src/cli.ts", program);
    /** By one that reports a conclusion or, without one, crashes. */
    const judge = (conclusions: { mock: string; server?: string }): Promise<void> =>
      suite(`import { mkdirSync, writeFileSync } from "node:fs";
const folder = process.argv[process.argv.indexOf("--report-dir") + 1];
const conclusion = ${JSON.stringify(conclusions)}[process.argv.includes("--mock") ? "mock" : "server"];
if (conclusion === undefined) throw new Error("a crash");
mkdirSync(folder, { recursive: true });
writeFileSync(folder + "/report.json", JSON.stringify({ conclusion }));`);
    test("when SIGTERM ends it is 143, and it ends the suite", async () => {
      await suite('console.log("judging"); setInterval(() => {}, 1_000);');
      const args = ["--conditions=@court-register/source", copy.path("tools/src/start/index.ts")];
      const child = spawn(process.execPath, args, { cwd: copy.root, stdio: ["ignore", "pipe", "ignore"] });
      child.stdout.on("data", (chunk) => {
        if (String(chunk).includes("judging")) child.kill("SIGTERM");
      });
      // Not before the suite, which has the same output.
      expect(await once(child, "close")).toEqual([143, null]);
    });

    test("is that of the worse report, 2 if one is missing; a report of an earlier run does not count", async () => {
      // Nobody asks these services: starting the real ones would take most of the time.
      const service =
        "async () => ({ url: '', access: {}, keys: [], exampleCases: [], async [Symbol.asyncDispose]() {} })";
      await copy.write("tools/src/start/mock.ts", `export const startMock = ${service};`);
      const server = `export const unserved = []; export const startServer = ${service};`;
      await copy.write("packages/reference-server/src/index.ts", server);
      await judge({ mock: "does not conform", server: "conforms" });
      const first =
        /\nVerdict\n {2}mock +DOES NOT CONFORM +\S*\/report.html\n {2}reference server +conforms +\S*\/report.html\n/;
      expect(await start("tools/src/start/index.ts")).toEqual({ code: 1, output: expect.stringMatching(first) });
      await judge({ mock: "does not conform" });
      const second =
        /\nVerdict\n {2}mock +DOES NOT CONFORM .*\n {2}reference server +could not be judged +no report: .*\n/;
      expect(await start("tools/src/start/index.ts")).toEqual({ code: 2, output: expect.stringMatching(second) });
    });
  });
});
