import { printable } from "#kit/printable";
import { bar, type Screen } from "#kit/screen";
import { caseText } from "../cases/mark.ts";
import type { Estimate, SyncEvent, SyncResult } from "../sync/events.ts";
import { wrap } from "./screen.ts";
import { Rest, type TimeLeft } from "./time-left.ts";

/** How often a line is printed where no line can be drawn again, in milliseconds. */
const interval = 10_000;

const count = (number: number): string => number.toLocaleString("en");

/** The one or two greatest parts of a duration. */
function parts<Unit extends string>(milliseconds: number, [hour, minute, second]: readonly [Unit, Unit, Unit]) {
  const seconds = Math.max(1, Math.round(milliseconds / 1_000));
  const all: [number, Unit][] = [
    [Math.floor(seconds / 3600), hour],
    [Math.floor(seconds / 60) % 60, minute],
    [seconds % 60, second],
  ];
  return all.filter(([number]) => number > 0).slice(0, 2);
}

/** `1 minute 20 seconds`, `3 hours 5 minutes` */
const duration = (milliseconds: number): string =>
  parts(milliseconds, ["hour", "minute", "second"])
    .map(([number, unit]) => `${number} ${unit}${number === 1 ? "" : "s"}`)
    .join(" ");

/** `3 min`, `2 h` */
const shortDuration = (milliseconds: number): string =>
  parts(milliseconds, ["h", "min", "s"])
    .slice(0, 1)
    .map(([number, unit]) => `${number} ${unit}`)
    .join(" ");

/** What is told of a list while it comes. */
interface Progress {
  /** Its place among all lists: `list 7 of 24`. */
  place: readonly [place: number, all: number];
  list: string;
  rows: number;
  /** The total that the service has named. */
  total: number | undefined;
  /** How many rows it had in the newest generation; undefined if the total is known, or nothing is. */
  about: number | undefined;
  left: TimeLeft | undefined;
}

/** How far a copy is, from the longest form to the shortest. A narrow terminal gets fewer words, never fewer digits. */
function progress({ place, list, rows, total, about, left }: Progress): [longest: string, ...shorter: string[]] {
  const [at, all] = place;
  const of = total === undefined ? (about === undefined ? "" : ` of about ${count(about)}`) : ` of ${count(total)}`;
  const time = left === undefined ? "" : `, ${timeText(left, duration)}`;
  const short = left === undefined ? "" : `, ${timeText(left, shortDuration)}`;
  return [
    `list ${at} of ${all}, ${list}: ${count(rows)}${of} rows${time}`,
    `list ${at} of ${all}, ${list}: ${count(rows)}${of}${short}`,
    `${at}/${all} ${list}: ${count(rows)}${of}${short}`,
    `${at}/${all} ${list}: ${count(rows)}${short}`,
    `${at}/${all}: ${count(rows)}${short}`,
    count(rows),
  ];
}

/** `about 3 minutes left`; `at least` if lists are left whose rows nobody knows, and nothing but that if all are. */
function timeText({ milliseconds, isLeast }: TimeLeft, write: (milliseconds: number) => string): string {
  if (isLeast && milliseconds < 500) return "time left unknown";
  return `${isLeast ? "at least" : "about"} ${write(milliseconds)} left`;
}

/** Shows how a copy goes on: a line for each list, below it the one that is copied on a terminal, or now and then elsewhere. */
export class SyncReporter {
  readonly #screen: Screen;
  readonly #now: () => number;
  readonly #misfits = new Set<string>();
  #printed = 0;
  /** Lists of the generation that is made, and those of them that are complete. */
  #lists: readonly string[] = [];
  #complete = 0;
  #rest: Rest | undefined;
  #begun = 0;

  /** @param now - The time in milliseconds. */
  constructor(screen: Screen, now: () => number = Date.now) {
    this.#screen = screen;
    this.#now = now;
  }

  readonly report = (event: SyncEvent): void => {
    if (event.type === "upgrade") this.#line(upgradeText(event));
    if (event.type === "start") this.#start(event);
    if (event.type === "estimate") this.#estimate(event.estimate);
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
    return `${target} is complete: generation ${generation}, ${total((one) => one.rows)} rows in ${changes.length} list${changes.length === 1 ? "" : "s"} (${total((one) => one.new)} new, ${total((one) => one.gone)} gone), ${proven}, after ${asked}.`;
  }

  /** Leaves the terminal as it was. */
  end(): void {
    this.#screen.status();
  }

  #start(event: Extract<SyncEvent, { type: "start" }>): void {
    this.#lists = event.lists;
    this.#complete = 0;
    this.#rest = undefined;
    this.#begun = this.#now();
    this.#line(startText(event));
  }

  #estimate(estimate: Estimate): void {
    this.#rest = new Rest(estimate.lists, this.#now());
    // Those that an earlier run has completed come first.
    this.#complete = this.#lists.length - estimate.lists.length;
    this.#line(estimateText(estimate));
  }

  #page(list: string, rows: number, total: number | undefined): void {
    const rest = this.#rest;
    rest?.came(list, rows, total);
    const expected = total ?? rest?.expected(list);
    const about = total === undefined && expected !== undefined && expected >= rows ? expected : undefined;
    const place = [this.#complete + 1, this.#lists.length] as const;
    const forms = progress({ place, list, rows, total, about, left: rest?.timeLeft(this.#now()) });
    const most = total ?? about;
    const drawn = most === undefined ? [] : [`${bar(rows / Math.max(most, 1), 10)} ${forms[0]}`];
    this.#screen.status(...drawn, ...forms);
    this.#slowly(forms[0]);
  }

  #list(list: string, rows: number): void {
    this.end();
    this.#rest?.ended(list, rows);
    this.#complete++;
    this.#line(`List ${this.#complete} of ${this.#lists.length}, ${list}: ${count(rows)} rows`);
  }

  #cases(asked: number, total: number): void {
    const milliseconds = ((this.#now() - this.#begun) / Math.max(asked, 1)) * (total - asked);
    const left = milliseconds < 1_000 ? "" : `, about ${duration(milliseconds)} left`;
    const text = `${count(asked)} of ${count(total)} cases`;
    this.#screen.status(`${bar(asked / Math.max(total, 1), 10)} ${text}${left}`, `${text}${left}`, text, count(asked));
    this.#slowly(`${text}${left}`);
  }

  #misfit(list: string, field: string): void {
    const name = `${list}.${field}`;
    if (this.#misfits.has(name)) return;
    this.#misfits.add(name);
    this.#line(`${name} has values outside its type: they are kept as they were sent, in the column extra.`);
  }

  #slowly(text: string): void {
    if (!this.#screen.hasStatus && this.#now() - this.#printed >= interval) this.#line(text);
  }

  #line(text: string): void {
    this.#printed = this.#now();
    // A service may name states and reasons with ends of lines.
    this.#screen.print(wrap(this.#screen, printable(text), ""));
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

const upgradeText = ({ from, to, dropped }: Extract<SyncEvent, { type: "upgrade" }>): string =>
  `The copy had format ${from}, and has format ${to} from now on, with all its generations.${dropped === undefined ? "" : ` Generation ${dropped}, which was unfinished, is dropped.`}`;

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
