/** `show`: all that the register says of a subject. */
import { formatMbs, formatOib, isOib } from "@court-register/fetch/identifiers";
import { lists as contract } from "../generated/lists.ts";
import { type Company, copiedLists, orderedCompanies } from "../store/company.ts";
import type { TargetOptions } from "../store/open.ts";
import { wasThere } from "../store/schema.ts";
import { type GenerationMark, hasColumn, readCopy, rowsOf, type Snapshot, type StoredList } from "../store/snapshot.ts";
import { textOf, type WireObject } from "../wire/wire.ts";
import { CodeLists } from "./code-lists.ts";
import type { ListName } from "./contract-names.ts";
import { allDigits, type SubjectNumber, subjectNumbers } from "./number.ts";
import { first, rowsAbout, type Standing, standing } from "./standing.ts";

/** Options of {@link showIn}. */
export interface ShowInOptions {
  /**
   * The generation to read.
   * @defaultValue the newest
   */
  at?: number | undefined;
}

/** Options of {@link show}. */
export interface ShowOptions extends ShowInOptions, TargetOptions {}

/** A row, and what its codes mean. */
export interface ShownRow {
  /** The fields as the service sent them. */
  row: WireObject;
  /** The meanings of codes, such as the name of a court, by field. */
  meanings: Readonly<Record<string, string>>;
}

/** The rows of a list that are about a subject. */
export interface ShownList {
  list: string;
  /** What it is a list of, such as `Registered seats.` */
  about: string;
  rows: readonly ShownRow[];
}

/** A subject, and all that the register says of it. */
export interface ShownSubject extends Standing {
  /** Its MBS with all nine digits. */
  mbs: string;
  /** Its OIB with all eleven digits, if it has one. */
  oib: string | null;
  /** Whether the check digit of its OIB is right; null if it has no OIB. */
  oibIsValid: boolean | null;
  /** Its short name, if it has one. */
  name: string | null;
  /**
   * The company as the view `company` has it, all numbers and names as text; null if that has none. If it has several, because the rows of
   * `subjekt` differ, the first: `lists` has all rows.
   */
  company: Company | null;
  /** Every list that has rows of it. */
  lists: readonly ShownList[];
}

/** The answer of {@link show}. */
export interface Shown extends GenerationMark {
  /** What was looked up: the number with all its digits, and whether it is an MBS or an OIB. */
  number: string;
  kind: "mbs" | "oib";
  /** Whether it can be right: the check digit of an OIB may be wrong. */
  isValid: boolean;
  /** The subjects that have the number: usually one. */
  subjects: readonly ShownSubject[];
  /** Lists about subjects that this copy does not have. */
  missing: readonly string[];
}

/**
 * Looks up a subject by its OIB or MBS, with or without leading zeros.
 *
 * @throws MirrorError of kind `usage` if the number or the generation is not one.
 */
export const show = (target: string, number: string, options: ShowOptions = {}): Promise<Shown> =>
  readCopy(target, options, (snapshot) => showIn(snapshot, number, options));

/** As {@link show}, in a copy that is open. */
export async function showIn(snapshot: Snapshot, number: string, { at }: ShowInOptions = {}): Promise<Shown> {
  const numbers = subjectNumbers(number);
  const mark = at === undefined ? snapshot.newestOf("register") : snapshot.generation(at, "register");
  const copied = await copiedLists(snapshot.reading, mark.generation);
  const reader = new SubjectReader(snapshot, mark.generation, copied);
  let asked = numbers[0];
  let subjects = await reader.find(asked);
  for (const other of numbers.slice(1)) {
    if (subjects.length > 0) break;
    const found = await reader.find(other);
    if (found.length > 0) [asked, subjects] = [other, found];
  }
  return {
    number: asked.text,
    kind: asked.kind,
    isValid: asked.kind === "mbs" || isOib(asked.text),
    ...mark,
    subjects,
    missing: contract.filter((list) => hasColumn(list, "mbs") && !snapshot.list(list.name)).map(({ name }) => name),
  };
}

/** Reads subjects as of one generation. */
class SubjectReader {
  readonly #snapshot: Snapshot;
  readonly #generation: number;
  readonly #codes: CodeLists;
  readonly #lists: readonly StoredList[];
  readonly #copied: Awaited<ReturnType<typeof copiedLists>>;

  /** @param copied - The lists that were copied by then. */
  constructor(snapshot: Snapshot, generation: number, copied: Awaited<ReturnType<typeof copiedLists>>) {
    this.#snapshot = snapshot;
    this.#generation = generation;
    this.#codes = new CodeLists(snapshot, generation);
    this.#lists = snapshot.lists.filter((list) => hasColumn(list, "mbs"));
    this.#copied = copied;
  }

  async find({ kind, value }: SubjectNumber): Promise<ShownSubject[]> {
    const subjects: ShownSubject[] = [];
    for (const mbs of kind === "mbs" ? [value] : await this.#mbsOf(value)) {
      const subject = await this.#read(mbs);
      if (subject.lists.length > 0) subjects.push(subject);
    }
    // Those that are still in the register come first.
    return subjects.sort((one, other) => Number(one.deleted !== null) - Number(other.deleted !== null));
  }

  /** The register numbers of the subjects with an OIB: a deleted one may share it with its successor. */
  async #mbsOf(oib: bigint): Promise<bigint[]> {
    const found = new Set<bigint>();
    for (const list of this.#lists.filter((one) => hasColumn(one, "oib")))
      for (const { mbs } of await this.#snapshot.reading.all(
        `SELECT r.mbs FROM ${rowsOf(list)} r WHERE r.oib = $1 AND r.mbs IS NOT NULL AND ${wasThere("$2")} ORDER BY r.mbs`,
        oib,
        this.#generation,
      ))
        found.add(BigInt(String(mbs)));
    return [...found];
  }

  async #read(mbs: bigint): Promise<ShownSubject> {
    const lists: ShownList[] = [];
    for (const list of this.#lists) {
      const shown: ShownRow[] = [];
      for (const row of await rowsAbout(this.#snapshot, list, mbs, this.#generation))
        shown.push({ row, meanings: await this.#codes.meanings(row) });
      if (shown.length > 0) lists.push({ list: list.name, about: list.about, rows: shown });
    }
    const rows = (name: ListName): WireObject[] =>
      lists.find(({ list }) => list === name)?.rows.map(({ row }) => row) ?? [];
    const oib = allDigits(first<"subjekt">(rows("subjekt"), "oib"), formatOib);
    const name = first<"skracena_tvrtka">(rows("skracena_tvrtka"), "ime");
    return {
      mbs: allDigits(mbs, formatMbs),
      oib,
      oibIsValid: oib === null ? null : isOib(oib),
      name: name === null ? null : textOf(name),
      ...standing(this.#copied, rows),
      company: await this.#company(mbs),
      lists,
    };
  }

  async #company(mbs: bigint): Promise<Company | null> {
    const { kind } = this.#snapshot.database;
    const rows = orderedCompanies({ kind, lists: this.#copied, generation: this.#generation }, "s.mbs = $1");
    const [company = null] = rows === undefined ? [] : await this.#snapshot.reading.all(rows, mbs);
    // All its columns are texts.
    return company as Company | null;
  }
}
