import { Command } from "commander";
import type { Screen } from "#kit/screen";
import { type Status, status } from "../status/status.ts";
import type { GenerationSummary } from "../store/generations.ts";
import { interfaceNames } from "../store/snapshot.ts";
import { schemaOption, type TargetFlags } from "./options.ts";
import type { Run } from "./screen.ts";
import { table, wrap } from "./screen.ts";

/** `status TARGET` */
export const statusCommand = (run: Run): Command =>
  new Command("status")
    .description("Shows what TARGET holds: its generations, the rows of each list, and what is unfinished.")
    .argument("<target>", "a file of SQLite, or the URL of a PostgreSQL database")
    .addOption(schemaOption())
    .option("--json", "print it as JSON")
    .action(async (target: string, { json, ...options }: TargetFlags & { json?: boolean }) => {
      const found = await status(target, options);
      run.out.print(json ? JSON.stringify(found) : describe(found, run.out));
    });

const sum = (numbers: readonly number[]): string => numbers.reduce((one, other) => one + other, 0).toLocaleString("en");

/** Which state of the service a generation is. */
const stateText = ({ of, state, proof }: GenerationSummary): string =>
  state === undefined
    ? `from a service that names no states (${proof})`
    : of === "cases"
      ? `as of ${state}`
      : `all from the state ${state}`;

function describe({ generations, next, unfinished, holder }: Status, screen: Screen): string {
  const parts: string[] = [];
  const say = (text: string): void => void parts.push(wrap(screen, text, ""));
  if (generations.length === 0) parts.push("There is no complete copy yet.");
  else {
    const rows = generations.map((one) => [
      String(one.generation),
      one.completed.slice(0, 16).replace("T", " "),
      sum(one.lists.map((list) => list.rows)),
      sum(one.lists.map((list) => list.new)),
      sum(one.lists.map((list) => list.gone)),
    ]);
    parts.push(table(screen, ["generation", "completed (UTC)", "rows", "new", "gone"], rows));
    for (const [kind, name] of Object.entries(interfaceNames)) {
      const last = generations.findLast(({ of }) => of === kind);
      if (last) say(`Generation ${last.generation}, the newest of ${name}, is ${stateText(last)}.`);
    }
    const newest = new Map(
      generations.flatMap((one) => one.lists.map((list) => [list.list, { ...list, in: one.generation }])),
    );
    const lists = [...newest.values()].map((list) => [
      list.list,
      list.rows.toLocaleString("en"),
      String(list.in),
      list.misfits === 0 ? "" : list.misfits.toLocaleString("en"),
    ]);
    const misfit = lists.some((cells) => cells.at(-1) !== "");
    const header = ["list", "rows", "generation", ...(misfit ? ["outside their type"] : [])];
    parts.push(
      table(
        screen,
        header,
        lists.map((cells) => cells.slice(0, header.length)),
      ),
    );
  }
  for (const [of, { made, expected }] of Object.entries(next))
    say(
      `The newest state of ${of === "cases" ? "the court cases" : "the register"} was made at ${made}. By the shortest time between two states so far, the next copy is worth trying at ${expected}.`,
    );
  if (unfinished) {
    const done = unfinished.lists.filter((list) => list.done).length;
    say(
      `Generation ${unfinished.generation} is unfinished since ${unfinished.started}: ${done} of ${unfinished.lists.length} lists are copied, ${sum(unfinished.lists.map((list) => list.rows))} rows in all. ${unfinished.state === undefined ? "The service names no states, so sync begins it anew" : "Run sync again to go on"}.`,
    );
  }
  if (holder)
    say(
      `Process ${holder.process} on ${holder.host} holds it since ${holder.since}; it was last seen at ${holder.lastSeen}.`,
    );
  return parts.join("\n\n");
}
