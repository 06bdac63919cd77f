/** Runs the shell steps of the suite's example pipelines as GitHub and GitLab would. */
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { root } from "../../shared/repository.ts";
import { readDocument } from "../docs/document.ts";
import { adapt } from "../docs/service.ts";
import type { Trial } from "../support/judge.ts";
import { start } from "../support/process.ts";
import { startGenerated } from "../support/service.ts";
import { type Pipeline, readAction, readGithub, readGitlab, type Step, type Variables } from "./pipeline-yaml.ts";
import { copyExample, expectAll, stepsOf, type Workshop } from "./workshop.ts";

/** The baseline file's name in the examples. */
const baseline = "conformance-baseline.json";

export const githubWorkflow = (workshop: Workshop, resources: AsyncDisposableStack): Promise<Trial> =>
  tryPipeline("conformance/examples/github-workflow", "conformance.yml", readGithub, workshop, resources);

export const gitlabJob = (workshop: Workshop, resources: AsyncDisposableStack): Promise<Trial> =>
  tryPipeline("conformance/examples/gitlab-job", "conformance.gitlab-ci.yml", readGitlab, workshop, resources);

async function tryPipeline(
  example: string,
  file: string,
  read: (document: unknown, variables: Variables) => Pipeline,
  workshop: Workshop,
  resources: AsyncDisposableStack,
): Promise<Trial> {
  const { path } = await copyExample(example, workshop);
  const server = resources.use(await startGenerated(workshop.key));
  const variables = {
    COURT_REGISTER_BASE_URL: server.url,
    COURT_REGISTER_GRAPHQL_URL: `${server.url}/graphql`,
    COURT_REGISTER_CASES: "Ovr-1283/2015@12",
    COURT_REGISTER_KEY: workshop.key,
  };
  const summary = join(path, "summary.md");
  const outputs = join(path, "outputs.txt");
  const env = {
    ...workshop.registry.env,
    GITHUB_ACTIONS: "true",
    GITHUB_STEP_SUMMARY: summary,
    GITHUB_OUTPUT: outputs,
  };

  /** Runs steps until one fails, and expects the last exit code. */
  async function runSteps(steps: readonly Step[], wanted: number): Promise<string> {
    let output = "";
    let code: number | null = null;
    for (const step of steps) {
      const running = start("bash", ["-eo", "pipefail", "-c", step.script], {
        cwd: path,
        env: { ...env, ...step.env },
        timeout: 300_000,
      });
      code = await running.ended;
      output += running.output();
      if (code !== 0) break;
    }
    if (code !== wanted) throw new Error(`error: exit code ${code}, not ${wanted}\n${output}`);
    return output;
  }

  /** A nightly run that must exit with this code, and upload its report. */
  async function nightlyRun(wanted: number, others: Variables = {}): Promise<string> {
    const { steps, kept } = read(parse(await readFile(join(path, file), "utf8")), { ...variables, ...others });
    for (const folder of kept) await rm(join(path, folder), { recursive: true, force: true });
    const output = await runSteps(steps, wanted);
    const reports = kept.map((folder) => readFile(join(path, folder, "report.html"), "utf8"));
    if (reports.length === 0) throw new Error("error: no report is kept");
    for (const report of await Promise.all(reports)) expectAll(report, "<!doctype html>");
    return output;
  }

  /** A run of the action with these options, which must say this exit code and upload a report if there is one. */
  async function runAction(options: string, wanted: number): Promise<string> {
    const action = parse(await readFile(join(root, "conformance/action.yml"), "utf8"));
    const { steps, kept } = readAction(action, { "base-url": server.url, key: workshop.key, arguments: options });
    await rm(outputs, { force: true });
    const output = await runSteps(steps, wanted);
    if (wanted !== 2) expectAll(await readFile(join(path, kept[0] ?? "", "report.html"), "utf8"), "<!doctype html>");
    expectAll(await readFile(outputs, "utf8"), `exit-code=${wanted}`);
    return output;
  }

  return stepsOf(example, {
    // The commands of its README.
    baseline: async () => {
      const readme = readDocument(example, await readFile(join(path, "README.md"), "utf8"));
      const commands = readme.blocks.filter(({ language }) => language === "sh").map(({ text }) => text);
      const script = adapt(commands.join("\n"), server);
      const output = await runSteps([{ script, env: {} }], 0);
      await readFile(join(path, baseline));
      return output;
    },
    "a conforming run": () => nightlyRun(0),
    // The baseline does not accept this, but the settings may be empty.
    "no court cases": () => nightlyRun(1, { COURT_REGISTER_GRAPHQL_URL: "", COURT_REGISTER_CASES: "" }),
    "a failing run": async () => {
      await acceptTooMuch(path);
      return nightlyRun(1);
    },
    ...(read === readGithub && {
      summary: async () => {
        expectAll(await readFile(summary, "utf8"), "✅", "❌", "🔵", "is better than its baseline: 1 result passes");
        return "";
      },
      "action.yml": () => runAction("--seed 1 --only 'REG-JSON,REG-XML'", 0),
      "action.yml without options": () => runAction("", 0),
      "action.yml with a quote that is not closed": () => runAction("--only 'REG-JSON", 2),
    }),
  });
}

/** Adds a failure to the baseline that the service does not have. */
async function acceptTooMuch(path: string): Promise<void> {
  const report = JSON.parse(await readFile(join(path, "conformance-report/report.json"), "utf8"));
  const accepted = JSON.parse(await readFile(join(path, baseline), "utf8"));
  const passed: { requirement: string; subject: string } = report.results.find(
    ({ state }: { state: string }) => state === "pass",
  );
  accepted.accepted.push({
    requirement: passed.requirement,
    subject: passed.subject,
    state: "fail",
    reason: "it is not",
  });
  await writeFile(join(path, baseline), JSON.stringify(accepted));
}
