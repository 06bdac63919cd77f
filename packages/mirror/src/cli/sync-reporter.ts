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
    if (event.type === "misfit") this.#misfit(event.list, event.field);
    if (event.type === "empty")
      this.#line(`${event.list} has no rows: asked twice, the service sent ${event.sign} in place of an empty list.`);
    if (event.type === "checking") this.#slowly(`Reading the first and last page of ${event.list} again.`);
    if (event.type === "restart" || event.type === "publishing") this.end();
    if (event.type === "restart") this.#line(`Starting over: ${event.reason}.`);
    if (event.type === "publishing") this.#line("Publishing.");
  };

  /** What a run has done, in a few lines. */
  summary(target: string, { generation, state, proof, upToDate, requests, changes }: SyncResult): string {
    const asked = `${count(requests)} request${requests === 1 ? "" : "s"}`;
    if (upToDate) return `${target} already has the state ${state}, as generation ${generation}, after ${asked}.`;
    const total = (of: (change: SyncResult["changes"][number]) => number): string =>
      count(changes.reduce((sum, change) => sum + of(change), 0));
    const proven =
      proof === "state"
        ? `all from the state ${state}`
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

const startText = ({ resumed, generation, lists, state }: Extract<SyncEvent, { type: "start" }>): string =>
  `${resumed ? "Going on with" : "Making"} generation ${generation} of ${lists.length} list${lists.length === 1 ? "" : "s"}, ${state ? `all from the state ${state}` : "from a service that names no states"}.`;

function estimateText({ requests, milliseconds, unknown }: Estimate): string {
  const least = unknown.length > 0 ? "at least " : "about ";
  const time = milliseconds === undefined ? "" : `, which take ${least}${duration(milliseconds)} at this rate`;
  const because =
    unknown.length > 0
      ? ` (${unknown.length} list${unknown.length === 1 ? "" : "s"} without a promised total ${unknown.length === 1 ? "is" : "are"} counted as one page each)`
      : "";
  return `This takes ${least}${count(requests)} request${requests === 1 ? "" : "s"}${because}${time}.`;
}
