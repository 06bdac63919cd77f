/** Atom (RFC 4287). An entry is what a generation changed: its id, its time and its text stay the same for as long as the copy has it. */
import { hash } from "node:crypto";
import { formatMbs } from "@court-register/fetch/identifiers";
import { Feed } from "feed";
import { html } from "ghtml";
import { printable } from "#kit/printable";
import { caseText } from "../cases/mark.ts";
import type { ShownCase } from "../cases/show-case.ts";
import type { Change, ListChanges } from "../changes/change.ts";
import { type ChangesInOptions, changesIn, listsToCompare } from "../changes/changes.ts";
import { type SubjectMark, Subjects } from "../changes/subjects.ts";
import { caseHidden } from "../show/describe.ts";
import { allDigits } from "../show/number.ts";
import type { Shown } from "../show/show.ts";
import { generationsIn, identityIn } from "../store/generations.ts";
import { type GenerationMark, hasColumn, rowsOf, type Snapshot, type StoredList } from "../store/snapshot.ts";
import { casePath } from "./case-page.ts";
import { changeText } from "./change-text.ts";
import { byGeneration, historyOf } from "./history.ts";
import { count } from "./layout.ts";

/** Generations that a feed has, at most: the newest. */
const maxEntries = 20;
/** Subjects that an entry names of a list, at most: more are counted. */
const maxNamed = 20;
/** Changes of a subject that an entry shows, at most: more are counted. */
const maxShown = 100;

/** An entry, before it has its id. */
interface Entry {
  mark: GenerationMark;
  title: string;
  /** Path of the page that shows more. */
  page: string;
  /** Markup. */
  content: string;
}

/** What a feed is about. */
interface FeedAbout {
  title: string;
  /** Paths of the feed, and of the page that it is beside. */
  feed: string;
  page: string;
}

/** Which changes a feed is about, if not all. */
type FeedScope = Pick<ChangesInOptions, "lists" | "about" | "place">;

/**
 * The feed of what each generation changed: how much, and for whom.
 *
 * @param base - The root of this server, which entries link to.
 */
export async function changesFeed(snapshot: Snapshot, base: string, asked: FeedScope): Promise<string> {
  const { lists = [], about, place } = asked;
  const query = [
    ...(lists.length > 0 ? [`list=${lists.map(encodeURIComponent).join(",")}`] : []),
    ...(about === undefined ? [] : [`about=${about}`]),
    ...(place === undefined ? [] : [`place=${encodeURIComponent(place)}`]),
  ].join("&");
  const what = [
    ...(about === undefined ? [] : [`of ${about}`]),
    ...(lists.length > 0 ? [`in ${lists.join(", ")}`] : []),
    ...(place === undefined ? [] : [`at ${place}`]),
  ];
  const path = `/changes.atom${query && `?${query}`}`;
  const isCounted = about === undefined && place === undefined;
  const selected = listsToCompare(snapshot, asked);
  const entries = isCounted
    ? await countedEntries(snapshot, base, selected)
    : await chosenEntries(snapshot, base, asked);
  return await atom(
    snapshot,
    base,
    { title: ["Court register: changes", ...what].join(" "), feed: path, page: "/" },
    entries,
  );
}

/** An entry for each of the newest generations that changed some lists: how much is counted already. */
async function countedEntries(snapshot: Snapshot, base: string, selected: readonly StoredList[]): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const generation of (await generationsIn(snapshot.reading)).toReversed().slice(0, maxEntries)) {
    const changed = generation.lists.filter(
      (one) => one.new + one.gone > 0 && selected.some(({ name }) => name === one.list),
    );
    if (changed.length === 0) continue;
    const isFirst = snapshot.isFirst(generation);
    const parts: string[] = [];
    for (const one of changed) {
      const list = snapshot.list(one.list);
      const subjects = list && !isFirst ? await changedSubjects(snapshot, list, generation.generation, base) : "";
      parts.push(html`<li>${one.list}: ${count(one.new)} new, ${count(one.gone)} gone!${subjects}</li>`);
    }
    const sum = (kind: "new" | "gone"): string => count(changed.reduce((all, one) => all + one[kind], 0));
    const says = isFirst ? `the first copy, ${sum("new")} rows` : `${sum("new")} new, ${sum("gone")} gone`;
    entries.push({
      mark: generation,
      title: `Generation ${generation.generation}: ${says}`,
      page: `/generation/${generation.generation}`,
      content: html`<ul>!${parts.join("")}</ul>`,
    });
  }
  return entries;
}

