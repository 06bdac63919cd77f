import { appendFile, readFile, writeFile } from "node:fs/promises";
import type { Command } from "commander";
import { readRecording, writeRecording } from "../exchange/recording.ts";
import { judgeRecording, selfTest } from "../faults/self-test.ts";
import { applyBaseline, type Baseline, makeBaseline, parseBaseline } from "../report/baseline.ts";
import { compareReports, parseReport } from "../report/compare.ts";
import { annotations, jobSummary } from "../report/github.ts";
import { planText } from "../report/plan-text.ts";
import { exitCode, type Report } from "../report/report.ts";
import { selfTestText } from "../report/self-test-text.ts";
import { type Lines, tellSummary, textReporter } from "../report/text.ts";
import { writeReports } from "../report/write.ts";
import { allRequirements } from "../requirements/catalogue.ts";
import type { RunEvent, RunOptions } from "../run/options.ts";
import { makePlan } from "../run/plan.ts";
import { recordRun } from "../run/record.ts";
import { runConformance } from "../run/run.ts";
import type { Surroundings } from "./main.ts";
import {
  checkBaseUrl,
  checkKey,
  parseCase,
  parseChoice,
  parseHeader,
  parseNumber,
  parseUrl,
  parseXmlBy,
  type Settings,
  UsageError,
} from "./settings.ts";

function linesOf({ stdout, env }: Surroundings): Lines {
  const isTerminal = stdout.isTTY === true;
  return {
    line: (text) => stdout.write(`${isTerminal ? "\r\u001b[2K" : ""}${text}\n`),
    // A line that the next one replaces; logs of a CI would keep every one of them.
    status: (text) => (isTerminal && env.CI === undefined ? stdout.write(`\r\u001b[2K${text}`) : undefined),
    colour: (isTerminal && env.NO_COLOR === undefined) || (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== "0"),
  };
}

function runOptions(settings: Settings): RunOptions {
  const timeout = parseNumber(settings.timeout, "--timeout", 0.001);
  if (settings.graphqlUrl !== undefined) parseUrl(settings.graphqlUrl, "--graphql-url");
  return {
    baseUrl: checkBaseUrl(settings.baseUrl),
    key: checkKey(settings.key),
    graphqlUrl: settings.graphqlUrl,
    graphqlHeaders: Object.fromEntries((settings.graphqlHeader ?? []).map(parseHeader)),
    cases: (settings.case ?? []).map(parseCase),
    kind: settings.mock === true ? "mock" : "live",
    only: settings.only,
    operations: settings.operation,
    xmlBy: parseXmlBy(settings.xmlBy),
    maxRequests: parseNumber(settings.maxRequests, "--max-requests", 1),
    rate: parseNumber(settings.rate, "--rate", 0.01),
    timeout: timeout === undefined ? undefined : timeout * 1000,
    seed: parseNumber(settings.seed, "--seed", 0),
    failOn: parseChoice(settings.failOn, "--fail-on", ["must", "should"]),
    evidence: parseChoice(settings.evidence, "--evidence", ["shape", "values"]),
    audits: settings.audits,
  };
}

/** Judges a service, or a recording of one, and writes the reports. */
export async function judge(settings: Settings, around: Surroundings): Promise<number> {
  const lines = linesOf(around);
  const onEvent = textReporter(lines, new Map(allRequirements.map(({ id, level }) => [id, level])));
  const before =
    settings.compare === undefined
      ? undefined
      : parseReport(await readText(settings.compare, "--compare"), settings.compare);
  const baseline =
    settings.baseline === undefined
      ? undefined
      : parseBaseline(await readText(settings.baseline, "--baseline"), settings.baseline);
  const judged =
    settings.replay === undefined
      ? await judgeService(settings, onEvent, lines)
      : await replay(settings, settings.replay, onEvent);
  const report = baseline === undefined ? judged : applyBaseline(judged, baseline, settings.baseline ?? "");

  tellSummary(lines, report);
  if (report.stopped !== undefined && around.env.HTTPS_PROXY !== undefined && around.env.NODE_USE_ENV_PROXY !== "1")
    lines.line("  HTTPS_PROXY is set, but Node goes by it only with NODE_USE_ENV_PROXY=1 (Node 22.21 or newer)");
  for (const change of report.baseline?.changes ?? []) lines.line(`  ${change}`);
  if (before !== undefined) tellChanges(lines, before, report, settings.compare ?? "");
  const files = await writeReports(report, settings.reportDir ?? "conformance-report");
  lines.line(`Reports: ${files.html}, ${files.json}, ${files.junit}`);
  if (settings.writeBaseline !== undefined) await saveBaseline(settings.writeBaseline, judged, baseline, lines);
  await tellGitHub(report, around);
  return settings.writeBaseline !== undefined && report.stopped === undefined ? 0 : exitCode(report);
}

