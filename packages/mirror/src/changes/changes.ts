/** What came, went and changed between two generations. */
import { findCase } from "../cases/find.ts";
import { notesIn } from "../cases/followed.ts";
import { lists as contract } from "../generated/lists.ts";
import { MirrorError } from "../mirror-error.ts";
import { option, say } from "../option-text.ts";
import { placeTest } from "../search/fold.ts";
import type { SqlRow } from "../store/database.ts";
import { interfaceOf } from "../store/generations.ts";
import { signLists } from "../store/insolvency.ts";
import { hasColumn, interfaceNames, type Snapshot, type StoredList } from "../store/snapshot.ts";
import { type Change, type ChangesSummary, differingFields, type ListChanges, signsOf } from "./change.ts";
import { type About, aboutCase, aboutSubjects, Comparison } from "./comparison.ts";
import { type Pair, pairs } from "./pairs.ts";
import { findSpan, type Span } from "./span.ts";
import { findSubjects, type SubjectMark, Subjects } from "./subjects.ts";

/** Options of {@link changesIn}. */
export interface ChangesInOptions {
  /**
   * What to compare with: a generation, 0 for the time before the first, or a day or time, which stands for the last copy before it.
   * @defaultValue the generation before `until`; the first copy has none, and no changes
   */
  since?: number | string | undefined;
  /**
   * The generation to compare.
   * @defaultValue the newest
   */
  until?: number | undefined;
  /**
   * Names of lists.
   * @defaultValue all lists
   */
  lists?: readonly string[] | undefined;
  /** Only rows about the subject with this register number. */
  mbs?: number | bigint | undefined;
  /** Only rows about these subjects: the OIB or MBS of each, with or without leading zeros. */
  subjects?: readonly string[] | undefined;
  /** Only rows about this court case: `MARK@COURT`, where the court may be left out if one case alone has the mark. */
  case?: string | undefined;
  /** Only changes of insolvency: a sign of it came, went or became another, whichever list told it. */
  about?: "insolvency" | undefined;
  /** Only rows about subjects whose seat or county has these words, whole; case, accents and punctuation do not matter. */
  place?: string | undefined;
  /** Called for each change, list by list, with the generations that are compared. The next one waits for it. */
  onChange?: ((change: Change, span: Span) => void | Promise<void>) | undefined;
}

/** Rows whose subjects are looked up together. */
const lookedUpTogether = 500;

/**
 * Compares two generations in a copy that is open.
 *
 * @throws MirrorError of kind `usage` if there is no such generation or list, or the number of a subject is none.
 */
export async function changesIn(snapshot: Snapshot, options: ChangesInOptions = {}): Promise<ChangesSummary> {
  const { since, until, onChange = () => {} } = options;
  const span = findSpan(snapshot, since, until);
  const { about, notFound } = await askedAbout(snapshot, span, options);
  const columns = new Map(snapshot.lists.map((list) => [list.name, list.columns]));
  const subjects = new Subjects(snapshot.reading, snapshot.database, columns, {
    from: span.from.generation,
    to: span.to.generation,
  });
  const notes = await notesIn(snapshot.reading);
  const lists: ListChanges[] = [];
  const compared = listsToCompare(snapshot, options).filter((list) => about === undefined || about.isAbout(list));
  const isAsked = changeTest(options);
  if (since !== undefined) refuseForgotten(snapshot, span, compared);
  for (const list of compared) {
    const found = await listChanges(new Comparison(snapshot, list, span, about), subjects, notes, isAsked, (change) =>
      onChange(change, span),
    );
    if (found.new + found.gone + found.changed > 0) lists.push(found);
  }
  return { ...span, lists, notFound };
}

/**
 * The rows of one interface may be kept from an earlier generation than those of the other.
 *
 * @throws MirrorError of kind `usage` if changes that were asked for are not known any more.
 */
function refuseForgotten(snapshot: Snapshot, { from }: Span, lists: readonly StoredList[]): void {
  for (const name of new Set(lists.map((list) => interfaceOf([list.name])))) {
    const known = snapshot.keptFrom(name) - 1;
    if (from.generation < known)
      throw new MirrorError(
        "usage",
        say`What changed in ${interfaceNames[name]} between the generations ${from.generation} and ${known} is not kept any more. Use ${option("since", known)}, which shows all that is still known, or name lists of the other interface with ${option("lists")}.`,
      );
  }
}

