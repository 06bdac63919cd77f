/**
 * What turbo gives back from its cache is what it would make now: an edit reaches the hash of each task that reads the edited file, and of
 * no other test; and what was made of files that changed meanwhile is not kept.
 */
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

const tasks = ["generate", "build", "typecheck", "lint", "lint:root", "test", "test:repository", "check"];

interface Plan {
  tasks: { package: string; task: string; command: string; hash: string }[];
}

/** The hashes of all tasks that run something, such as of `test core`. */
async function hashes(): Promise<Map<string, string>> {
  const { output } = await copy.run("", "turbo", "run", ...tasks, "--dry=json");
  const plan: Plan = JSON.parse(output.slice(output.indexOf("{")));
  return new Map(
    plan.tasks
      .filter(({ command }) => command !== "<NONEXISTENT>")
      .map((one) => [`${one.task} ${one.package.replace("@court-register/", "")}`, one.hash] as const),
  );
}

/** The tasks whose hash differs from what it was. */
async function changedSince(before: Map<string, string>): Promise<string[]> {
  const changed = [...(await hashes())].filter(([task, hash]) => before.get(task) !== hash);
  return changed.map(([task]) => task).sort();
}

const clients = ["core", "fetch", "axios", "graphql", "mirror"];
const packages = [...clients, "reference-server", "conformance"];
const all = [...packages, "kit", "tools"];
/** What has the kit within it. */
const commands = ["mirror", "reference-server", "conformance"];
const of = (task: string, names: readonly string[]): string[] => names.map((name) => `${task} ${name}`);
/** The tests about the whole repository read each file of it. */
const repository = "test:repository //";

/** What reads the sources and tests of core, or of the server, in its own. */
const ofCore = [...of("typecheck", [...clients, "tools"]), ...of("test", [...clients, "tools"]), "lint core"];
const ofServer = ["reference-server", "mirror", "conformance", "tools"];

const edits: [file: string, tasks: string[]][] = [
  ["packages/core/src/limiter.ts", [...ofCore, ...of("build", clients), ...of("check", clients)]],
  ["packages/core/src/limiter.test.ts", ofCore],
  ["packages/core/test/shared/bytes.ts", ofCore],
  [
    "packages/axios/src/index.ts",
    [
      "build axios",
      "check axios",
      ...of("typecheck", ["axios", "tools"]),
      ...of("test", ["axios", "tools"]),
      "lint axios",
    ],
  ],
  [
    "packages/graphql/src/generated/operations.ts",
    [
      ...of("build", ["graphql", "mirror"]),
      ...of("check", ["graphql", "mirror"]),
      ...of("typecheck", ["graphql", "mirror", "tools"]),
      ...of("test", ["graphql", "mirror", "tools"]),
      "lint graphql",
    ],
  ],
  [
    "packages/kit/src/screen.ts",
    [
      ...of("build", ["kit", ...commands]),
      ...of("check", [...packages, "specs"]),
      ...of("typecheck", ["kit", ...commands, "tools"]),
      ...of("test", ["kit", ...commands, "tools"]),
      "generate tools",
      "lint kit",
    ],
  ],
  ["packages/axios/api.md", ["check axios", ...of("test", ["axios", "tools"])]],
  ["packages/mirror/src/index.ts", ["build mirror", "check mirror", "typecheck mirror", "test mirror", "lint mirror"]],
  ["packages/mirror/README.md", ["check mirror", "test mirror"]],
  [
    "packages/reference-server/src/index.ts",
    [
      ...of("typecheck", ofServer),
      ...of("test", ofServer),
      // Their tests need it, not they themselves: turbo knows one kind of dependency.
      ...of("build", ["reference-server", "mirror", "conformance"]),
      ...of("check", ["reference-server", "mirror", "conformance"]),
      "lint reference-server",
    ],
  ],
  ["conformance/docs/faults.md", ["check conformance", "test conformance"]],
  ["specs/court-cases.graphql", ["generate tools", "check specs", ...of("test", all)]],
  [
    "tools/src/specs/rules.ts",
    [
      "generate tools",
      "typecheck tools",
      "typecheck conformance",
      "test tools",
      "test conformance",
      "lint tools",
      ...of("check", [...packages, "specs"]),
    ],
  ],
  ["tools/src/check/docs/blocks.ts", ["typecheck tools", "test tools", "lint tools"]],
  [
    "tools/src/build/compile.ts",
    [
      "typecheck tools",
      "test tools",
      "lint tools",
      ...of("build", [...packages, "kit"]),
      ...of("check", [...packages, "specs"]),
    ],
  ],
  ["vitest.config.ts", [...of("typecheck", all), ...of("test", all), "lint:root //"]],
  [
    "tsconfig.json",
    [
      ...of("typecheck", all),
      ...of("test", all),
      ...of("build", [...packages, "kit"]),
      ...of("lint", all),
      ...of("check", [...packages, "specs"]),
      "lint:root //",
      "generate tools",
    ],
  ],
  ["CONTRIBUTING.md", []],
];

describe("an edit changes the hash of what reads it, and of no other test", () => {
  let before: Map<string, string>;
  beforeAll(async () => {
    before = await hashes();
    const expected = [...of("test", all), ...of("build", [...packages, "kit"]), repository];
    expect([...before.keys()]).toEqual(expect.arrayContaining(expected));
  });

  test.each(edits)("%s", async (file, changed) => {
    const text = await copy.read(file);
    await copy.write(file, `${text}\n`);
    const found = await changedSince(before);
    await copy.write(file, text);
    expect(found).toEqual([...changed, repository].sort());
  });

  test.each([
    ["FAST_CHECK_SEED", "1"],
    ["CI", "1"],
    ["COURT_REGISTER_JAVA", "another"],
    ["TZ", "Asia/Tokyo"],
  ])("another %s", async (name, value) => {
    vi.stubEnv(name, value);
    const found = await changedSince(before);
    vi.stubEnv(name, process.env[name]);
    expect(found).toEqual([...of("test", all), repository].sort());
  });
});

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
