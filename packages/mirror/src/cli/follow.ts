import { isUtf8 } from "node:buffer";
import { readFile } from "node:fs/promises";
import { Command, Option } from "commander";
import { printable } from "#kit/printable";
import type { Screen } from "#kit/screen";
import { type FollowedCase, follow, followed, unfollow } from "../cases/follow.ts";
import { type CaseKey, caseText } from "../cases/mark.ts";
import { MirrorError } from "../mirror-error.ts";
import { hearingTime, moment } from "../show/describe.ts";
import { targetName } from "../store/target-name.ts";
import { schemaOption, type TargetFlags, timeZoneOption } from "./options.ts";
import { type Run, table, wrap } from "./screen.ts";

interface FollowFlags extends TargetFlags {
  note?: string;
  timeZone?: string;
  remove?: boolean;
  file?: string;
  json?: boolean;
}

const fileOption = [
  "--file <file>",
  "more cases: one in a line; empty lines and those that begin with # do not count",
] as const;

/** `follow TARGET [MARK@COURT …]` */
export const followCommand = (run: Run): Command =>
  new Command("follow")
    .description("Follows court cases, which the next sync copies. Without cases, lists those that are followed.")
    .argument("<target>", "a file of SQLite, or the URL of a PostgreSQL database")
    .argument("[cases...]", "MARK@COURT, such as Ovr-1283/2015@7; the court is a number or a part of its name")
    .addOption(
      new Option(
        "--note <text>",
        "a line about these cases, also if they are followed already: shown wherever they are, and left out by changes --post; empty text removes it",
      ).conflicts("remove"),
    )
    .option("--remove", "do not follow these any more; their history stays")
    .option(...fileOption)
    .addOption(timeZoneOption())
    .addOption(schemaOption())
    .option("--json", "print the result as JSON")
    .addHelpText(
      "after",
      "\nExit code: 0 done, 1 the target cannot be read or written now, 2 refused; nothing was changed.\n",
    )
    .action(
      async (target: string, given: string[], { remove, file, json, note, timeZone, ...options }: FollowFlags) => {
        const cases = [...given, ...(await casesIn(file))];
        const { out } = run;
        if (remove) return await removeCases(run, target, cases, { json, ...options });
        if (cases.length === 0 && file === undefined) {
          if (note !== undefined) throw new MirrorError("usage", "Name the cases that the note is about: MARK@COURT.");
          const all = await followed(target, { ...options, timeZone });
          return out.print(json ? JSON.stringify(all) : followedText(all, timeZone, out));
        }
        const result = await follow(target, cases, { ...options, note });
        const { added, already } = result;
        const parts = [
          added.length > 0 && `follows ${counted(added)} more${tail(added)}. The next sync copies what is new.`,
          already.length > 0 &&
            `has followed ${listed(already)} before${note === undefined ? "" : note.trim() ? ", with this note now" : ", without a note now"}.`,
        ];
        out.print(
          json ? JSON.stringify(result) : wrap(out, `${targetName(target)} ${parts.filter(Boolean).join(" It ")}`, ""),
        );
      },
    );

/** `unfollow TARGET MARK@COURT …` */
export const unfollowCommand = (run: Run): Command =>
  new Command("unfollow")
    .description("Stops following court cases. Their history stays, unless it is to be forgotten.")
    .argument("<target>", "a file of SQLite, or the URL of a PostgreSQL database")
    .argument("[cases...]", "MARK@COURT; MARK is enough if one case alone has it")
    .option("--forget", "remove the cases and their history from all generations")
    .option(...fileOption)
    .addOption(schemaOption())
    .option("--json", "print the result as JSON")
    .addHelpText(
      "after",
      "\nWhat exports, backups and logs of a database server hold of a case is to be removed there.\nExit code: 0 done, 1 the target cannot be read or written now, 2 refused; nothing was changed.\n",
    )
    .action(async (target: string, given: string[], { file, ...options }: FollowFlags & { forget?: boolean }) =>
      removeCases(run, target, [...given, ...(await casesIn(file))], options),
    );

async function removeCases(
  { out }: Run,
  target: string,
  cases: readonly string[],
  { json, ...options }: TargetFlags & { forget?: boolean | undefined; json?: boolean | undefined },
): Promise<void> {
  if (cases.length === 0 && !options.forget)
    throw new MirrorError("usage", "Name at least one case: MARK@COURT, such as Ovr-1283/2015@7.");
  const result = await unfollow(target, cases, options);
  const { removed, rows, isOpenElsewhere } = result;
  const forgotten = options.forget
    ? `has forgotten ${counted(removed)}${tail(removed)}, and ${rows.toLocaleString("en")} rows of all generations. Exports and backups that were made before still hold them.${isOpenElsewhere ? " Another program has the file open, so that bytes of them may still be in it: run unfollow TARGET --forget again, without cases, once it has closed it." : ""}`
    : `does not follow ${counted(removed)} any more${tail(removed)}. With the next copy, the rows are gone; the history stays.`;
  out.print(json ? JSON.stringify(result) : wrap(out, `${targetName(target)} ${forgotten}`, ""));
}

/** The cases in a file. */
async function casesIn(file: string | undefined): Promise<string[]> {
  if (file === undefined) return [];
  const bytes = await readFile(file).catch((cause) => {
    throw new MirrorError("usage", `The file ${file} cannot be read (${cause.code}).`, { cause });
  });
  const text = isUtf8(bytes) ? bytes.toString() : "\0";
  if (text.includes("\0"))
    throw new MirrorError(
      "usage",
      `The file ${file} is not in UTF-8. Convert it: a letter of a mark could be another.`,
    );
  return text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
}

const counted = ({ length }: readonly unknown[]): string =>
  `${length.toLocaleString("en")} case${length === 1 ? "" : "s"}`;

const listed = (cases: readonly CaseKey[]): string =>
  `${cases.slice(0, 10).map(caseText).join(", ")}${cases.length > 10 ? ` and ${cases.length - 10} more` : ""}`;

const tail = (cases: readonly CaseKey[]): string => (cases.length > 0 ? `: ${listed(cases)}` : "");

function followedText(all: readonly FollowedCase[], timeZone: string | undefined, screen: Screen): string {
  if (all.length === 0)
    return wrap(screen, "No case is followed. Follow one: court-register-mirror follow TARGET MARK@COURT", "");
  const rows = all.map((one) =>
    [
      one.mark,
      `${one.court}${one.courtName === null ? "" : ` ${one.courtName}`}`,
      moment(one.lastChange),
      hearingTime(one.nextHearing, timeZone),
      one.note ?? "",
      one.problem ??
        (one.missing === null
          ? one.asked === null
            ? "not copied yet"
            : ""
          : `no such case at this court since ${one.missing.slice(0, 10)}`),
    ].map(printable),
  );
  return table(screen, ["mark", "court", "last change", "next hearing", "note", "state"], rows);
}