/** What was asked for; undefined if all was. */
async function askedAbout(
  snapshot: Snapshot,
  { from, to }: Span,
  { mbs, subjects, case: text }: ChangesInOptions,
): Promise<{ about: About | undefined; notFound: readonly string[] }> {
  if ([mbs, subjects, text].filter((one) => one !== undefined).length > 1)
    throw new MirrorError(
      "usage",
      say`Ask by ${option("mbs")}, by ${option("subjects")} or by ${option("case")}, not by two of them.`,
    );
  if (text !== undefined) return { about: aboutCase(await findCase(snapshot.reading, text)), notFound: [] };
  if (mbs !== undefined) return { about: aboutSubjects(snapshot, [BigInt(mbs)]), notFound: [] };
  if (subjects === undefined) return { about: undefined, notFound: [] };
  const { found, notFound } = await findSubjects(snapshot, subjects, { from: from.generation, to: to.generation });
  return { about: aboutSubjects(snapshot, found), notFound };
}

/**
 * The lists that are asked for.
 *
 * @throws MirrorError of kind `usage` if the copy does not have one, one says nothing of what is asked, or the place is none.
 */
export function listsToCompare(
  snapshot: Snapshot,
  { lists: names, about, place, case: text }: Pick<ChangesInOptions, "lists" | "about" | "place" | "case">,
): readonly StoredList[] {
  if (text !== undefined && (about !== undefined || place !== undefined))
    throw new MirrorError(
      "usage",
      say`A court case has no place and no sign of insolvency: leave out ${option("case")}.`,
    );
  if (place !== undefined) placeTest(place);
  const lists = selectLists(snapshot, names).filter((list) => place === undefined || hasColumn(list, "mbs"));
  if (about === undefined) return lists;
  const missing = signLists.filter((name) => !snapshot.list(name));
  if (!names?.length && missing.length > 0)
    throw new MirrorError(
      "usage",
      say`Insolvency is told by ${signLists.join(" and ")}, and this copy does not have ${missing.join(" and ")}. Copy it by sync, or name the other one by ${option("lists")}.`,
    );
  const other = names?.find((name) => !signLists.some((one) => one === name));
  if (other !== undefined)
    throw new MirrorError(
      "usage",
      say`Insolvency is told by ${signLists.join(" and ")}, not by ${other}. Leave out ${option("lists")}.`,
    );
  return lists.filter(({ name }) => signLists.some((one) => one === name));
}

/** Makes a test of whether a change is asked for. */
function changeTest({ about, place }: ChangesInOptions): (change: Change) => boolean {
  const isThere = place === undefined ? undefined : placeTest(place);
  return (change) => (!isThere || isThere(change)) && (about === undefined || signsOf(change).length > 0);
}

export function selectLists(snapshot: Snapshot, names: readonly string[] | undefined): readonly StoredList[] {
  if (!names || names.length === 0) return snapshot.lists;
  return names.map((name) => {
    const list = snapshot.list(name);
    if (list) return list;
    const why = contract.some((one) => one.name === name) ? "This copy does not have the list" : "There is no list";
    const known = snapshot.lists.map((one) => one.name).join(", ");
    throw new MirrorError("usage", `${why} ${name.slice(0, 60)}. Its lists are ${known}.`);
  });
}

async function listChanges(
  comparison: Comparison,
  subjects: Subjects,
  notes: ReadonlyMap<string, string>,
  isAsked: (change: Change) => boolean,
  onChange: (change: Change) => void | Promise<void>,
): Promise<ListChanges> {
  const { list } = comparison;
  const counts: ListChanges = { list: list.name, new: 0, gone: 0, changed: 0, key: null };
  const sides = await comparison.sides();
  const key = sides.length === 2 ? await comparison.findKey() : undefined;
  counts.key = key ?? null;
  const tell = async (found: readonly Pair<SqlRow>[]): Promise<void> => {
    const marks = await subjects.of(found.map((pair) => (pair.change === "changed" ? pair.after : pair.row)));
    for (const [index, pair] of found.entries()) {
      const subject = marks[index] as SubjectMark;
      const note = (subject.case !== null && notes.get(subject.case)) || null;
      for (const change of changesOf(list, pair, key ?? [], { ...subject, note })) {
        if (!isAsked(change)) continue;
        counts[change.change]++;
        await onChange(change);
      }
    }
  };
  let found: Pair<SqlRow>[] = [];
  for (const rows of sides.length === 2 ? [comparison.rows(key)] : sides.map((side) => comparison.rowsOf(side)))
    for await (const pair of pairs(rows)) {
      found.push(pair);
      if (found.length < lookedUpTogether) continue;
      await tell(found);
      found = [];
    }
  await tell(found);
  return counts;
}

function* changesOf(
  { name: list, read }: StoredList,
  pair: Pair<SqlRow>,
  key: readonly string[],
  subject: SubjectMark & Pick<Change, "note">,
): Generator<Change> {
  if (pair.change === "changed") {
    const row = read(pair.after);
    yield { list, change: "changed", ...subject, key, fields: differingFields(read(pair.before), row), row };
  } else
    for (let time = 0; time < pair.times; time++) yield { list, change: pair.change, ...subject, row: read(pair.row) };
}
