import { Command } from "commander";
import type { Screen } from "../generated/output.ts";
import { type FoundSubject, type SearchResult, search } from "../search/search.ts";
import { plain } from "../show/describe.ts";
import { schemaOption, type TargetFlags, wholeNumber } from "./options.ts";
import type { Run } from "./screen.ts";
import { wrap } from "./screen.ts";

interface SearchFlags extends TargetFlags {
  limit?: number;
  json?: boolean;
}

/** `search TARGET TEXT` */
export const searchCommand = (run: Run): Command =>
  new Command("search")
    .description("Finds subjects by a part of their name, the best first. A dot marks those that are not deleted.")
    .argument("<target>", "a file of SQLite, or the URL of a PostgreSQL database")
    .argument("<text>", "a part of a name, or some of its words; case, accents and punctuation do not matter")
    .option("--limit <count>", "how many to show (default: 20)", wholeNumber(1))
    .addOption(schemaOption())
    .option("--json", "print the result as JSON")
    .addHelpText(
      "after",
      `
A subject counts as deleted if it has a datum_brisanja.

Exit code: 0 found, 1 the copy cannot be read now, 2 wrong use, 3 nothing found.
`,
    )
    .action(async (target: string, text: string, { json, ...options }: SearchFlags) => {
      const result = await search(target, text, options);
      if (result.found.length === 0) run.exitCode = 3;
      if (json) run.out.print(JSON.stringify(result));
      else if (result.found.length === 0) run.err.print(`No name in generation ${result.generation} has this in it.`);
      else run.out.print(resultText(result, run.out));
    });

function resultText({ found, more }: SearchResult, screen: Screen): string {
  const lines = found.map((subject) => subjectText(subject, screen));
  if (more) lines.push(screen.dim(`There are more: narrow the text, or show more with --limit.`));
  return lines.join("\n");
}

/** The mark, the numbers, and the names: the short one, and the one that was found if it is another. */
function subjectText({ mbs, oib, name, list, shortName, deleted }: FoundSubject, screen: Screen): string {
  const mark = deleted === null ? screen.green("●") : screen.red("○");
  const other = list === "skracena_tvrtka" ? "" : ` · ${list}: ${name}`;
  const gone = deleted === null ? "" : ` · deleted ${plain(deleted)}`;
  const names = `${shortName ?? name}${shortName === null ? "" : other}${gone}`;
  const numbers = `${mark} ${mbs.padEnd(9)}  ${(oib ?? "").padEnd(11)}`;
  // Beside the numbers if the screen is wide enough, else below them.
  const indent = " ".repeat(26);
  if (screen.width < 60) return `${numbers.trimEnd()}\n${wrap(screen, names, "  ")}`;
  return `${numbers}  ${wrap(screen, names, indent).slice(indent.length)}`;
}
