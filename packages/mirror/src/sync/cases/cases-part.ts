/** The court cases that are followed, as a run copies them. */
import { type Followed, followedIn, isKnown, recordAnswers } from "../../cases/followed.ts";
import { type CaseNote, caseText, isOfCase, Registers } from "../../cases/mark.ts";
import { caseLists } from "../../generated/lists.ts";
import type { OptionText } from "../../option-text.ts";
import type { WireRow } from "../../show/contract-names.ts";
import type { Writing } from "../../store/database.ts";
import { interfaceOf, recordsIn, sealCopy } from "../../store/generations.ts";
import type { Lease } from "../../store/lease.ts";
import { hashRows, rowHasher } from "../../wire/hash.ts";
import type { List } from "../../wire/list.ts";
import { textOf, type WireObject } from "../../wire/wire.ts";
import type { Copy } from "../copy/copy.ts";
import { shrunkLists } from "../copy/list-size.ts";
import type { CaseOutcome, Proof, SyncEvent } from "../events.ts";
import { anotherHour, Inconsistency } from "../inconsistency.ts";
import type { Part, PartOptions } from "../part.ts";
import type { SourcePage } from "../source.ts";
import { cases } from "./case-answer.ts";
import { lostCases, lostRows, partByPresence } from "./case-loss.ts";
import { type CaseKnowledge, type CaseRows, caseRows, knownCase, listsToKeep, rowsInDocument } from "./case-rows.ts";
import { respell, respellings } from "./case-spelling.ts";
import { type CasesSource, perDocument } from "./cases-source.ts";

export class CasesPart implements Part {
  readonly of = "cases";
  readonly service: string;
  readonly lists: readonly List[];
  readonly #lease: Lease;
  readonly #source: CasesSource;
  readonly #onEvent: (event: SyncEvent) => void;
  /** Cases that need not be asked for, as `caseText`. */
  #settled: ReadonlySet<string> = new Set();

  constructor(lease: Lease, source: CasesSource, lists: readonly List[], { onEvent = () => {} }: PartOptions) {
    this.#lease = lease;
    this.#source = source;
    this.service = source.service;
    this.lists = lists;
    this.#onEvent = onEvent;
  }

  get requests(): number {
    return this.#source.requests;
  }

  /** The service cannot be asked for a state: it is asked again at the end. */
  pin(): void {}

  askState(): Promise<string | undefined> {
    return this.#source.state();
  }

  async isComplete(): Promise<boolean> {
    return (await this.#followed()).every(isKnown);
  }

  #followed(): Promise<Followed[]> {
    return this.#lease.database.read(followedIn);
  }