async function judgeService(settings: Settings, onEvent: (event: RunEvent) => void, lines: Lines): Promise<Report> {
  const options = { ...runOptions(settings), onEvent };
  if (settings.record === undefined) return runConformance(options);
  const { report, recording } = await recordRun(options);
  lines.line(`Recorded in ${await writeRecording(recording, settings.record)}: it holds rows as they came, and no key`);
  return report;
}

async function replay(settings: Settings, directory: string, onEvent: (event: RunEvent) => void): Promise<Report> {
  const recording = await readRecording(directory);
  return judgeRecording(recording, undefined, {
    operations: settings.operation,
    only: settings.only,
    failOn: parseChoice(settings.failOn, "--fail-on", ["must", "should"]),
    evidence: parseChoice(settings.evidence, "--evidence", ["shape", "values"]),
    onEvent,
  });
}

function tellChanges(lines: Lines, before: Report, after: Report, file: string): void {
  const changes = compareReports(before, after);
  lines.line(changes.length === 0 ? `Nothing changed since ${file}` : `Changed since ${file}:`);
  for (const change of changes) lines.line(`  ${change}`);
}

async function saveBaseline(file: string, report: Report, before: Baseline | undefined, lines: Lines): Promise<void> {
  const baseline = makeBaseline(report, before);
  await writeFile(file, `${JSON.stringify(baseline, null, 2)}\n`);
  const { length } = baseline.accepted;
  lines.line(
    `Baseline: ${file} accepts ${length === 0 ? "nothing, for nothing fails" : `${length} results; say in it why`}`,
  );
}

/** Annotations and a job summary, where GitHub runs us. */
async function tellGitHub(report: Report, { stdout, env }: Surroundings): Promise<void> {
  if (env.GITHUB_ACTIONS === "true") for (const line of annotations(report)) stdout.write(`${line}\n`);
  if (env.GITHUB_STEP_SUMMARY !== undefined) await appendFile(env.GITHUB_STEP_SUMMARY, `${jobSummary(report)}\n`);
}

async function readText(file: string, option: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch {
    throw new UsageError(`${option}: the file ${file} cannot be read: is its path right?`);
  }
}

/** Prints the requests of a run, and sends none. */
export function printPlan(settings: Settings, around: Surroundings): number {
  const options = runOptions({ ...settings, baseUrl: settings.baseUrl ?? "http://localhost" });
  for (const line of planText(makePlan(options), options.rate)) around.stdout.write(`${line}\n`);
  return 0;
}

/** Judges a recording under every fault. */
export async function testRecording(directory: string, around: Surroundings): Promise<number> {
  const recording = await readRecording(directory);
  const lines = linesOf(around);
  let count = 0;
  const outcomes = await selfTest(recording, () => {
    count += 1;
    lines.status(`  ${count} faults tried …`);
  });
  for (const line of selfTestText(outcomes)) lines.line(line);
  return 0;
}

const secretSettings = new Set(["key", "graphqlHeader"]);
const sources: Record<string, string> = {
  cli: "flag",
  env: "environment",
  config: "configuration file",
  default: "default",
};

/** Prints every setting that has a value and where it comes from; of secrets, that they are there. */
export function printConfig(program: Command, settings: Settings, around: Surroundings): number {
  for (const [name, value] of Object.entries(settings)) {
    if (value === undefined || name === "printConfig") continue;
    const shown = secretSettings.has(name) ? "[set, not shown]" : JSON.stringify(value);
    around.stdout.write(`${name} = ${shown} (${sources[program.getOptionValueSource(name) ?? ""] ?? "default"})\n`);
  }
  return 0;
}
