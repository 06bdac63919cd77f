import type { OptionText } from "../option-text.ts";
import type { Writing } from "../store/database.ts";
import type { Interface, List } from "../wire/list.ts";
import type { Copy } from "./copy/copy.ts";
import type { SizeLimits } from "./copy/list-size.ts";
import type { CaseOutcome, Proof, SyncEvent } from "./events.ts";
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
  told(): Promise<CaseOutcome>;
  /** The reason to start over after an error, if it is one. */
  reasonToRestart(error: unknown): Promise<Inconsistency | undefined>;
  /** What the user can do if what the service sends does not fit together. */
  advice(reason: Inconsistency): Promise<OptionText>;
}

/** What every part is told. */
export interface PartOptions extends SizeLimits {
  baseUrl?: string | undefined;
  rate?: number | undefined;
  onEvent?: ((event: SyncEvent) => void) | undefined;
}