  /** Writes the marks of cases that were never found as the service writes its registers. */
  async prepare(): Promise<void> {
    const unfound = (await this.#followed()).filter(({ asked, missing }) => asked === null || missing !== null);
    const registers = caseLists.find(({ name }) => name === "vrstaUpisnika");
    if (unfound.length === 0 || !registers) return;
    const { rows } = await this.#source.list(registers);
    const spelling = new Registers(
      rows.flatMap(({ oznaka }: WireRow<"vrstaUpisnika">) => (oznaka == null ? [] : [textOf(oznaka)])),
    );
    await this.#lease.write(async (writing) => {
      for (const one of respellings(unfound, await followedIn(writing), spelling)) await respell(writing, one);
      await sealCopy(writing);
    });
  }

  async canResume(copy: Copy): Promise<boolean> {
    if ((await this.#source.state()) !== copy.state) return false;
    for (const { name } of this.lists) await copy.resume(name);
    // All of them are saved together. One that was read from its start again has lost its place.
    return new Set(this.#ofCases().map(({ name }) => copy.progress(name).checkpoint.cursor?.offset)).size <= 1;
  }

  #ofCases(): readonly List[] {
    return this.lists.filter(isOfCase);
  }

  async copyAll(copy: Copy): Promise<void> {
    for (const list of this.lists.filter((one) => !isOfCase(one) && !copy.progress(one.name).done)) {
      const { rows, emptySign } = await this.#source.list(list);
      const misfits = await copy.savePage(list.name, pageOf(list, 0, rows, { emptySign }));
      for (const field of new Set(misfits)) this.#onEvent({ type: "misfit", list: list.name, field });
      if (emptySign !== undefined) this.#onEvent({ type: "empty", list: list.name, sign: emptySign });
      await this.#finish(copy, list);
    }
    const [first] = this.#ofCases();
    if (!first) return;
    const followed = await this.#followed();
    this.#settled = await this.#settledIn(copy, followed);
    for (
      let place = copy.progress(first.name).checkpoint.cursor?.offset ?? 0;
      place < followed.length;
      place += perDocument
    ) {
      const misfits = await copy.savePages(await this.#document(copy, followed, place));
      for (const { list, field } of misfits) this.#onEvent({ type: "misfit", list, field });
      this.#onEvent({ type: "cases", asked: Math.min(place + perDocument, followed.length), total: followed.length });
    }
    for (const list of this.#ofCases()) await this.#finish(copy, list);
  }

  /**
   * The cases of which the newest generation has what the service says in the state that is copied: they are not asked for again. All of
   * them belong to the new generation all the same.
   */
  async #settledIn({ state }: Copy, followed: readonly Followed[]): Promise<ReadonlySet<string>> {
    const records = await this.#lease.database.read(recordsIn);
    const newest = records.findLast(({ lists }) => interfaceOf(lists.map(({ list }) => list)) === "cases");
    const isWhole = this.#ofCases().every(({ name }) => newest?.lists.some(({ list }) => list === name));
    if (state === undefined || newest?.state !== state || newest.service !== this.service || !isWhole) return new Set();
    return new Set(followed.filter((one) => isKnown(one) && one.asked === newest.generation).map(caseText));
  }

  async #finish(copy: Copy, { name }: List): Promise<void> {
    await copy.saveEnd(name);
    await copy.finishList(name);
    this.#onEvent({ type: "list", list: name, rows: copy.progress(name).rows });
  }

  /** Asks for the cases of one document. @returns a page for each list of them. */
  async #document(copy: Copy, followed: readonly Followed[], place: number): Promise<Map<string, SourcePage>> {
    const keys = followed.slice(place, place + perDocument);
    const open = keys.filter((key) => !this.#settled.has(caseText(key)));
    const answers = open.length === 0 ? [] : await this.#source.cases(open);
    const taken: CaseRows[] = [];
    for (const key of keys) taken.push(await this.#take(copy, key, knownCase(key, open, answers)));
    const notes = taken.flatMap(({ note }) => note ?? []);
    const cursor = { operation: cases.name, offset: place + keys.length };
    return new Map(
      this.#ofCases().map((list, index) => {
        const { rows: offset } = copy.progress(list.name);
        const told = index === 0 && notes.length > 0 ? { notes } : {};
        return [list.name, pageOf(list, offset, rowsInDocument(taken, list.name), { cursor, ...told })];
      }),
    );
  }

  /** What the copy takes of a case. Rows of before are read only where they are kept. */
  async #take(copy: Copy, key: Followed, known: CaseKnowledge): Promise<CaseRows> {
    const lists = this.#ofCases().map(({ name }) => name);
    const before = new Map<string, readonly WireObject[]>();
    for (const list of listsToKeep(known, lists)) before.set(list, await copy.earlierRowsOf(list, key));
    return caseRows(key, known, lists, before);
  }

  async prove(copy: Copy): Promise<Proof> {
    const state = await this.#source.state();
    if (state !== copy.state)
      throw new Inconsistency(
        `the service was last updated at ${copy.state ?? "a time that it did not name"} when the copy began, and at ${state ?? "none that it names"} when it ended`,
        anotherHour,
      );
    if (state !== undefined) return "state";
    // Nothing tells whether the cases have changed meanwhile: the first and the last ones are asked for again.
    const followed = await this.#followed();
    const last = Math.floor((followed.length - 1) / perDocument) * perDocument;
    for (const place of followed.length === 0 ? [] : new Set([0, last])) {
      const pages = await this.#document(copy, followed, place);
      for (const { name } of this.#ofCases()) {
        const { firstPage, lastPage } = copy.progress(name).checkpoint;
        const before = place === 0 ? firstPage : lastPage;
        if (hashRows(pages.get(name)?.hashes ?? []) !== before?.hash)
          throw new Inconsistency(`${name} is no longer what was copied`, anotherHour);
      }
    }
    return "read again";
  }

  async shrunk(copy: Copy): Promise<string[]> {
    const others = shrunkLists(copy.sizes(caseLists.filter((list) => !isOfCase(list))));
    const { gone, there } = partByPresence(await this.#followed(), this.#notes(copy));
    const sentences = [...others, ...lostCases(gone, gone.length + there.length)];
    for (const { name } of this.#ofCases())
      if (copy.lists.includes(name)) sentences.push(...lostRows(name, await copy.rowsByCase(name), there));
    return sentences;
  }

  /** The cases that are followed, and what a response may have, are its bound. */
  grown(): OptionText[] {
    return [];
  }

  #notes(copy: Copy): readonly CaseNote[] {
    return caseLists.flatMap(({ name }) =>
      copy.lists.includes(name) ? (copy.progress(name).checkpoint.notes ?? []) : [],
    );
  }

  record(writing: Writing, copy: Copy, completed: string): Promise<void> {
    return recordAnswers(writing, copy.generation, completed, this.#notes(copy));
  }

  async told(): Promise<CaseOutcome> {
    const all = await this.#followed();
    return {
      missing: all.flatMap(({ mark, court, missing }) => (missing === null ? [] : [{ mark, court, since: missing }])),
      problems: all.flatMap(({ mark, court, problem }) => (problem === null ? [] : [{ mark, court, problem }])),
    };
  }

  async reasonToRestart(): Promise<undefined> {}

  async advice({ advice }: Inconsistency): Promise<OptionText> {
    return advice;
  }
}

/** Some rows of a list, as the copy takes them. */
const pageOf = (
  { columns }: List,
  offset: number,
  rows: readonly WireObject[],
  more: Partial<SourcePage>,
): SourcePage => ({
  offset,
  hashes: rows.map(rowHasher(columns)),
  rows: () => rows,
  cursor: undefined,
  total: undefined,
  state: undefined,
  isUnnamed: false,
  ...more,
});
