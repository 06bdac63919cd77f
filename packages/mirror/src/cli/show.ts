import { Command } from "commander";
import { printable } from "#kit/printable";
import type { Screen } from "#kit/screen";
import { courtTimeZone } from "../cases/court-time.ts";
import { UnknownCase } from "../cases/find.ts";
import { caseText, isCaseText } from "../cases/mark.ts";
import { type ShownCase, showCase } from "../cases/show-case.ts";
import { mostSubjects, newest } from "../show/bounded.ts";
import type { CaseListName, FieldOf, ListName, WireRow } from "../show/contract-names.ts";
import { caseFields, caseHidden, caseStanding, describe, standingParts, titleFields } from "../show/describe.ts";
import { type Shown, type ShownList, type ShownSubject, show } from "../show/show.ts";
import { targetName } from "../store/target-name.ts";
import { writeJson } from "../wire/wire.ts";
import { schemaOption, timeZoneOption, wholeNumber } from "./options.ts";
import type { Run } from "./screen.ts";
import { wrap } from "./screen.ts";

interface ShowFlags {
  timeZone?: string;
  at?: number;
  schema?: string;
  json?: boolean;
}

/** The lists that describe a subject best, in the order to show them; the others follow. */
const order: readonly string[] = [
  "skracena_tvrtka",
  "prijevod_skracena_tvrtka",
  "subjekt",
  "sjediste",
  "pravni_oblik",
  "temeljni_kapital",
] satisfies ListName[];

const colours = { registered: "green", insolvency: "yellow", deleted: "red", unknown: "dim" } as const;

/** `show TARGET NUMBER` */
export const showCommand = (run: Run): Command =>
  new Command("show")
    .description("Shows all that the register says of a subject, or all of a court case.")
    .argument("<target>", "a file of SQLite, or the URL of a PostgreSQL database")
    .argument("<number>", "OIB or MBS, with or without leading zeros; or MARK@COURT of a case, such as Ovr-1283/2015@7")
    .option("--at <generation>", "how it was in this generation (default: the newest)", wholeNumber(1))
    .addOption(timeZoneOption())
    .addOption(schemaOption())
    .option("--json", "print the result as JSON")
    .addHelpText("after", "\nExit code: 0 found, 1 the copy cannot be read now, 2 wrong use, 3 not found.\n")
    .action(async (target: string, number: string, flags: ShowFlags) => {
      const { json, timeZone: _, ...options } = flags;
      if (number.includes("@") || isCaseText(number)) return await printCase(run, target, number, flags);
      const shown = await show(target, number, options);
      if (shown.subjects.length === 0) run.exitCode = 3;
      if (json) {
        run.out.print(writeJson(shown));
        return;
      }
      const note = noteOn(shown, target);
      if (note) run.err.print(note);
      const texts = shown.subjects.slice(0, mostSubjects).map((subject) => subjectText(subject, run.out));
      if (shown.subjects.length > texts.length)
        texts.push(
          `These are ${texts.length} of ${shown.subjects.length.toLocaleString("en")} subjects. With --json, all are printed.`,
        );
      if (texts.length > 0) run.out.print([...texts, foot(shown, run.out)].join("\n\n"));
    });

/** `show TARGET MARK@COURT` */
async function printCase(run: Run, target: string, text: string, flags: ShowFlags): Promise<void> {
  const { json, timeZone = courtTimeZone, ...options } = flags;
  try {
    const shown = await showCase(target, text, options);
    run.out.print(json ? writeJson(shown) : caseScreen(shown, timeZone, run.out));
  } catch (error) {
    if (!(error instanceof UnknownCase)) throw error;
    run.exitCode = 3;
    run.err.print(error.message);
  }
}

/** Lists of a case, in the order to show them. */
const caseOrder: readonly string[] = [
  "predmet",
  "vjecnici",
  "stranke",
  "pismena",
  "rocista",
  "stariPredmet",
  "povezaniPredmeti",
] satisfies CaseListName[];

function caseScreen(shown: ShownCase, timeZone: string, screen: Screen): string {
  const { mark, court, courtName, followed, generation, completed } = shown;
  const rank = ({ list }: ShownList): number => caseOrder.indexOf(list) + 1 || caseOrder.length + 1;
  const lists = shown.lists.toSorted((one, other) => rank(one) - rank(other));
  const standing = caseStanding(shown);
  const note = followed?.note;
  const clock = lists.some(({ list }) => list === "rocista") ? ` Times of hearings are those of ${timeZone}.` : "";
  return [
    screen.bold(
      wrap(screen, printable(`${caseText({ mark, court })}${courtName === null ? "" : ` ${courtName}`}`), ""),
    ),
    wrap(screen, printable(standing.text), "")
      .split("\n")
      .map(screen[standing.isFine ? "green" : "yellow"])
      .join("\n"),
    ...(note ? [wrap(screen, printable(`Note: ${note}`), "")] : []),
    "",
    ...(lists.length > 0 ? [...lists.map((list) => caseListText(list, timeZone, screen)), ""] : []),
    screen.dim(wrap(screen, `Generation ${generation}, copied ${completed}.${clock}`, "")),
  ].join("\n");
}

