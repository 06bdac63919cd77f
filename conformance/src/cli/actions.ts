import { appendFile } from "node:fs/promises";
import type { Command } from "commander";
import type { Redact } from "#kit/redact";
import { type Output, Screen } from "#kit/screen";
import { type Recording, readRecording, writeRecording } from "../exchange/recording.ts";
import { usesTokens } from "../exchange/tokens.ts";
import { readOptions, type Settings } from "../options/table.ts";
import { acceptedBy, acceptedText, applyBaseline, makeBaseline, withRest } from "../report/baseline.ts";
import { compareReports, mergeChanges } from "../report/compare.ts";
import type { RunEvent } from "../report/events.ts";
import { annotations, jobSummary } from "../report/github.ts";
import { exitCode, levelsOf, type Report } from "../report/report.ts";
import { printSummary, textReporter } from "../report/text.ts";
import { writeReports } from "../report/write.ts";
import { makePlan } from "../run/plan.ts";
import { planText } from "../run/plan-text.ts";
import { judgeRecording, recordRun } from "../run/recorded-run.ts";
import { runConformance } from "../run/run.ts";
import type { RunOptions } from "../run/run-options.ts";
import { selfTest } from "../self-test/self-test.ts";
import { selfTestText } from "../self-test/self-test-text.ts";
import { counted, printable, withoutUser } from "../shared/text.ts";
import { UsageError } from "../shared/usage-error.ts";
import { writeWhole } from "../shared/whole-file.ts";
import { allRequirements } from "../subjects/catalogue.ts";
import { defaultReportDir, naming, preparePlaces, readReport, replacedBaseline } from "./files.ts";

/** What the command needs from its process. */
export interface Surroundings {
  stdout: Output;
  stderr: Output;
  env: Readonly<Record<string, string | undefined>>;
  /** Listens for an interruption, if there can be one; the command then says what is lost, and exits. */
  once?: (signal: "SIGINT" | "SIGTERM", listener: () => void) => unknown;
  exit?: (code: number) => unknown;
}

const screenOf = ({ stdout, env }: Surroundings): Screen => new Screen(stdout, env);

/** The options of a run. If only GraphQL is judged, nobody has to give a base URL: it is the root of GraphQL. */
function runOptions({ baseUrl, ...settings }: Settings): RunOptions {
  const { COURT_REGISTER_CLIENT_SECRET: clientSecret } = process.env;
  const options = { clientSecret, ...readOptions(baseUrl ? { ...settings, baseUrl } : settings) };
  if (options.baseUrl !== undefined) return { ...options, baseUrl: options.baseUrl };
  const { registerRequirements } = makePlan({ ...options, baseUrl: "" });
  if (registerRequirements.length > 0 || options.graphqlUrl === undefined)
    throw new UsageError(
      "no base URL: give the service's root with --base-url https://host or in COURT_REGISTER_BASE_URL",
    );
  return { ...options, baseUrl: new URL(options.graphqlUrl).origin };
}

/** Judges a service, or a recording of one, and writes the reports. */
export async function judge(settings: Settings, around: Surroundings): Promise<number> {
  const { replay, compare, writeBaseline, reportDir = defaultReportDir } = settings;
  const screen = screenOf(around);
  const before = await readReport(compare, "--compare");
  const baseline = await readReport(settings.baseline, "--baseline");
  const replaced = await replacedBaseline(writeBaseline);
  const { run, isPart } = replay === undefined ? serviceRun(settings) : await replayRun(settings, replay);
  const progress = { sent: 0, isReported: false };
  // From here on, a signal waits for a file that is being written.
  const acceptedFor = baseline && acceptedBy(baseline, { started: new Date().toISOString() });
  const onEvent = reporter(screen, around, progress, acceptedFor);
  await preparePlaces(settings);
  const { report: judged, recording } = await run(onEvent).finally(() => screen.status());
  const report = baseline === undefined ? judged : applyBaseline(judged, baseline, settings.baseline ?? "", isPart);

  if (report.stopped !== undefined && around.env.HTTPS_PROXY !== undefined && around.env.NODE_USE_ENV_PROXY !== "1")
    screen.print("  HTTPS_PROXY is set, but Node uses it only with NODE_USE_ENV_PROXY=1 (Node 22.21 or newer)");
  if (before !== undefined)
    printChanges(
      screen,
      `since ${compare}`,
      compareReports(before, report, isPart).map(({ text }) => text),
    );
  if (report.baseline !== undefined)
    printChanges(
      screen,
      `from the baseline ${report.baseline.file}`,
      report.baseline.changes,
      ` (--write-baseline ${report.baseline.file} accepts them)`,
    );
  printSummary(screen, report);
  const files = await naming("--report-dir", reportDir, () => writeReports(report, reportDir));
  progress.isReported = true;
  screen.print(`Reports: ${files.html}, ${files.json}, ${files.junit}`);
  const older = [baseline, replaced].filter((one) => one !== undefined);
  const made = makeBaseline(judged, ...older);
  const written = isPart && replaced !== undefined ? withRest(made, replaced) : made;
  const isKept = await keep(settings, judged, recording, written, screen);
  await reportToGitHub(report, around);
  if (writeBaseline === undefined) return exitCode(report);
  return isKept ? 0 : 2;
}

