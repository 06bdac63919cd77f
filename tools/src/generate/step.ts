/** A step of `pnpm generate` is a program that turbo runs. Here is how it says what is wrong, and how that is found again. */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../repository.ts";
import { SpecError } from "../spec-error.ts";
import { GeneratorError } from "./rest/java.ts";

/** What each line begins with that is for people; around it there is much that turbo says. */
const mark = "error: ";

/** Where a step reads and writes: `--specs DIR` and `--output DIR`. */
interface Folders {
  specs: string;
  output: string;
}

/**
 * Runs a step, which writes into a folder of its name unless it is told another. A SpecError or a GeneratorError is told in
 * its own words; any other error is a bug of ours and shows its stack.
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

/** What steps have said is wrong, each once: two of them may read the same file. */
export function problemsIn(output: string): string[] {
  const lines = output.split("\n").filter((line) => line.startsWith(mark));
  return [...new Set(lines.map((line) => line.slice(mark.length)))];
}
