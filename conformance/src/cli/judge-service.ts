import { appendFile } from "node:fs/promises";
import type { Screen } from "#kit/screen";
import { type Recording, readRecording, writeRecording } from "../exchange/recording.ts";
import type { Settings } from "../options/table.ts";
import { acceptedBy, acceptedText } from "../report/baseline.ts";
import type { RunEvent } from "../report/events.ts";
import { annotations, jobSummary } from "../report/github.ts";
import { levelsOf, type Report } from "../report/report.ts";
import { printSummary, textReporter } from "../report/text.ts";
import { writeReports } from "../report/write.ts";
import { judgeRecording, recordRun } from "../run/recorded-run.ts";
import { runConformance } from "../run/run.ts";
import { counted, printable } from "../shared/text.ts";
import { writeWhole } from "../shared/whole-file.ts";
import { allRequirements } from "../topics/catalogue.ts";
import { defaultReportDir, naming, preparePlaces, readReport, replacedBaseline } from "./files.ts";
import { type CommandOutcome, outcomeOf } from "./outcome.ts";
import { type Surroundings, screenOf } from "./surroundings.ts";
import { replayRun, serviceRun } from "./what-to-run.ts";

/** Judges a service, or a recording of one, and writes the reports. */
export async function judgeService(settings: Settings, around: Surroundings): Promise<number> {
  const { writeBaseline, reportDir = defaultReportDir } = settings;
  const screen = screenOf(around);
  const before = await namedReport(settings.compare, "--compare");
  const baseline = await namedReport(settings.baseline, "--baseline");
  const toWrite = writeBaseline === undefined ? undefined : { replaced: await replacedBaseline(writeBaseline) };
  const { run, isPart } = await preparedRun(settings);
  const progress = { sent: 0, isReported: false };
  const acceptedFor = baseline && acceptedBy(baseline.report, { started: new Date().toISOString() });
  // From here on, a signal waits for a file that is being written.
  const onEvent = reporter(screen, around, progress, acceptedFor);
  await preparePlaces(settings);
  const { report: judged, recording } = await run(onEvent).finally(() => screen.status());
  const outcome = outcomeOf(judged, { before, baseline, toWrite, isPart });
  const { report } = outcome;

  if (report.stopped !== undefined && around.env.HTTPS_PROXY !== undefined && around.env.NODE_USE_ENV_PROXY !== "1")
    screen.print("  HTTPS_PROXY is set, but Node uses it only with NODE_USE_ENV_PROXY=1 (Node 22.21 or newer)");
  for (const { heading, lines } of outcome.changes) {
    screen.print("");
    screen.print(heading);
    // A baseline or an older report may hold anything.
    for (const line of lines) screen.print(`  ${printable(line)}`);
  }
  printSummary(screen, report);
  const files = await naming("--report-dir", reportDir, () => writeReports(report, reportDir));
  progress.isReported = true;
  screen.print(`Reports: ${files.html}, ${files.json}, ${files.junit}`);
  await keep(settings, recording, outcome, screen);
  await reportToGitHub(report, around);
  return outcome.exitCode;
}

/** The report that an option names, with its file. */
async function namedReport(
  file: string | undefined,
  option: string,
): Promise<{ report: Report; file: string } | undefined> {
  const report = await readReport(file, option);
  return report && { report, file: file ?? "" };
}

type OnEvent = (event: RunEvent) => void;

/** A run whose options are checked before anything is written or sent. */
interface PreparedRun {
  run: (onEvent: OnEvent) => Promise<{ report: Report; recording?: Recording }>;
  isPart: boolean;
}

async function preparedRun(settings: Settings): Promise<PreparedRun> {
  if (settings.replay !== undefined) {
    const recording = await readRecording(settings.replay);
    const { options, isPart } = replayRun(settings, recording);
    return {
      isPart,
      run: async (onEvent) => ({ report: await judgeRecording(recording, undefined, { ...options, onEvent }) }),
    };
  }
  const { options, isPart } = serviceRun(settings, process.env.COURT_REGISTER_CLIENT_SECRET);
  return {
    isPart,
    run: async (onEvent) =>
      settings.record === undefined
        ? { report: await runConformance({ ...options, onEvent }) }
        : recordRun({ ...options, onEvent }),
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

/** Writes the requested recording and baseline, unless the service could not be judged. */
async function keep(
  { record, writeBaseline }: Settings,
  recording: Recording | undefined,
  { isKept, newBaseline }: CommandOutcome,
  screen: Screen,
): Promise<void> {
  if (!isKept) {
    for (const [option, place] of Object.entries({ "--record": record, "--write-baseline": writeBaseline }))
      if (place !== undefined)
        screen.print(
          `${option} ${place}: not written, because the service could not be judged; what was there is kept`,
        );
    return;
  }
  if (recording !== undefined && record !== undefined) {
    const file = await naming("--record", record, () => writeRecording(recording, record));
    screen.print(`Recorded in ${file}: it holds rows as received, but no key`);
  }
  if (writeBaseline !== undefined) {
    const text = `${JSON.stringify(newBaseline, null, 2)}\n`;
    await naming("--write-baseline", writeBaseline, async () => writeWhole(writeBaseline, text));
    screen.print(`Baseline: ${writeBaseline} accepts ${acceptedText(newBaseline)}`);
  }
}

/** Writes annotations and a job summary, on GitHub Actions. */
async function reportToGitHub(report: Report, around: Surroundings): Promise<void> {
  const { env } = around;
  if (env.GITHUB_ACTIONS === "true") for (const line of annotations(report)) screenOf(around).print(line);
  const { GITHUB_STEP_SUMMARY: summary } = env;
  if (summary !== undefined)
    await naming("GITHUB_STEP_SUMMARY", summary, () => appendFile(summary, `${jobSummary(report)}\n`));
}
