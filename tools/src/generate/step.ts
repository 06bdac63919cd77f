/** A step of `pnpm generate` is a program that turbo runs: how it reports problems, and how they are found in turbo's output. */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../shared/repository.ts";
import { SpecError } from "../specs/spec-error.ts";
import { GeneratorError } from "./generator-error.ts";

/** Marks the lines that are meant for users among all that turbo prints. */
const mark = "error: ";

/** Where a step reads and writes: `--specs DIR` and `--output DIR`. */
interface Folders {
  specs: string;
  output: string;
}

/**
 * Runs a step. By default it writes into a folder of its name. Of a SpecError or a GeneratorError only the message is printed; any
 * other error is a bug of ours and shows its stack.
 */
export async function step(name: string, work: (folders: Folders) => Promise<void>): Promise<void> {
  const { values } = parseArgs({
    options: {
      specs: { type: "string", default: join(root, "specs") },
      output: { type: "string", default: join(root, "tools/.generated", name) },
    },
  });
  try {
    await work(values);
  } catch (error) {
    if (!(error instanceof SpecError || error instanceof GeneratorError)) throw error;
    console.error(error.message.replaceAll(/^/gm, mark));
    process.exitCode = 1;
  }
}

/** The problems that the steps reported, each once: two steps may read the same file. */
export function problemsIn(output: string): string[] {
  const lines = output.split("\n").filter((line) => line.startsWith(mark));
  return [...new Set(lines.map((line) => line.slice(mark.length)))];
}
