/** Runs trials part by part, several at a time, and reports their outcome. */
import { styleText } from "node:util";

/** Something to try: a runtime with the packages, or an example with what it must do. */
export interface Trial {
  name: string;
  /** Its parts, in this order. */
  parts: readonly string[];
  /** Whether a part needs those before it: after one that fails, the rest is skipped. @defaultValue `false` */
  steps?: boolean;
  /**
   * Runs one part.
   * @returns its output.
   * @throws Error with its output when it fails.
   */
  play(part: string): Promise<string>;
}

export interface Failure {
  trial: string;
  name: string;
  /** What happened, in one line. */
  headline: string;
  details: string;
}

export interface Verdict {
  trial: Trial;
  failures: Failure[];
  milliseconds: number;
}

/** What all trials have in common. */
export interface JudgeOptions {
  /** The subscription key, which must never be printed. */
  key: string;
  /** Everything is below it, so it is removed from the output. */
  folder: string;
  /** How many trials run at a time. */
  atOnce: number;
  /** Receives progress messages. */
  status(text: string): void;
}

/** The line that says what went wrong: of the scenario, a compiler or a runtime. */
export function headlineOf(output: string): string {
  const lines = output.split("\n").map((line) => line.trim());
  const candidates = [/^failed: /, /error.*[^:]$/i, /./].map((pattern) => lines.find((line) => pattern.test(line)));
  return (candidates.find((line) => line !== undefined) ?? "it printed nothing").slice(0, 200);
}

async function tryPart(trial: Trial, name: string, { key, folder }: JudgeOptions): Promise<Failure[]> {
  let output: string;
  let failed = false;
  try {
    output = await trial.play(name);
  } catch (error) {
    output = error instanceof Error ? error.message : String(error);
    failed = true;
  }
  const details = output.replaceAll(key, "<key>").replaceAll(`${folder}/`, "");
  const failure = { trial: trial.name, name, details };
  if (output.includes(key)) {
    const where = details.split("\n").find((line) => line.includes("<key>"));
    return [{ ...failure, headline: `the key is printed: ${where?.trim().slice(0, 200)}` }];
  }
  return failed ? [{ ...failure, headline: headlineOf(details) }] : [];
}

async function judgeOne(trial: Trial, options: JudgeOptions): Promise<Verdict> {
  const started = performance.now();
  const failures: Failure[] = [];
  for (const name of trial.parts) {
    failures.push(...(await tryPart(trial, name, options)));
    if (trial.steps && failures.length > 0) break;
  }
  return { trial, failures, milliseconds: performance.now() - started };
}

/** Runs the trials, and yields their verdicts in order. */
export async function* judge(
  trials: readonly Trial[],
  options: JudgeOptions,
): AsyncGenerator<Verdict, void, undefined> {
  const { atOnce, status } = options;
  const verdicts: Promise<Verdict>[] = [];
  for (const [index, trial] of trials.entries()) {
    const place = verdicts[index - atOnce] ?? Promise.resolve();
    verdicts.push(
      place.then(() => {
        status(`${trial.name} …`);
        return judgeOne(trial, options);
      }),
    );
  }
  for (const verdict of verdicts) yield await verdict;
}

/** A verdict as printed: one line, and the output of what failed. */
export function show({ trial, failures, milliseconds }: Verdict): string {
  const bad = new Set(failures.map(({ name }) => name));
  const tried = trial.steps && bad.size > 0 ? trial.parts.findIndex((name) => bad.has(name)) + 1 : undefined;
  const parts = trial.parts
    .slice(0, tried)
    .map((name) => (bad.has(name) ? styleText("red", `✗ ${name}`) : `✓ ${name}`));
  const seconds = `${(milliseconds / 1_000).toFixed(1)} s`.padStart(7);
  const mark = bad.size > 0 ? styleText("red", "FAIL") : styleText("green", "ok  ");
  const head = `${mark} ${trial.name.padEnd(48)}${seconds}   ${parts.join("  ")}`;
  return [head, ...failures.map(explain)].join("\n");
}

/** What happened, and the output that followed. */
function explain({ name, headline, details }: Failure): string {
  const lines = details.split("\n").filter((line) => line.trim() !== "");
  const next = lines.findIndex((line) => line.includes(headline)) + 1;
  return [`     ${name}: ${headline}`, ...lines.slice(next, next + 8).map((line) => `       | ${line}`)].join("\n");
}

/** The end of the output: `good`, or the failures, one line per trial. */
export function summary(good: string, trials: number, failures: readonly Failure[], seconds: number): string {
  if (failures.length === 0) return `${good} (${seconds} s).`;
  const names = new Map<string, string[]>();
  for (const { trial, name, headline } of failures) {
    const line = `${trial}: ${headline}`;
    names.set(line, [...(names.get(line) ?? []), name]);
  }
  const failed = new Set(failures.map(({ trial }) => trial)).size;
  const lines = [...names].map(([line, some]) => `  ${line.replace(": ", `: ${some.join(", ")}: `)}`);
  return [styleText("red", `Failed on ${failed} of ${trials} (${seconds} s):`), ...lines].join("\n");
}