/** Writes the requested recording and baseline, unless the service could not be judged. */
async function keep(
  { record, writeBaseline }: Settings,
  report: Report,
  recording: Recording | undefined,
  baseline: Report,
  screen: Screen,
): Promise<boolean> {
  if (report.stopped !== undefined || report.conclusion === "could not be judged") {
    // An earlier run may have written something better there.
    for (const [option, place] of Object.entries({ "--record": record, "--write-baseline": writeBaseline }))
      if (place !== undefined)
        screen.print(
          `${option} ${place}: not written, because the service could not be judged; what was there is kept`,
        );
    return false;
  }
  if (recording !== undefined && record !== undefined) await saveRecording(record, recording, screen);
  if (writeBaseline !== undefined) await saveBaseline(writeBaseline, baseline, screen);
  return true;
}

type OnEvent = (event: RunEvent) => void;
/** A run whose options are checked before anything is written or sent. */
interface Run {
  run: (onEvent: OnEvent) => Promise<{ report: Report; recording?: Recording }>;
  isPart: boolean;
}

const isPartOf = ({ only, operations }: Pick<RunOptions, "only" | "operations">): boolean =>
  only !== undefined || operations !== undefined;

function serviceRun(settings: Settings): Run {
  const options = runOptions(settings);
  makePlan(options);
  usesTokens(options);
  return {
    isPart: isPartOf(options),
    run: async (onEvent) =>
      settings.record === undefined
        ? { report: await runConformance({ ...options, onEvent }) }
        : recordRun({ ...options, onEvent }),
  };
}

async function replayRun(settings: Settings, directory: string): Promise<Run> {
  if (settings.record !== undefined)
    throw new UsageError("--record saves what a service answers, but --replay asks no service: use only one of them");
  const recording = await readRecording(directory);
  const options = readOptions(settings, "judging");
  makePlan({ ...options, baseUrl: recording.log._run.baseUrl });
  return {
    isPart: isPartOf(options) || isPartOf(recording.log._run),
    run: async (onEvent) => ({ report: await judgeRecording(recording, undefined, { ...options, onEvent }) }),
  };
}

/** Reports the progress of the run and, if it is interrupted, what that means. */
function reporter(
  screen: Screen,
  around: Surroundings,
  progress: { sent: number; isReported: boolean },
  acceptedFor: Parameters<typeof textReporter>[2],
): OnEvent {
  const print = textReporter(screen, levelsOf({ requirements: allRequirements }), acceptedFor);
  const interrupted = (code: number) => (): void => {
    screen.status();
    const outcome = progress.isReported
      ? "the reports are written, but perhaps nothing else"
      : "there is no verdict and no report";
    around.stderr.write(
      `court-register-conformance: interrupted after ${counted(progress.sent, "request")}: ${outcome}; run the same command to start again\n`,
    );
    around.exit?.(code);
  };
  around.once?.("SIGINT", interrupted(130));
  around.once?.("SIGTERM", interrupted(143));
  return (event) => {
    if (event.type === "asking") progress.sent = event.sent;
    print(event);
  };
}

function printChanges(screen: Screen, since: string, changes: readonly string[], advice = ""): void {
  screen.print("");
  screen.print(changes.length === 0 ? `No changes ${since}` : `Changes ${since}${advice}:`);
  // A baseline or an older report may hold anything.
  for (const change of mergeChanges(changes)) screen.print(`  ${printable(change)}`);
}

async function saveRecording(directory: string, recording: Recording, screen: Screen): Promise<void> {
  const file = await naming("--record", directory, () => writeRecording(recording, directory));
  screen.print(`Recorded in ${file}: it holds rows as received, but no key`);
}

async function saveBaseline(file: string, baseline: Report, screen: Screen): Promise<void> {
  await naming("--write-baseline", file, async () => writeWhole(file, `${JSON.stringify(baseline, null, 2)}\n`));
  screen.print(`Baseline: ${file} accepts ${acceptedText(baseline)}`);
}

/** Writes annotations and a job summary, on GitHub Actions. */
async function reportToGitHub(report: Report, around: Surroundings): Promise<void> {
  const { env } = around;
  if (env.GITHUB_ACTIONS === "true") for (const line of annotations(report)) screenOf(around).print(line);
  const { GITHUB_STEP_SUMMARY: summary } = env;
  if (summary !== undefined)
    await naming("GITHUB_STEP_SUMMARY", summary, () => appendFile(summary, `${jobSummary(report)}\n`));
}

/** Prints the requests of a run without sending any. */
export function printPlan(settings: Settings, around: Surroundings): number {
  const options = runOptions({ ...settings, baseUrl: settings.baseUrl ?? "http://localhost" });
  for (const line of planText(makePlan(options), options.rate)) screenOf(around).print(line);
  return 0;
}

/** Judges a recording under every fault. */
export async function testRecording(directory: string, around: Surroundings): Promise<number> {
  const recording = await readRecording(directory);
  const screen = screenOf(around);
  let count = 0;
  const outcomes = await selfTest(recording, () => {
    count += 1;
    screen.status(`  ${counted(count, "fault")} tried …`, String(count));
  });
  screen.status();
  for (const line of selfTestText(outcomes)) screen.print(line);
  return 0;
}

const secretSettings = new Set(["key", "header", "graphqlHeader"]);
const sources: Record<string, string> = {
  cli: "flag",
  env: "environment",
  config: "configuration file",
  default: "default",
};

/** Prints every setting that has a value, and where it comes from, without showing secrets. */
export function printConfig(program: Command, settings: Settings, around: Surroundings, redact: Redact): number {
  for (const [name, value] of Object.entries(settings)) {
    if (value === undefined || name === "printConfig") continue;
    const shown = secretSettings.has(name)
      ? "[set, not shown]"
      : redact(JSON.stringify(typeof value === "string" ? withoutUser(value) : value));
    screenOf(around).print(`${name} = ${shown} (${sources[program.getOptionValueSource(name) ?? ""] ?? "default"})`);
  }
  return 0;
}
