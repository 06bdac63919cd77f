import { MultiBar, type SingleBar } from "cli-progress";
import type { Estimate, SyncEvent, SyncResult } from "../sync/events.ts";

/** How often a line is printed where there is no terminal, in milliseconds. */
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

/** Shows how a copy goes on: a bar per list on a terminal, lines elsewhere. */
export class SyncReporter {
  readonly #output: NodeJS.WriteStream;
  readonly #bars: MultiBar | undefined;
  readonly #barOf = new Map<string, SingleBar>();
  readonly #misfits = new Set<string>();
  #printed = 0;

  constructor(output: NodeJS.WriteStream) {
    this.#output = output;
    this.#bars = output.isTTY
      ? new MultiBar({
          stream: output,
          format: "{list} {bar} {value}{of}",
          barCompleteChar: "█",
          barIncompleteChar: "░",
          barsize: 24,
          hideCursor: true,
          emptyOnZero: true,
          linewrap: false,
          formatValue: (value, _, type) => (type === "value" ? count(value).padStart(9) : String(value)),
        })
      : undefined;
  }

  readonly report = (event: SyncEvent): void => {
    if (event.type === "start") this.#line(startText(event));
    if (event.type === "estimate") this.#line(estimateText(event.estimate));
    if (event.type === "page") this.#page(event.list, event.rows, event.total);
    if (event.type === "list") this.#list(event.list, event.rows);
    if (event.type === "misfit") this.#misfit(event.list, event.field);
    if (event.type === "checking") this.#slowly(`Reading the first and last page of ${event.list} again.`);
    if (event.type === "restart" || event.type === "publishing") this.#bars?.stop();
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
    this.#bars?.stop();
  }

  #page(list: string, rows: number, total: number | undefined): void {
    const of = total === undefined ? "" : ` of ${count(total)}`;
    if (!this.#bars) {
      this.#slowly(`${list}: ${count(rows)}${of} rows`);
      return;
    }
    const bar = this.#barOf.get(list) ?? this.#bars.create(total ?? rows, 0, { list: list.padEnd(30), of });
    this.#barOf.set(list, bar);
    // Without a total, the bar is half full until the list has ended.
    bar.setTotal(total ?? Math.max(rows * 2, 1));
    bar.update(rows, { of });
  }

  #list(list: string, rows: number): void {
    const bar = this.#barOf.get(list);
    bar?.setTotal(Math.max(rows, 1));
    bar?.update(rows, { of: "" });
    if (!this.#bars) this.#line(`${list}: ${count(rows)} rows`);
  }

  #misfit(list: string, field: string): void {
    const name = `${list}.${field}`;
    if (this.#misfits.has(name)) return;
    this.#misfits.add(name);
    this.#line(`${name} has values outside its type: they are kept as they were sent, in the column extra.`);
  }

  #slowly(text: string): void {
    if (this.#bars || Date.now() - this.#printed < interval) return;
    this.#line(text);
  }

  #line(text: string): void {
    this.#printed = Date.now();
    if (this.#bars?.isActive) this.#bars.log(`${text}\n`);
    else this.#output.write(`${text}\n`);
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
  return `This takes ${least}${count(requests)} requests${because}${time}.`;
}
