/** An edit reaches the hash of each task that reads the edited file, and of no other test: what turbo gives back from its cache is what it would make now. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { Copy } from "../../../test/support/copy.ts";

let copy: Copy;

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

describe("cache", () => {
  let before: Map<string, string>;
  beforeAll(async () => {
    copy = await Copy.make();
    await copy.write("node_modules/.modules.yaml", "as after an installation");
    vi.stubEnv("DO_NOT_TRACK", "1");
    before = await hashes();
    const expected = [...of("test", all), ...of("build", [...packages, "kit"]), repository];
    expect([...before.keys()]).toEqual(expect.arrayContaining(expected));
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await copy[Symbol.asyncDispose]();
  });

  test.each(edits)("an edit of %s changes the hash of what reads it, and of no other test", async (file, changed) => {
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
  ])("another %s changes the hash of each test", async (name, value) => {
    vi.stubEnv(name, value);
    const found = await changedSince(before);
    vi.stubEnv(name, process.env[name]);
    expect(found).toEqual([...of("test", all), repository].sort());
  });
});
