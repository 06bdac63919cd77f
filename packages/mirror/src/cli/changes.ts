import { formatMbs } from "@court-register/fetch/identifiers";
import { Command } from "commander";
import type { Change, ChangesSummary } from "../changes/change.ts";
import { changes } from "../changes/changes.ts";
import type { Screen } from "../generated/output.ts";
import { describe, plain } from "../show/describe.ts";
import { type WireValue, writeWire } from "../wire/wire.ts";
import { collect, schemaOption, wholeNumber } from "./options.ts";
import type { Run } from "./screen.ts";
import { Lines, wrap } from "./screen.ts";

interface ChangesFlags {
  since?: string;
  list?: string[];
  mbs?: number;
  schema?: string;
  json?: boolean;
  exitCode?: boolean;
}

/** `changes TARGET` */
export const changesCommand = (run: Run): Command =>
  new Command("changes")
    .description("Shows what came, went and changed, field by field.")
    .argument("<target>", "a file of SQLite, or the URL of a PostgreSQL database")
    .option(
      "--since <generation|day>",
      "compare with this generation, or with the last copy before this day (2026-01-31) or time; 0 shows everything as new (default: the generation before the newest)",
    )
    .option("--list <name>", "only this list, such as subjekt (repeatable; default: all)", collect)
    .option("--mbs <number>", "only rows about this subject", wholeNumber(1))
    .addOption(schemaOption())
    .option("--json", "print each change as JSON in a line of its own")
    .option("--exit-code", "end with 3 if there is any change")
    .addHelpText(
      "after",
      "\nExit code: 0 done, 1 the copy cannot be read now, 2 wrong use; with --exit-code, 3 if there is any change.\n",
    )
    .action(async (target: string, { list, json, exitCode, ...options }: ChangesFlags) => {
      const lines = new Lines(run.out);
      // Via unknown: an interface has no index signature, although all that it holds is JSON.
      const text = (change: Change): string =>
        json ? writeWire(change as unknown as WireValue) : changeText(change, run.out);
      const summary = await changes(target, {
        ...options,
        lists: list,
        onChange: async (change) => {
          if (exitCode) run.exitCode = 3;
          await lines.print(text(change));
        },
      });
      if (!json) await lines.print(summaryText(summary, run.out));
      await lines.flush();
    });

/** A change, with its fields in lines of their own if some of them have changed. */
function changeText(change: Change, screen: Screen): string {
  const { list, row } = change;
  const mbs = typeof row.mbs === "number" ? ` MBS ${row.mbs < 1e9 && row.mbs >= 0 ? formatMbs(row.mbs) : row.mbs}` : "";
  const hidden = mbs ? ["mbs"] : [];
  const head = `${list}${mbs}`;
  if (change.change !== "changed") {
    const mark = change.change === "new" ? screen.green("+ new    ") : screen.red("- gone   ");
    return `${mark} ${head}\n${wrap(screen, describe(list, { row, meanings: {} }, hidden), "      ", "    ")}`;
  }
  const ordinals = change.key.filter((field) => field !== "mbs").map((field) => ` ${field} ${plain(row[field])}`);
  const fields = change.fields.map(({ field, old, new: now }) =>
    wrap(screen, `${field}: ${shown(old)} → ${shown(now)}`, "      ", "    "),
  );
  return [`${screen.yellow("~ changed")} ${head}${ordinals.join("")}`, ...fields].join("\n");
}

const shown = (value: WireValue): string => (value === null ? "(none)" : value === "" ? '""' : plain(value));

function summaryText({ from, to, lists }: ChangesSummary, screen: Screen): string {
  const mark = ({ generation, completed }: ChangesSummary["from"]): string =>
    `generation ${generation}${completed === null ? "" : ` (${completed})`}`;
  const span = from.generation === 0 ? `In ${mark(to)}, with nothing before it` : `From ${mark(from)} to ${mark(to)}`;
  if (lists.length === 0) return wrap(screen, `${span}: no changes.`, "");
  const counts = lists.map((one) => {
    const parts = (["new", "gone", "changed"] as const).filter((kind) => one[kind] > 0);
    return `  ${one.list}: ${parts.map((kind) => `${one[kind].toLocaleString("en")} ${kind}`).join(", ")}`;
  });
  return `${wrap(screen, `${span}:`, "")}\n${counts.join("\n")}`;
}
