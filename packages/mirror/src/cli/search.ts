import { Command } from "commander";
import { type FoundSubject, type SearchResult, search } from "../search/search.ts";
import { plain } from "../show/describe.ts";
import { wholeNumber } from "./numbers.ts";
import type { Outcome } from "./outcome.ts";
import { printable } from "./printable.ts";
import { type Style, styleOf } from "./screen.ts";
import { schemaOption, type TargetFlags } from "./target.ts";

interface SearchFlags extends TargetFlags {
  limit?: number;
  json?: boolean;
}

/** `search TARGET TEXT` */
export const searchCommand = (outcome: Outcome): Command =>
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
      if (result.found.length === 0) outcome.exitCode = 3;
      if (json) console.log(JSON.stringify(result));
      else if (result.found.length === 0) console.error(`No name in generation ${result.generation} has this in it.`);
      else console.log(resultText(result, styleOf(process.stdout)));
    });

function resultText({ found, more }: SearchResult, style: Style): string {
  const lines = found.map((subject) => subjectText(subject, style));
  if (more) lines.push(style.dim(`There are more: narrow the text, or show more with --limit.`));
  return lines.join("\n");
}

/** The mark, the numbers, and the names: the short one, and the one that was found if it is another. */
function subjectText({ mbs, oib, name, list, shortName, deleted }: FoundSubject, style: Style): string {
  const mark = deleted === null ? style.green("●") : style.red("○");
  const other = list === "skracena_tvrtka" ? "" : ` · ${list}: ${name}`;
  const gone = deleted === null ? "" : ` · deleted ${plain(deleted)}`;
  const indent = " ".repeat(26);
  const names = style
    .wrap(`${shortName ?? name}${shortName === null ? "" : other}${gone}`, indent)
    .slice(indent.length);
  return `${mark} ${printable(mbs.padEnd(9))}  ${printable((oib ?? "").padEnd(11))}  ${names}`;
}
