import { caseText } from "../cases/mark.ts";
import { bar, printable, type Screen } from "../generated/output.ts";
import type { Estimate, SyncEvent, SyncResult } from "../sync/events.ts";

/** How often a line is printed where no line can be drawn again, in milliseconds. */
const interval = 10_000;

const count = (number: number): string => number.toLocaleString("en");

/** `1 minute 20 seconds`, `3 hours 5 minutes` */
function duration(milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1_000));
  const parts = [
    [Math.floor(seconds / 3600), "hour"],
    [Math.floor(seconds / 60) % 60, "minute"],
    [seconds % 60, "second"],
  ] as const;
  const shown = parts.filter(([number]) => number > 0).slice(0, 2);
  return shown.map(([number, unit]) => `${number} ${unit}${number === 1 ? "" : "s"}`).join(" ");
}

/** How far a list is, from the longest form to the shortest. A narrow terminal gets fewer words, never fewer digits. */
function progress(list: string, rows: number, total: number | undefined): [longest: string, ...shorter: string[]] {
  const of = total === undefined ? count(rows) : `${count(rows)} of ${count(total)}`;
  return [`${list}: ${of} rows`, `${list}: ${of}`, of, count(rows)];
}

/** Shows how a copy goes on: a line for each list, below it the one that is copied on a terminal, or now and then elsewhere. */
export class SyncReporter {
  readonly #screen: Screen;
  readonly #misfits = new Set<string>();
  #printed = 0;

  constructor(screen: Screen) {
    this.#screen = screen;
  }

  readonly report = (event: SyncEvent): void => {
    if (event.type === "start") this.#line(startText(event));
    if (event.type === "estimate") this.#line(estimateText(event.estimate));
    if (event.type === "page") this.#page(event.list, event.rows, event.total);
    if (event.type === "list") this.#list(event.list, event.rows);
    if (event.type === "cases") this.#cases(event.asked, event.total);
    if (event.type === "misfit") this.#misfit(event.list, event.field);
    if (event.type === "empty")
      this.#line(`${event.list} has no rows: asked twice, the service sent ${event.sign} in place of an empty list.`);
    if (event.type === "checking") this.#slowly(`Reading the first and last page of ${event.list} again.`);
    if (event.type === "restart" || event.type === "publishing") this.end();
    if (event.type === "restart") this.#line(`Starting over: ${event.reason}.`);
    if (event.type === "publishing") this.#line("Publishing.");
  };

  /** What a run has done, in a few lines. */
  summary(target: string, result: SyncResult): string {
    return [this.#done(target, result), ...casesText(result)].join("\n");
  }

  #done(target: string, { of, generation, state, proof, upToDate, requests, changes }: SyncResult): string {
    const asked = `${count(requests)} request${requests === 1 ? "" : "s"}`;
    const what = of === "cases" ? ["the court cases of", "as of"] : ["the state", "all from the state"];
    if (upToDate) return `${target} already has ${what[0]} ${state}, as generation ${generation}, after ${asked}.`;
    const total = (of: (change: SyncResult["changes"][number]) => number): string =>
      count(changes.reduce((sum, change) => sum + of(change), 0));
    const proven =
      proof === "state"
        ? `${what[1]} ${state}`
        : of === "cases"
          ? "from a service that does not say when it was updated: the first and last cases were the same at the end"
          : "from a service that names no states: the first and last page and the total of every list were the same at the end";
    return `${target} is complete: generation ${generation}, ${total((one) => one.rows)} rows in ${changes.length} lists (${total((one) => one.new)} new, ${total((one) => one.gone)} gone), ${proven}, after ${asked}.`;
  }

  /** Leaves the terminal as it was. */
  end(): void {
    this.#screen.status();
  }

  #page(list: string, rows: number, total: number | undefined): void {
    const forms = progress(list, rows, total);
    const drawn = total === undefined ? [] : [`${bar(rows / Math.max(total, 1))} ${forms[0]}`];
    this.#screen.status(...drawn, ...forms);
    this.#slowly(forms[0]);
  }

  #list(list: string, rows: number): void {
    this.end();
    this.#line(`${list}: ${count(rows)} rows`);
  }

  #cases(asked: number, total: number): void {
    const text = `${count(asked)} of ${count(total)} cases`;
    this.#screen.status(`${bar(asked / Math.max(total, 1))} ${text}`, text, count(asked));
    this.#slowly(text);
  }

  #misfit(list: string, field: string): void {
    const name = `${list}.${field}`;
    if (this.#misfits.has(name)) return;
    this.#misfits.add(name);
    this.#line(`${name} has values outside its type: they are kept as they were sent, in the column extra.`);
  }

  #slowly(text: string): void {
    if (!this.#screen.hasStatus && Date.now() - this.#printed >= interval) this.#line(text);
  }

  #line(text: string): void {
    this.#printed = Date.now();
    // A service may name states and reasons with ends of lines.
    this.#screen.print(printable(text));
  }
}

/** Cases that are named, at most. */
const namedCases = 10;

/** What is to be told of the cases that are followed. */
const casesText = ({ missing, problems }: SyncResult): string[] => [
  ...few(missing, (one) => `${caseText(one)}: no such case at this court since ${one.since}`),
  ...few(
    problems,
    (one) => `${caseText(one)} was not answered, and keeps the rows of before: ${one.problem.replace(/\.$/, "")}`,
  ),
  ...(problems.length > 0 ? ["Run the command again: it asks for these once more."] : []),
];

const few = <T>(all: readonly T[], text: (one: T) => string): string[] => [
  ...all.slice(0, namedCases).map((one) => printable(`${text(one)}.`)),
  ...(all.length > namedCases ? [`And ${count(all.length - namedCases)} more: the command follow lists them.`] : []),
];

function startText({ of, resumed, generation, lists, state }: Extract<SyncEvent, { type: "start" }>): string {
  const what = `${resumed ? "Going on with" : "Making"} generation ${generation} of ${lists.length} list${lists.length === 1 ? "" : "s"}`;
  if (of === "cases")
    return `${what} of court cases, ${state ? `as of ${state}` : "from a service that does not say when it was updated"}.`;
  return `${what}, ${state ? `all from the state ${state}` : "from a service that names no states"}.`;
}

function estimateText({ requests, milliseconds, unknown }: Estimate): string {
  const least = unknown.length > 0 ? "at least " : "about ";
  const time = milliseconds === undefined ? "" : `, which take ${least}${duration(milliseconds)} at this rate`;
  const because =
    unknown.length > 0
      ? ` (${unknown.length} list${unknown.length === 1 ? "" : "s"} without a promised total ${unknown.length === 1 ? "is" : "are"} counted as one page each)`
      : "";
  return `This takes ${least}${count(requests)} request${requests === 1 ? "" : "s"}${because}${time}.`;
}