/** An entry for each of the newest generations that made changes which are asked for. A first copy makes none. */
async function chosenEntries(snapshot: Snapshot, base: string, asked: FeedScope): Promise<Entry[]> {
  const entries: Entry[] = [];
  const generations = snapshot.generationsOf("register").filter((one) => !snapshot.isFirst(one));
  for (const mark of generations.toReversed().slice(0, maxEntries)) {
    const { generation } = mark;
    const subjects = new Map<string, Map<string, SubjectMark>>();
    const onChange = (change: Change): void => {
      const known = subjects.get(change.list) ?? new Map();
      subjects.set(change.list, known);
      if (change.mbs !== null) known.set(change.mbs, change);
    };
    const { lists } = await changesIn(snapshot, { ...asked, until: generation, onChange });
    if (lists.length === 0) continue;
    const counts = (all: readonly ListChanges[]): string =>
      (["new", "gone", "changed"] as const)
        .map((kind) => `${count(all.reduce((sum, one) => sum + one[kind], 0))} ${kind}`)
        .join(", ");
    const parts = lists.map((one) => {
      const all = [...(subjects.get(one.list)?.values() ?? [])];
      return html`<li>${one.list}: ${counts([one])}!${subjectList(all.slice(0, maxNamed), all.length, base)}</li>`;
    });
    entries.push({
      mark,
      title: `Generation ${generation}: ${counts(lists)}`,
      page: `/generation/${generation}`,
      content: html`<ul>!${parts.join("")}</ul>`,
    });
  }
  return entries;
}

/** Whose rows of a list a generation brought or took. */
async function changedSubjects(
  snapshot: Snapshot,
  list: StoredList,
  generation: number,
  base: string,
): Promise<string> {
  if (!hasColumn(list, "mbs")) return "";
  const from = `SELECT r.mbs FROM ${rowsOf(list)} r WHERE r.mbs IS NOT NULL AND`;
  const changed = `${from} r._first > 1 AND r._first = $1 UNION ${from} r._gone IS NOT NULL AND r._gone = $1`;
  const rows = await snapshot.reading.all(`${changed} ORDER BY mbs LIMIT ${maxNamed}`, generation);
  const columns = new Map(snapshot.lists.map((one) => [one.name, one.columns]));
  const subjects = new Subjects(snapshot.reading, snapshot.database, columns, { from: 0, to: generation });
  const [all] =
    rows.length < maxNamed
      ? [{ n: rows.length }]
      : await snapshot.reading.all(`SELECT count(*) AS n FROM (${changed}) AS changed`, generation);
  return subjectList(await subjects.of(rows), Number(all?.n), base);
}

/** Some subjects, and how many there are in all. */
function subjectList(subjects: readonly SubjectMark[], all: number, base: string): string {
  const items = subjects.map(
    (one) => html`<li><a href="${base}/subject/${one.mbs}">MBS ${one.mbs}</a> ${nameText(one)}</li>`,
  );
  if (all > subjects.length) items.push(html`<li>and ${count(all - subjects.length)} more</li>`);
  return html`<ul>!${items.join("")}</ul>`;
}

/** A subject beside its MBS. */
const nameText = ({ oib, naziv, sjediste, zupanija }: SubjectMark): string =>
  [oib && `OIB ${oib}`, naziv, sjediste, zupanija].filter(Boolean).join(" · ");

/**
 * The feed of what each generation changed for the subjects with a number.
 *
 * @param all - Their register numbers, and of those that had it and are gone.
 */
