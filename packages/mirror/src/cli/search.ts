import { Command } from "commander";
import type { Screen } from "#kit/screen";
import { type FoundSubject, maxCounted, type SearchResult, search } from "../search/search.ts";
import { type StandingPart, standingParts } from "../show/describe.ts";
import { schemaOption, type TargetFlags, wholeNumber } from "./options.ts";
import type { Run } from "./screen.ts";
import { wrap } from "./screen.ts";

interface SearchFlags extends TargetFlags {
  limit?: number;
  offset?: number;
  place?: string;
  json?: boolean;
}

/** `search TARGET TEXT` */
export const searchCommand = (run: Run): Command =>
  new Command("search")
    .description(
      "Finds subjects by a part of their name, the best first. A dot marks those that are not deleted; a yellow one, insolvency.",
    )
    .argument("<target>", "a file of SQLite, or the URL of a PostgreSQL database")
    .argument("<text>", "a part of a name, or some of its words; case, accents and punctuation do not matter")
    .option("--limit <count>", "how many to show (default: 20)", wholeNumber(1))
    .option("--offset <count>", "how many of the best to leave out (default: 0)", wholeNumber(0))
    .option("--place <text>", "only subjects whose seat or county has these words")
    .addOption(schemaOption())
    .option("--json", "print the result as JSON")
    .addHelpText(
      "after",
      `
A subject counts as deleted if it has a datum_brisanja. Insolvency is a row in postupak, or another stecajna_masa or likvidacijska_masa than 0.

Exit code: 0 found, 1 the copy cannot be read now, 2 wrong use, 3 nothing found.
`,
    )
    .action(async (target: string, text: string, { json, ...options }: SearchFlags) => {
      const result = await search(target, text, options);
      if (result.found.length === 0) run.exitCode = 3;
      if (json) run.out.print(JSON.stringify(result));
      else if (result.total === 0) run.err.print(`No name in generation ${result.generation} has this in it.`);
      else if (result.found.length === 0) run.err.print(`There are ${inAll(result)} in all. Give a smaller --offset.`);
      else run.out.print(resultText(result, options.offset ?? 0, run.out));
    });

const inAll = ({ total }: SearchResult): string =>
  total === null ? `more than ${maxCounted.toLocaleString("en")}` : total.toLocaleString("en");

function resultText(result: SearchResult, offset: number, screen: Screen): string {
  const lines = result.found.map((subject) => subjectText(subject, screen));
  const end = offset + result.found.length;
  if (result.more) lines.push(screen.dim(`There are ${inAll(result)}. The next: --offset ${end}`));
  return lines.join("\n");
}

/** The mark, the numbers, and the names: the short one, and the one that was found if it is another. */
function subjectText(subject: FoundSubject, screen: Screen): string {
  const { mbs, oib, name, list, shortName } = subject;
  const parts = standingParts(subject).filter(({ kind }) => kind !== "registered");
  const has = (one: StandingPart["kind"]): boolean => parts.some(({ kind }) => kind === one);
  const mark = has("deleted")
    ? screen.red("○")
    : screen[has("insolvency") ? "yellow" : has("unknown") ? "dim" : "green"]("●");
  const other = list === "skracena_tvrtka" ? "" : ` · ${list}: ${name}`;
  const names = [`${shortName ?? name}${shortName === null ? "" : other}`, ...parts.map(({ text }) => text)].join(
    " · ",
  );
  const numbers = `${mark} ${mbs.padEnd(9)}  ${(oib ?? "").padEnd(11)}`;
  // Beside the numbers if the screen is wide enough, else below them.
  const indent = " ".repeat(26);
  if (screen.width < 60) return `${numbers.trimEnd()}\n${wrap(screen, names, "  ")}`;
  return `${numbers}  ${wrap(screen, names, indent).slice(indent.length)}`;
}
