/** Tries every package on every runtime, some at a time, and puts what came of it into words. */
import { styleText } from "node:util";
import type { Runtime } from "./runtimes.ts";

/** A package that does not work on a runtime. */
export interface Failure {
  runtime: string;
  name: string;
  /** What happened, in a line. */
  headline: string;
  /** What was printed. */
  details: string;
}

/** What came of one runtime. */
export interface Verdict {
  runtime: Runtime;
  failures: Failure[];
  milliseconds: number;
}

/** What is the same for all runtimes. */
export interface Circumstances {
  /** The subscription key, which must be printed nowhere. */
  key: string;
  /** Everything is in it, so it says nothing where it is printed. */
  folder: string;
  /** How many runtimes are tried at a time. */
  atOnce: number;
  /** Told what goes on. */
  status(text: string): void;
}

/** The line that says what went wrong: of the scenario, a compiler or a runtime. */
export function headlineOf(output: string): string {
  const lines = output.split("\n").map((line) => line.trim());
  const telling = [/^failed: /, /error.*[^:]$/i, /./].map((pattern) => lines.find((line) => pattern.test(line)));
  return (telling.find((line) => line !== undefined) ?? "it ended without a word").slice(0, 200);
}

async function tryPackage(runtime: Runtime, name: string, { key, folder }: Circumstances): Promise<Failure[]> {
  let output: string;
  let failed = false;
  try {
    output = await runtime.play(name);
  } catch (error) {
    output = error instanceof Error ? error.message : String(error);
    failed = true;
  }
  const details = output.replaceAll(key, "<key>").replaceAll(`${folder}/`, "");
  const failure = { runtime: runtime.name, name, details };
  if (output.includes(key)) {
    const where = details.split("\n").find((line) => line.includes("<key>"));
    return [{ ...failure, headline: `the key is printed: ${where?.trim().slice(0, 200)}` }];
  }
  return failed ? [{ ...failure, headline: headlineOf(details) }] : [];
}

async function judgeOne(runtime: Runtime, circumstances: Circumstances): Promise<Verdict> {
  const started = performance.now();
  const failures: Failure[] = [];
  for (const name of runtime.packages) failures.push(...(await tryPackage(runtime, name, circumstances)));
  return { runtime, failures, milliseconds: performance.now() - started };
}

/** Judges the runtimes; verdicts come in the order of the runtimes. */
export async function* judge(
  runtimes: readonly Runtime[],
  circumstances: Circumstances,
): AsyncGenerator<Verdict, void, undefined> {
  const { atOnce, status } = circumstances;
  const verdicts: Promise<Verdict>[] = [];
  for (const [index, runtime] of runtimes.entries()) {
    const place = verdicts[index - atOnce] ?? Promise.resolve();
    verdicts.push(
      place.then(() => {
        status(`${runtime.name} …`);
        return judgeOne(runtime, circumstances);
      }),
    );
  }
  for (const verdict of verdicts) yield await verdict;
}

/** A verdict as it is printed: a line, and what was printed where something failed. */
export function show({ runtime, failures, milliseconds }: Verdict): string {
  const bad = new Set(failures.map(({ name }) => name));
  const packages = runtime.packages.map((name) => (bad.has(name) ? styleText("red", `✗ ${name}`) : `✓ ${name}`));
  const seconds = `${(milliseconds / 1_000).toFixed(1)} s`.padStart(7);
  const mark = bad.size > 0 ? styleText("red", "FAIL") : styleText("green", "ok  ");
  const head = `${mark} ${runtime.name.padEnd(48)}${seconds}   ${packages.join("  ")}`;
  return [head, ...failures.map(explain)].join("\n");
}

/** What happened, and what was printed next. */
function explain({ name, headline, details }: Failure): string {
  const lines = details.split("\n").filter((line) => line.trim() !== "");
  const next = lines.findIndex((line) => line.includes(headline)) + 1;
  return [`     ${name}: ${headline}`, ...lines.slice(next, next + 8).map((line) => `       | ${line}`)].join("\n");
}

/** The end of the output: what failed, a line for each runtime and what happened on it. */
export function summary(runtimes: number, failures: readonly Failure[], seconds: number): string {
  if (failures.length === 0) return `The packages work on all ${runtimes} (${seconds} s).`;
  const names = new Map<string, string[]>();
  for (const { runtime, name, headline } of failures) {
    const line = `${runtime}: ${headline}`;
    names.set(line, [...(names.get(line) ?? []), name]);
  }
  const failed = new Set(failures.map(({ runtime }) => runtime)).size;
  const lines = [...names].map(([line, some]) => `  ${line.replace(": ", `: ${some.join(", ")}: `)}`);
  return [styleText("red", `Failed on ${failed} of ${runtimes} (${seconds} s):`), ...lines].join("\n");
}