/** The rows of a list: of the case itself, a field a line. */
const caseListText = (list: ShownList, timeZone: string, screen: Screen): string =>
  [
    heading(list, screen),
    ...newestOf(list.rows, screen, (row) =>
      list.list === "predmet"
        ? caseFields(row).map((text) => wrap(screen, text, "    ", "  "))
        : [wrap(screen, describe(list.list, row, caseHidden, timeZone), "    ", "  ")],
    ),
  ].join("\n");

/** The lines of the newest of many, and before them how many others there are. */
function newestOf<T>(all: readonly T[], screen: Screen, linesOf: (one: T) => readonly string[]): string[] {
  const { shown, earlier } = newest(all);
  const others = earlier > 0 ? [screen.dim(wrap(screen, othersText(shown.length, all.length), "    ", "  "))] : [];
  return [...others, ...shown.flatMap(linesOf)];
}

const othersText = (shown: number, all: number): string =>
  `These are the last ${shown} of ${all.toLocaleString("en")}. With --json, all are printed.`;

/** What has to be said of the number that was asked for. */
function noteOn({ number, kind, isValid, subjects, generation }: Shown, target: string): string | undefined {
  const wrong = isValid ? [] : [`${number} is no valid OIB: its check digit is wrong. A digit may be mistyped.`];
  const missing =
    subjects.length > 0
      ? []
      : [`No subject in generation ${generation} of ${targetName(target)} has the ${kind.toUpperCase()} ${number}.`];
  const several = subjects.length > 1 ? [`${subjects.length} subjects have the ${kind.toUpperCase()} ${number}.`] : [];
  return [...wrong, ...missing, ...several].join(" ") || undefined;
}

function subjectText(subject: ShownSubject, screen: Screen): string {
  const { mbs, oib, oibIsValid, name, lists } = subject;
  const numbers = [
    `MBS ${mbs}`,
    oib === null ? "no OIB" : `OIB ${oib}${oibIsValid ? "" : " (wrong check digit)"}`,
    ...standingParts(subject).map(({ kind, text }) => screen[colours[kind]](text)),
  ];
  const rank = ({ list }: ShownList): number => order.indexOf(list) + 1 || order.length + 1;
  const sorted = lists.filter((list) => !isTold(list, subject)).sort((one, other) => rank(one) - rank(other));
  const own = sorted.filter((list) => !isOfBranches(list));
  return [
    screen.bold(wrap(screen, printable(name ?? "(no name)"), "")),
    wrap(screen, numbers.join(" ".repeat(3)), ""),
    "",
    ...own.map((list) => listText(list, screen)),
    ...branchTexts(sorted.filter(isOfBranches), screen),
  ].join("\n");
}

/** Whether the title has told all of a list: the one name. */
const isTold = ({ list, rows }: ShownList, { name }: ShownSubject): boolean =>
  list === "skracena_tvrtka" &&
  rows.length === 1 &&
  rows.every(({ row }: { row: WireRow<"skracena_tvrtka"> }) => Object.keys(row).length === 2 && row.ime === name);

const heading = ({ list, about }: Pick<ShownList, "list" | "about">, screen: Screen): string =>
  about ? `${about.replace(/\.$/, "")} ${screen.dim(list)}` : list;

function listText(list: ShownList, screen: Screen): string {
  const hidden = titleFields(list.list);
  const rows = newestOf(list.rows, screen, (row) => [wrap(screen, describe(list.list, row, hidden), "    ", "  ")]);
  return [heading(list, screen), ...rows].join("\n");
}

/** The number of a branch office, in the lists that are about it. */
const branchField: FieldOf<"naziv_podruznice"> = "podruznica_rbr";

const isOfBranches = ({ rows }: ShownList): boolean => rows.every(({ row }) => row[branchField] != null);

/** Everything about a branch office in one place, whichever list it is from. */
function branchTexts(lists: readonly ShownList[], screen: Screen): string[] {
  const numbers = new Set(lists.flatMap(({ rows }) => rows.map(({ row }) => Number(row[branchField]))));
  const rank = ({ list }: ShownList): number =>
    list === "naziv_podruznice" ? 0 : list === "sjediste_podruznice" ? 1 : 2;
  const sorted = [...lists].sort((one, other) => rank(one) - rank(other));
  const byNumber = [...numbers].sort((one, other) => one - other);
  return newestOf(byNumber, screen, (number) => {
    const rows = sorted.flatMap(({ list, rows }) =>
      rows.filter(({ row }) => Number(row[branchField]) === number).map((row) => ({ list, row })),
    );
    const lines = newestOf(rows, screen, ({ list, row }) => [
      wrap(screen, describe(list, row, ["mbs", branchField]), "    ", "  "),
    ]);
    return [[`Branch office ${number} ${screen.dim(sorted.map(({ list }) => list).join(", "))}`, ...lines].join("\n")];
  });
}

function foot({ generation, completed, missing }: Shown, screen: Screen): string {
  const without = missing.length > 0 ? ` This copy does not have ${missing.join(", ")}.` : "";
  return screen.dim(wrap(screen, `Generation ${generation}, copied ${completed}.${without}`, ""));
}
