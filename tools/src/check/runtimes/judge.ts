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

/** The line that says what went wrong: of the scenario, a compiler or a runtime. */
export function headlineOf(output: string): string {
  const lines = output.split("\n").map((line) => line.trim());
  const telling = [/^failed: /, /error/i, /./].map((pattern) => lines.find((line) => pattern.test(line)));
  return (telling.find((line) => line !== undefined) ?? "it ended without a word").slice(0, 200);
}

async function tryPackage(runtime: Runtime, name: string, key: string): Promise<Failure[]> {
  let output: string;
  let failed = false;
  try {
    output = await runtime.play(name);
  } catch (error) {
    output = error instanceof Error ? error.message : String(error);
    failed = true;
  }
  const details = output.replaceAll(key, "<key>");
  const failure = { runtime: runtime.name, name, details };
  if (details !== output) {
    const where = details.split("\n").find((line) => line.includes("<key>"));
    return [{ ...failure, headline: `the key is printed: ${where?.trim().slice(0, 200)}` }];
  }
  return failed ? [{ ...failure, headline: headlineOf(output) }] : [];
}

async function judgeOne(runtime: Runtime, key: string): Promise<Verdict> {
  const started = performance.now();
  const failures: Failure[] = [];
  for (const name of runtime.packages) failures.push(...(await tryPackage(runtime, name, key)));
  return { runtime, failures, milliseconds: performance.now() - started };
}

/** Judges the runtimes, `atOnce` of them at a time; verdicts come in the order of the runtimes. */
export async function* judge(
  runtimes: readonly Runtime[],
  key: string,
  atOnce: number,
  status: (text: string) => void,
): AsyncGenerator<Verdict, void, undefined> {
  const verdicts: Promise<Verdict>[] = [];
  for (const [index, runtime] of runtimes.entries()) {
    const place = verdicts[index - atOnce] ?? Promise.resolve();
    verdicts.push(
      place.then(() => {
        status(`${runtime.name} …`);
        return judgeOne(runtime, key);
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
  const head = `${bad.size > 0 ? styleText("red", "FAIL") : styleText("green", "ok  ")} ${runtime.name.padEnd(46)} ${seconds}  ${packages.join("  ")}`;
  const details = failures.map(({ name, headline, details: text }) => {
    const lines = text.trim().split("\n");
    const shown = lines.length > 14 ? ["…", ...lines.slice(-14)] : lines;
    return [`       ${name}: ${headline}`, ...shown.map((one) => `       | ${one}`)].join("\n");
  });
  return [head, ...details].join("\n");
}
