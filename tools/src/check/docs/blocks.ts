/** Decides which blocks are checked, how, and which belong together. */
import { parse as parseYaml } from "yaml";
import { serversOf } from "./assistants.ts";
import type { Block, Mistake } from "./document.ts";

/** What is done with blocks in a language. */
type Treatment = "compiled" | "run" | "read" | "shown";

const treatments: Readonly<Record<string, Treatment>> = {
  ts: "compiled",
  js: "compiled",
  sh: "run",
  console: "run",
  json: "read",
  yaml: "read",
  text: "shown",
  diff: "shown",
  http: "shown",
  xml: "shown",
  graphql: "shown",
  // The example's own check runs it.
  sql: "shown",
  html: "shown",
  md: "shown",
  // The check of the recipes runs them.
  py: "shown",
  go: "shown",
  "": "shown",
};

/** Blocks, sorted by how they are checked. */
export interface Sorted {
  /** Blocks that form one module, and those that show what it prints. */
  compiled: Block[][];
  /** Blocks that run in one folder. */
  run: Block[][];
  /** Configurations of assistants, whose programs are started. */
  assistants: Block[];
  /** Blocks that are not checked, or are compiled but not run. */
  unchecked: Block[];
  mistakes: Mistake[];
}

/** Sorts a document's blocks, and checks those that only need parsing. */
export function sortBlocks(blocks: readonly Block[]): Sorted {
  const sorted: Sorted = { compiled: [], run: [], assistants: [], unchecked: [], mistakes: [] };
  for (const block of blocks) {
    const treatment = treatments[block.language];
    const wrong = (what: string): void => void sorted.mistakes.push({ file: block.file, line: block.line, what });
    if (treatment === undefined)
      wrong(
        `\`${block.language}\` is no language that is known here: ${Object.keys(treatments).filter(Boolean).join(", ")}`,
      );
    else if (block.from !== undefined) continue;
    else if (block.notChecked !== undefined) sorted.unchecked.push(block);
    else if (block.prints) {
      if (sorted.compiled.at(-1)?.push(block) === undefined) wrong("there is no block before it that could print it");
    } else if (serversOf(block)) sorted.assistants.push(block);
    else if (treatment === "read") read(block, wrong);
    else if (treatment !== "shown") {
      const chain = block.continues ? sorted[treatment].at(-1) : [];
      if (chain === undefined) wrong("there is no block before it that it could continue");
      else if (chain.push(block) === 1) sorted[treatment].push(chain);
      if (block.notRun !== undefined) sorted.unchecked.push(block);
    }
  }
  return sorted;
}

function read({ language, text }: Block, wrong: (what: string) => void): void {
  try {
    if (language === "json") JSON.parse(text);
    else parseYaml(text);
  } catch (error) {
    wrong(`is not ${language}: ${String(error)}`);
  }
}
