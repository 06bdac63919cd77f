/** What a pipeline runs and uploads, read from its YAML. Anything unknown is an error, so that nothing is skipped silently. */

export type Variables = Readonly<Record<string, string>>;

/** A shell step with its environment variables. */
export interface Step {
  script: string;
  env: Variables;
}

/** A pipeline: its steps, and the folders that it uploads even when a step fails. */
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

/** The version of a GitHub action: a tag, or a commit, which cannot be moved. */
const version = String.raw`@(v\d+|[0-9a-f]{40})$`;
/** GitHub actions that set up what this machine already has. */
const prepares = new RegExp(`^actions/(checkout|setup-node|cache/restore)${version}`);
const saves = new RegExp(`^actions/cache/save${version}`);
const uploads = new RegExp(`^actions/upload-artifact${version}`);

const runsAlways = /^\$\{\{ *(!cancelled\(\)|always\(\)) *\}\}$/;

/** Replaces `${{ secrets.NAME }}` and similar expressions by their values. */
function fill(text: string, values: Variables): string {
  return text.replaceAll(/\$\{\{ *(?:secrets|vars|inputs)\.([\w-]+) *\}\}|\$\{\{.*?\}\}/g, (whole, name) => {
    const value = values[name];
    if (value === undefined) throw new Error(`error: ${whole} has no known value`);
    return value;
  });
}

function readGithubSteps(list: readonly GithubStep[], values: Variables): Pipeline {
  const pipeline: Pipeline = { steps: [], kept: [] };
  for (const { run, uses = "", if: condition, env = {}, with: given } of list) {
    if (run !== undefined) {
      if (run.includes("${{"))
        throw new Error(`error: a value is inserted into a script, which could execute it\n${run}`);
      const filled = Object.entries(env).map(([name, value]) => [name, fill(value, values)]);
      pipeline.steps.push({ script: run, env: Object.fromEntries(filled) });
    } else if (uploads.test(uses)) {
      if (!runsAlways.test(condition ?? "")) throw new Error("error: the report of a failed run is not uploaded");
      pipeline.kept.push(fill(given?.path ?? "", values));
    } else if (saves.test(uses)) {
      if (!runsAlways.test(condition ?? "")) throw new Error("error: what a failed run has done is not saved");
    } else if (!prepares.test(uses)) throw new Error(`error: unknown step ${JSON.stringify(uses)}`);
  }
  return pipeline;
}

/** A GitHub workflow with one job and a schedule. `values` are its secrets and variables. */
export function readGithub(document: unknown, values: Variables): Pipeline {
  const { on, jobs } = document as { on: { schedule?: unknown[] }; jobs: Record<string, { steps: GithubStep[] }> };
  if (!on.schedule?.length) throw new Error("error: it has no schedule");
  const [job, ...others] = Object.values(jobs);
  if (!job || others.length > 0) throw new Error("error: it should have one job");
  return readGithubSteps(job.steps, values);
}

/** A composite action of GitHub. */
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

/** A GitLab file with one job, which gets `variables` unchanged. */
export function readGitlab(document: unknown, variables: Variables): Pipeline {
  const [job, ...others] = Object.values(document as Record<string, GitlabJob>);
  if (!job || others.length > 0) throw new Error("error: it should have one job");
  if (job.rules[0]?.if !== '$CI_PIPELINE_SOURCE == "schedule"') throw new Error("error: it has no schedule");
  if (job.artifacts.when !== "always") throw new Error("error: the report of a failed run is not uploaded");
  return { steps: [{ script: job.script.join("\n"), env: variables }], kept: job.artifacts.paths };
}
