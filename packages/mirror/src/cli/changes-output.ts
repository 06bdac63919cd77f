/** How the command `changes` prints: as text for people, as JSON for programs, as CSV or XLSX for spreadsheets. */

import type { Screen } from "#kit/screen";
import type { Change, ChangesSummary } from "../changes/change.ts";
import { ChangesCsv } from "../changes/csv.ts";
import { namesOwner } from "../changes/key.ts";
import { changeColumns, changeLines, type TableAbout } from "../changes/table.ts";
import { MirrorError } from "../mirror-error.ts";
import { atCourt, caseHidden, describe, plain } from "../show/describe.ts";
import { type WireValue, writeJson } from "../wire/wire.ts";
import type { SheetWriter } from "../xlsx/sheet-writer.ts";
import type { Run } from "./screen.ts";
import { Lines, wrap } from "./screen.ts";

/** Prints changes. Its methods throw `OutputEnded` if nobody takes more. */
export interface ChangesPrinter {
  print(change: Change, generation: number): Promise<void>;
  /** Prints what is left, and returns once all is written. */
  end(summary: ChangesSummary): Promise<void>;
}

export const formats = ["text", "json", "csv", "xlsx"] as const;
export type ChangesFormat = (typeof formats)[number];

/** What a printer may be told beside what it prints. */
interface PrinterOptions {
  timeZone?: string | undefined;
  about?: TableAbout;
}

export const printers: Readonly<Record<ChangesFormat, (run: Run, options?: PrinterOptions) => ChangesPrinter>> = {
  text: ({ out }, { timeZone } = {}) => {
    const lines = new Lines(out);
    return {
      print: (change) => lines.print(changeText(change, timeZone, out)),
      async end(summary) {
        await lines.print(summaryText(summary, out));
        await lines.flush();
      },
    };
  },
  json: ({ out, err }) => {
    const lines = new Lines(out);
    return {
      print: (change) => lines.print(writeJson(change)),
      async end(summary) {
        if (summary.isFirst) err.print(firstText(summary));
        await lines.flush();
      },
    };
  },
  csv: (run, { about } = {}) => {
    const csv = new ChangesCsv(about);
    let text = csv.header;
    let held: Change[] = [];
    const write = async (generation: number): Promise<void> => {
      await run.write(text + csv.write(held, generation));
      text = "";
      held = [];
    };
    return {
      async print(change, generation) {
        held.push(change);
        if (held.length === 500) await write(generation);
      },
      async end(summary) {
        await write(summary.to.generation);
        if (summary.isFirst) run.err.print(firstText(summary));
        if (csv.guarded > 0)
          run.err.print(
            `${csv.guarded.toLocaleString("en")} texts begin like a formula, with = + - or @. An apostrophe stands before them, so that no spreadsheet computes them. --format json has them as they are.`,
          );
      },
    };
  },
  xlsx: (run, { about } = {}) => {
    if (run.out.isTerminal)
      throw new MirrorError(
        "usage",
        "A workbook is not for a terminal. Send it to a file: --format xlsx > changes.xlsx",
      );
    let opened: SheetWriter | undefined;
    // What writes workbooks is loaded only for them.
    const open = async (): Promise<SheetWriter> => {
      const { SheetWriter } = await import("../xlsx/sheet-writer.ts");
      const sheet = new SheetWriter("changes", (bytes) => run.writeBytes(bytes));
      await sheet.add(changeColumns);
      return sheet;
    };
    return {
      async print(change, generation) {
        opened ??= await open();
        for (const line of changeLines(change, generation, about))
          await opened.add(line.map((value) => value ?? undefined));
      },
      async end(summary) {
        opened ??= await open();
        await opened.end();
        if (summary.isFirst) run.err.print(firstText(summary));
      },
    };
  },
};

/** A change, with its fields in lines of their own if some of them have changed. */
function changeText(change: Change, timeZone: string | undefined, screen: Screen): string {
  const { list, row, mbs, oib, naziv, sjediste, case: about, note } = change;
  // What belongs to a number is not parted from it.
  const subject = [mbs && `MBS\u00a0${mbs}`, oib && `OIB\u00a0${oib}`, naziv, sjediste, about, note]
    .filter(Boolean)
    .join(" · ");
  const head = (mark: string, ordinals = ""): string =>
    wrap(screen, [`${mark} ${list}${ordinals}`, subject].filter(Boolean).join(" · "), "          ", "");
  if (change.change !== "changed") {
    const mark = change.change === "new" ? screen.green("+ new    ") : screen.red("- gone   ");
    const text = describe(list, { row, meanings: {} }, toldOf(change), timeZone);
    // A row may have nothing but its number, which is told already.
    return text === "" ? head(mark) : `${head(mark)}\n${wrap(screen, text, "      ", "    ")}`;
  }
  const ordinals = change.key
    .filter((field) => !namesOwner(field))
    .map((field) => ` ${field}\u00a0${plain(atCourt(list, field, row[field] ?? null, timeZone))}`);
  const fields = change.fields.map(({ field, old, new: now }) =>
    wrap(
      screen,
      `${field}: ${[old, now].map((one) => shown(atCourt(list, field, one, timeZone))).join(" → ")}`,
      "      ",
      "    ",
    ),
  );
  return [head(screen.yellow("~ changed"), ordinals.join("")), ...fields].join("\n");
}

/** Fields that the name of the subject or of the case tells. */
const toldOf = ({ mbs, case: about }: Change): readonly string[] =>
  about !== null ? caseHidden : mbs !== null ? ["mbs"] : [];

const shown = (value: WireValue): string => (value === null ? "(none)" : value === "" ? '""' : plain(value));

const markText = ({ generation, completed }: ChangesSummary["from"]): string =>
  `generation ${generation}${completed === null ? "" : ` (${completed})`}`;

const firstText = ({ to }: ChangesSummary): string =>
  `There is nothing to compare with yet: ${markText(to)} is the first copy. --since 0 shows all of it as new.`;

export function summaryText(summary: ChangesSummary, screen: Screen): string {
  const { from, to, isFirst, lists } = summary;
  if (isFirst) return wrap(screen, firstText(summary), "");
  const span =
    from.generation === 0 ? `In ${markText(to)}, with nothing before it` : `From ${markText(from)} to ${markText(to)}`;
  if (lists.length === 0) return wrap(screen, `${span}: no changes.`, "");
  const counts = lists.map((one) => {
    const parts = (["new", "gone", "changed"] as const).filter((kind) => one[kind] > 0);
    return `  ${one.list}: ${parts.map((kind) => `${one[kind].toLocaleString("en")} ${kind}`).join(", ")}`;
  });
  return `${wrap(screen, `${span}:`, "")}\n${counts.join("\n")}`;
}
