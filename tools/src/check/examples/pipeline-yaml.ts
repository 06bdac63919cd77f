/** What a pipeline runs and keeps, read from its YAML. What is not understood is an error, so that nothing is passed over. */

/** Values by name. */
export type Variables = Readonly<Record<string, string>>;

/** A shell step, and the variables that it sees. */
export interface Step {
  script: string;
  env: Variables;
}

/** A pipeline: what is run, and the folders that are kept even when that fails. */
export interface Pipeline {
  steps: Step[];
  kept: string[];
}

interface GithubStep {
  run?: string;
  uses?: string;
  if?: string;
  env?: Variables;
  with?: Variables;
}

/** Steps of GitHub that prepare what is here already. */
const prepares = /^actions\/(checkout|setup-node)@v\d+$/;

const runsAlways = /^\$\{\{ *(!cancelled\(\)|always\(\)) *\}\}$/;

/** Puts values in the place of `${{ secrets.NAME }}` and the like. */
function fill(text: string, values: Variables): string {
  return text.replaceAll(/\$\{\{ *(?:secrets|vars|inputs)\.([\w-]+) *\}\}|\$\{\{.*?\}\}/g, (whole, name) => {
    const value = values[name];
    if (value === undefined) throw new Error(`error: ${whole} is not known here`);
    return value;
  });
}

function readGithubSteps(list: readonly GithubStep[], values: Variables): Pipeline {
  const pipeline: Pipeline = { steps: [], kept: [] };
  for (const { run, uses = "", if: condition, env = {}, with: given } of list) {
    if (run !== undefined) {
      if (run.includes("${{")) throw new Error(`error: a value is put into a script, which could run it\n${run}`);
      const filled = Object.entries(env).map(([name, value]) => [name, fill(value, values)]);
      pipeline.steps.push({ script: run, env: Object.fromEntries(filled) });
    } else if (/^actions\/upload-artifact@v\d+$/.test(uses)) {
      if (!runsAlways.test(condition ?? "")) throw new Error("error: the report of a bad night is not kept");
      pipeline.kept.push(fill(given?.path ?? "", values));
    } else if (!prepares.test(uses)) throw new Error(`error: nothing is known of the step ${JSON.stringify(uses)}`);
  }
  return pipeline;
}

/** A workflow of GitHub with one job, run by a schedule. `values` are its secrets and variables. */
export function readGithub(document: unknown, values: Variables): Pipeline {
  const { on, jobs } = document as { on: { schedule?: unknown[] }; jobs: Record<string, { steps: GithubStep[] }> };
  if (!on.schedule?.length) throw new Error("error: it has no schedule");
  const [job, ...others] = Object.values(jobs);
  if (!job || others.length > 0) throw new Error("error: it should have one job");
  return readGithubSteps(job.steps, values);
}

/** An action of GitHub that is made of steps. */
export function readAction(document: unknown, given: Variables): Pipeline {
  const { inputs, runs } = document as { inputs: Record<string, { default?: string }>; runs: { steps: GithubStep[] } };
  const defaults = Object.entries(inputs).map(([name, input]) => [name, input.default ?? ""]);
  return readGithubSteps(runs.steps, { ...Object.fromEntries(defaults), ...given });
}

interface GitlabJob {
  rules: { if: string }[];
  script: string[];
  artifacts: { when: string; paths: string[] };
}

/** A file of GitLab with one job, which sees `variables` as they are. */
export function readGitlab(document: unknown, variables: Variables): Pipeline {
  const [job, ...others] = Object.values(document as Record<string, GitlabJob>);
  if (!job || others.length > 0) throw new Error("error: it should have one job");
  if (job.rules[0]?.if !== '$CI_PIPELINE_SOURCE == "schedule"') throw new Error("error: it has no schedule");
  if (job.artifacts.when !== "always") throw new Error("error: the report of a bad night is not kept");
  return { steps: [{ script: job.script.join("\n"), env: variables }], kept: job.artifacts.paths };
}
