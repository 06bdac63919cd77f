import { html } from "ghtml";
import { readTime } from "../cases/court-time.ts";
import type { FollowedCase } from "../cases/follow.ts";
import { caseText } from "../cases/mark.ts";
import { type FoundSubject, maxCounted, type SearchResult } from "../search/search.ts";
import { hearingTime, moment } from "../show/describe.ts";
import type { GenerationSummary } from "../store/generations.ts";
import { casePath } from "./case-page.ts";
import { count, layout, minute, searchForm, standingText } from "./layout.ts";

/** What the first page shows. */
export interface Home {
  target: string;
  generations: readonly GenerationSummary[];
  /** Those of them that are the first copy of an interface. */
  firsts: ReadonlySet<number>;
  /** Court cases that are followed. */
  cases: readonly FollowedCase[];
  /** That of the courts. */
  timeZone: string;
  /** What was searched for, and found. */
  search: Searched | undefined;
}

/** What was searched for, and a page of what was found. */
export interface Searched extends SearchResult {
  text: string;
  offset: number;
}

/** Subjects on a page. */
export const foundOnPage = 50;

/** This page is the root. */
const root = "./";

/** Generations that the chart shows: the newest. */
const shownGenerations = 30;

export function homePage({ target, generations, firsts, cases, timeZone, search }: Home): string {
  const found = search ? foundList(search) : "";
  return layout(
    root,
    search ? `${search.text} – court register` : "Court register",
    html`<h1>Court register</h1>
<p class="dim">A copy in ${target}, of ${services(generations)}.</p>
!${searchForm(root, search?.text ?? "")}
!${found}
!${search ? "" : caseList(cases, timeZone)}
!${generationChart(generations, firsts)}`,
    "./changes.atom",
  );
}

/** The services that the newest copy of each interface is from. */
const services = (generations: readonly GenerationSummary[]): string =>
  (["register", "cases"] as const)
    .flatMap((of) => generations.findLast((one) => one.of === of)?.service ?? [])
    .join(" and ") || "no service yet";

function foundList({ text, offset, found, more, total }: Searched): string {
  const all = total === null ? `more than ${count(maxCounted)}` : count(total);
  if (found.length === 0)
    return total === 0
      ? html`<h2>Nothing found</h2><p>No subject has “${text}” in its name. Fewer letters find more; accents do not matter.</p>`
      : html`<h2>No more</h2><p>There are ${all}.</p>`;
  const end = offset + found.length;
  const shown = offset === 0 && !more ? `${all} found` : `${count(offset + 1)} to ${count(end)} of ${all} found`;
  const page = (from: number, rel: string, name: string): string =>
    html`<a rel="${rel}" href="./?${new URLSearchParams({ q: text, offset: String(from) })}">${name}</a>`;
  const pages = [
    offset > 0 ? page(Math.max(0, offset - foundOnPage), "prev", "Previous page") : "",
    more ? page(end, "next", "Next page") : "",
  ].filter(Boolean);
  return html`<h2>${shown}</h2>
<ul class="plain">!${found.map(foundItem).join("")}</ul>
!${pages.length > 0 ? html`<p>!${pages.join(" · ")}</p>` : ""}`;
}

const foundItem = (subject: FoundSubject): string => {
  const { mbs, oib, name, shortName, sjediste } = subject;
  return html`<li>
<a href="./subject/${mbs}">${name}</a>${shortName && shortName !== name ? ` (${shortName})` : ""}<br>
!${standingText(subject)}<span class="dim"> · <span class="number">MBS ${mbs}</span>!${oib ? html` · <span class="number">OIB ${oib}</span>` : ""}!${sjediste ? html` · ${sjediste}` : ""}</span>
</li>`;
};

/** Cases with their next hearing: those that have one first. */
function caseList(cases: readonly FollowedCase[], timeZone: string): string {
  if (cases.length === 0) return "";
  const time = ({ nextHearing }: FollowedCase): number => readTime(nextHearing, timeZone) ?? Number.MAX_VALUE;
  const sorted = cases.toSorted((one, other) => time(one) - time(other));
  const items = sorted.slice(0, foundOnPage).map((one) => {
    const missing =
      one.missing === null ? "" : html`<span class="changed">no such case since ${moment(one.missing)}</span>`;
    const hearing = one.nextHearing === null ? "" : html`hearing ${hearingTime(one.nextHearing, timeZone)}`;
    const note = one.note === null ? "" : html`<strong>${one.note}</strong>`;
    const court = html`<span class="dim">${one.courtName ?? `court ${one.court}`}</span>`;
    return html`<li><a href=".${casePath(one)}">${caseText(one)}</a> !${[court, note, hearing, missing].filter(Boolean).join(" · ")}</li>`;
  });
  const more =
    cases.length > items.length ? html`<p>These are ${count(items.length)} of ${count(cases.length)}.</p>` : "";
  return html`<h2>Court cases</h2>
<p class="dim">Those that are followed, by their next hearing, in the time of ${timeZone}. <a href="./hearings.ics">All hearings ahead, for a calendar</a></p>
<ul class="plain">!${items.join("")}</ul>!${more}`;
}

/** Rows that came and went, per generation: a list whose last column is a chart. On a phone, the columns are below one another. */
function generationChart(generations: readonly GenerationSummary[], firsts: ReadonlySet<number>): string {
  const shown = generations.slice(-shownGenerations).toReversed();
  const sums = shown.map((one) => ({
    ...one,
    rows: sum(one.lists.map((list) => list.rows)),
    came: sum(one.lists.map((list) => list.new)),
    went: sum(one.lists.map((list) => list.gone)),
    isFirst: firsts.has(one.generation),
  }));
  // The first copy is all new, and would hide every other bar.
  const changes = sums.filter(({ isFirst }) => !isFirst);
  const most = Math.max(1, ...changes.map(({ came, went }) => came + went));
  const items = sums.map(
    ({
      generation,
      completed,
      rows,
      came,
      went,
      isFirst,
    }) => html`<li><a href="./generation/${generation}">Generation ${generation}</a>
<span class="number">${minute(completed)}</span><span class="number rows">${count(rows)} rows</span>
<span class="number new">+${count(came)} new</span><span class="number gone">−${count(went)} gone</span>
<span class="bars">!${isFirst ? "the first copy" : bar(came, went, most)}</span></li>`,
  );
  return html`<h2>What each generation changed</h2>
<p class="dim">When it was complete (UTC), its rows, and how many came and went. <a href="./changes.atom">As a feed</a></p>
<ol class="generations">!${items.join("")}</ol>`;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0);

/** An SVG, because a style attribute would need a laxer policy. */
function bar(came: number, went: number, most: number): string {
  const width = 200;
  const part = (rows: number): number => (rows === 0 ? 0 : Math.max(1, Math.round((rows / most) * width)));
  return html`<svg viewBox="0 0 ${width} 12" width="100%" height="12" preserveAspectRatio="none" aria-hidden="true">
<rect class="new" fill="currentColor" width="${part(came)}" height="12"/><rect class="gone" fill="currentColor" x="${part(came)}" width="${part(went)}" height="12"/></svg>`;
}
