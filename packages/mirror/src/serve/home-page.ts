import { formatMbs } from "@court-register/fetch/identifiers";
import { html } from "ghtml";
import type { FoundSubject, SearchResult } from "../search/search.ts";
import type { GenerationSummary } from "../store/generations.ts";
import { count, layout, minute, searchForm } from "./layout.ts";

/** What the first page shows. */
export interface Home {
  target: string;
  generations: readonly GenerationSummary[];
  /** What was searched for, and found. */
  search: (SearchResult & { text: string }) | undefined;
}

/** Generations that the chart shows: the newest. */
const shownGenerations = 30;

export function homePage({ target, generations, search }: Home): string {
  const found = search ? foundList(search) : "";
  return layout(
    search ? `${search.text} – court register` : "Court register",
    html`<h1>Court register</h1>
<p class="dim">A copy in ${target}, of ${generations.at(-1)?.service ?? "no service yet"}.</p>
!${searchForm(search?.text ?? "")}
!${found}
!${generationChart(generations)}`,
  );
}

function foundList({ text, found, more }: SearchResult & { text: string }): string {
  if (found.length === 0)
    return html`<h2>Nothing found</h2><p>No subject has “${text}” in its name. Fewer letters find more; accents do not matter.</p>`;
  return html`<h2>${more ? `The best ${found.length}` : count(found.length)} found</h2>
<ul class="plain">!${found.map(foundItem).join("")}</ul>`;
}

const foundItem = ({ mbs, oib, name, shortName, deleted }: FoundSubject): string => html`<li>
<a href="/subject/${formatMbs(mbs)}">${name}</a>${shortName && shortName !== name ? ` (${shortName})` : ""}<br>
<span class="dim">MBS ${mbs}${oib ? ` · OIB ${oib}` : ""} · </span>!${standing(deleted)}
</li>`;

/** Whether a subject is still in the register. */
export const standing = (deleted: string | null): string =>
  deleted === null
    ? html`<span class="new">in the register</span>`
    : html`<span class="gone">deleted ${deleted.slice(0, 10)}</span>`;

/** Rows that came and went, per generation: a table whose last column is a chart. */
function generationChart(generations: readonly GenerationSummary[]): string {
  const shown = generations.slice(-shownGenerations).toReversed();
  const sums = shown.map((one) => ({
    ...one,
    rows: sum(one.lists.map((list) => list.rows)),
    came: sum(one.lists.map((list) => list.new)),
    went: sum(one.lists.map((list) => list.gone)),
  }));
  // The first copy is all new, and would hide every other bar.
  const changes = sums.filter(({ generation }) => generation > 1);
  const most = Math.max(1, ...changes.map(({ came, went }) => came + went));
  const rows = sums.map(
    ({ generation, completed, rows: total, came, went }) => html`<tr>
<td class="number"><a href="/generation/${generation}">${generation}</a></td><td class="number">${minute(completed)}</td>
<td class="number">${count(total)}</td><td class="number new">+${count(came)}</td><td class="number gone">−${count(went)}</td>
<td class="bars">!${generation > 1 ? bar(came, went, most) : "the first copy"}</td></tr>`,
  );
  return html`<h2>What each generation changed</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Generations"><table>
<thead><tr><th class="number">generation</th><th class="number">completed (UTC)</th><th class="number">rows</th><th class="number">new</th>
<th class="number">gone</th><th><span class="dim">new and gone, beside the others</span></th></tr></thead>
<tbody>!${rows.join("")}</tbody></table></div>`;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0);

/** An SVG, because a style attribute would need a laxer policy. */
function bar(came: number, went: number, most: number): string {
  const width = 200;
  const part = (rows: number): number => (rows === 0 ? 0 : Math.max(1, Math.round((rows / most) * width)));
  return html`<svg viewBox="0 0 ${width} 12" width="100%" height="12" preserveAspectRatio="none" aria-hidden="true">
<rect class="new" fill="currentColor" width="${part(came)}" height="12"/><rect class="gone" fill="currentColor" x="${part(came)}" width="${part(went)}" height="12"/></svg>`;
}
