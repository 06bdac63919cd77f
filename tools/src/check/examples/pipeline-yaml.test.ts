import { expect, test } from "vitest";
import { readAction, readGithub, readGitlab } from "./pipeline-yaml.ts";

/** A GitHub expression. */
const of = (text: string): string => `\${{ ${text} }}`;

const keeps = { uses: "actions/upload-artifact@v7", if: of("!cancelled()"), with: { path: "report" } };
const github = (steps: object[], on: object = { schedule: [{ cron: "1 2 * * *" }] }): object => ({
  on,
  jobs: { one: { steps } },
});

test("runs a workflow's steps with its secrets and variables, and knows what it uploads", () => {
  const steps = [
    { uses: "actions/checkout@v7" },
    { uses: `actions/setup-node@${"0123456789".repeat(4)}` },
    { run: "ls", env: { A: `${of("secrets.A")} ${of("vars.B")}` } },
    { uses: "actions/cache/restore@v5" },
    { uses: "actions/cache/save@v5", if: of("always()") },
    keeps,
  ];
  expect(readGithub(github(steps), { A: "1", B: "2" })).toEqual({
    steps: [{ script: "ls", env: { A: "1 2" } }],
    kept: ["report"],
  });
});

test.each([
  ["a secret in a script", github([{ run: `ls ${of("secrets.A")}` }])],
  ["an unknown expression", github([{ run: "ls", env: { A: of("github.token") } }])],
  ["an unknown step", github([{ uses: "somebody/something@v1" }])],
  ["a cache that is lost on failure", github([{ uses: "actions/cache/save@v5", with: { path: "copy" } }])],
  ["a report that is lost on failure", github([{ ...keeps, if: undefined }])],
  ["no schedule", github([], { push: {} })],
])("%s is refused", (_, workflow) => {
  expect(() => readGithub(workflow, { A: "1" })).toThrow("error: ");
});

test("runs an action with its inputs, set or defaulted", () => {
  const env = { A: `${of("inputs.one")}-${of("inputs.two-words")}` };
  const action = { inputs: { one: { default: "1" }, "two-words": {} }, runs: { steps: [{ run: "ls", env }] } };
  expect(readAction(action, { "two-words": "2" }).steps).toEqual([{ script: "ls", env: { A: "1-2" } }]);
});

const job = {
  rules: [{ if: '$CI_PIPELINE_SOURCE == "schedule"' }],
  script: ["ls", "pwd"],
  artifacts: { when: "always", paths: ["report/"] },
};

test("runs the script of a GitLab job", () => {
  expect(readGitlab({ job }, { A: "1" })).toEqual({
    steps: [{ script: "ls\npwd", env: { A: "1" } }],
    kept: ["report/"],
  });
});

test.each([
  ["a report that is lost on failure", { ...job, artifacts: { ...job.artifacts, when: "on_success" } }],
  ["no schedule", { ...job, rules: [] }],
])("%s is refused", (_, wrong) => {
  expect(() => readGitlab({ job: wrong }, {})).toThrow("error: ");
});
