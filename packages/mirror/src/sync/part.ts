import { type OptionText, option, say } from "../option-text.ts";
import type { Writing } from "../store/database.ts";
import type { Interface, List } from "../wire/list.ts";
import type { Copy } from "./copy.ts";
import type { Proof, SyncEvent, Told } from "./events.ts";
import type { Inconsistency } from "./inconsistency.ts";

/** What one run copies of one interface: a generation of its own. */
export interface Part {
  readonly of: Interface;
  /** Where the service is. */
  readonly service: string;
  readonly lists: readonly List[];
  /** Requests that got a response. */
  readonly requests: number;
  /** Asks which state the service has. @returns undefined if it names none. */
  askState(): Promise<string | undefined>;
  /** Whether all that is to be copied is here, if the lists are. */
  isComplete(): Promise<boolean>;
  /** Prepares a new copy, before it begins. */
  prepare(): Promise<void>;
  /** Whether this run can go on with what an earlier one has left. */
  canResume(copy: Copy): Promise<boolean>;
  /** Asks for the state of a copy from now on; for whatever the service has if it is undefined. */
  pin(state: string | undefined): void;
  /** Copies what is not copied yet. */
  copyAll(copy: Copy): Promise<void>;
  /** Makes sure that all rows are of one moment. @throws Inconsistency if they are not. */
  prove(copy: Copy): Promise<Proof>;
  /** Sentences about what a copy has lost, as far as it has come: too much to be believed. */
  shrunk(copy: Copy): Promise<string[]>;
  /** Sentences about what has more rows, as far as it has come, than can be believed or may be written. */
  grown(copy: Copy): OptionText[];
  /** Records what else is known with a generation. */
  record(writing: Writing, copy: Copy, completed: string): Promise<void>;
  /** What is to be told of the cases that are followed. */
  told(): Promise<Told>;
  /** The reason to start over after an error, if it is one. */
  reasonToRestart(error: unknown): Promise<Inconsistency | undefined>;
  /** What the user can do if what the service sends does not fit together. */
  advice(reason: Inconsistency): Promise<OptionText>;
}

/** What every part is told. */
export interface PartOptions {
  baseUrl?: string | undefined;
  rate?: number | undefined;
  acceptGrowth?: boolean | undefined;
  maxRows?: number | undefined;
  onEvent?: ((event: SyncEvent) => void) | undefined;
}

/** Rows that a list may have, unless its user says otherwise; and characters that may be new for each of these. */
const defaultMaxRows = 10_000_000;
const charactersOfRow = 1_000;

/** A list that gets more than so many times its rows, and so many more, is stopped: it may have no end. */
const acceptedGrowth = 2;
const believedGrowth = 10_000;

/** Sentences about the lists that have more rows than they may have. */
export function grownLists(
  copy: Copy,
  lists: readonly List[],
  { acceptGrowth = false, maxRows = defaultMaxRows }: Pick<PartOptions, "acceptGrowth" | "maxRows">,
): OptionText[] {
  return lists.flatMap(({ name }) => {
    if (!copy.lists.includes(name)) return [];
    const { rows, characters } = copy.progress(name);
    const before = copy.earlierRows(name);
    const raise = say`If the list is so long, give a greater ${option("maxRows")}`;
    if (characters > maxRows * charactersOfRow)
      return [
        say`The service has sent ${characters} new characters of ${name}, more than ${charactersOfRow} for each row that it may have. ${raise}`,
      ];
    if (rows > maxRows) return [say`The service has sent more than ${maxRows} rows of ${name}. ${raise}`];
    return before > 0 && !acceptGrowth && rows > before * acceptedGrowth + believedGrowth
      ? [
          say`The list ${name} had ${before} rows, and the service has sent ${rows} so far. If that is right, give ${option("acceptGrowth")}`,
        ]
      : [];
  });
}

/** A list that loses a greater share of its rows is refused. */
export const acceptedLoss = 0.1;

/** Sentences about the lists that have lost too many rows. */
export function shrunkLists(copy: Copy, lists: readonly List[]): string[] {
  return lists.flatMap(({ name }) => {
    if (!copy.lists.includes(name)) return [];
    const { done, rows } = copy.progress(name);
    const before = done ? copy.earlierRows(name) : 0;
    return before > 0 && (rows === 0 || rows < before * (1 - acceptedLoss))
      ? [`The list ${name} had ${before} rows and has ${rows} now`]
      : [];
  });
}