export async function subjectFeed(
  snapshot: Snapshot,
  base: string,
  { number, subjects }: Shown,
  all: readonly bigint[],
): Promise<string> {
  const entries: Entry[] = [];
  for (const one of all) {
    const mbs = allDigits(one, formatMbs);
    for (const { mark, changes } of byGeneration(await historyOf(snapshot, { mbs: one })))
      entries.push({
        mark,
        // The name that it had then: an entry stays as it is when the name changes.
        title: `${changes[0]?.naziv ?? `MBS ${mbs}`}: ${counted(changes)}`,
        page: `/subject/${mbs}?at=${mark.generation}`,
        content: html`<p>MBS ${mbs} ${changes[0] ? nameText(changes[0]) : ""}</p>!${changesText(changes, (change) => changeText(change, ["mbs"]))}`,
      });
  }
  entries.sort((one, other) => other.mark.generation - one.mark.generation);
  const title = subjects[0]?.name ?? number;
  const path = `/subject/${number}`;
  return await atom(snapshot, base, { title, feed: `${path}.atom`, page: path }, entries.slice(0, maxEntries));
}

/** Some of the changes: the page that an entry leads to says where all are. */
function changesText(changes: readonly Change[], tell: (change: Change) => string): string {
  const items = changes.slice(0, maxShown).map((change) => html`<li>!${tell(change)}</li>`);
  const more = changes.length - items.length;
  if (more > 0) items.push(html`<li>and ${count(more)} more</li>`);
  return html`<ul>!${items.join("")}</ul>`;
}

/** The feed of what each generation changed for a court case. */
export async function caseFeed(
  snapshot: Snapshot,
  base: string,
  { lists: _, ...shown }: ShownCase,
  timeZone: string,
): Promise<string> {
  const [name, path] = [caseText(shown), casePath(shown)];
  // An entry stays as it is when the note changes.
  const title = [name, shown.followed?.note].filter(Boolean).join(" · ");
  const history = byGeneration(await historyOf(snapshot, { case: name }));
  const entries = history.slice(0, maxEntries).map(({ mark, changes }) => ({
    mark,
    title: `${name}: ${counted(changes)}`,
    page: `${path}?at=${mark.generation}`,
    content: changesText(changes, (change) => changeText(change, caseHidden, timeZone)),
  }));
  return await atom(snapshot, base, { title, feed: `${path}.atom`, page: path }, entries);
}

/** Such as `1 new in postupak, 2 changed in sjediste`. */
function counted(changes: readonly Change[]): string {
  const counts = new Map<string, number>();
  for (const { list, change } of changes)
    counts.set(`${change} in ${list}`, (counts.get(`${change} in ${list}`) ?? 0) + 1);
  return [...counts].map(([what, times]) => `${times} ${what}`).join(", ");
}

async function atom(
  snapshot: Snapshot,
  base: string,
  { title, feed: own, page }: FeedAbout,
  entries: readonly Entry[],
): Promise<string> {
  const copy = await identityIn(snapshot.reading);
  const newest = entries[0]?.mark ?? snapshot.generations[0] ?? snapshot.newest;
  const feed = new Feed({
    id: idOf(copy, own),
    title: plainText(title),
    updated: new Date(newest.completed),
    link: `${base}${page}`,
    feedLinks: { atom: `${base}${own}` },
    author: { name: "A copy of the court register" },
    generator: "court-register-mirror",
    copyright: "",
  });
  for (const { mark, title: text, page: more, content } of entries)
    feed.addItem({
      id: idOf(copy, own, more),
      title: html`${readable(text)}`,
      date: new Date(mark.completed),
      link: `${base}${more}`,
      content: readable(content),
    });
  return feed.atom1();
}

/** A UUID that follows from what it is the id of (RFC 9562, version 8), whatever the host is called. */
function idOf(...what: readonly string[]): string {
  const digits = [...hash("sha256", JSON.stringify(what), "hex")];
  digits[12] = "8";
  digits[16] = "89ab"[Number.parseInt(digits[16] ?? "0", 16) % 4] ?? "8";
  return `urn:uuid:${digits.join("").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5")}`;
}

/** A text without what XML 1.0 has no way to write, or what shows in another direction: that is written as an escape. */
const readable = (text: string): string =>
  text
    .split("\n")
    .map(printable)
    .join("\n")
    .replace(/[\ufffe\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16)}`);

/** A text that is no markup. The library takes an `&amp;` that it finds for one that is escaped already. */
const plainText = (text: string): string => readable(text).replaceAll("&", "&amp;");
