import { html } from "ghtml";
import type { Change, ChangesSummary } from "../changes/change.ts";
import { caseHidden } from "../show/describe.ts";
import type { GenerationSummary } from "../store/generations.ts";
import { changeText } from "./change-text.ts";
import { count, layout, minute } from "./layout.ts";

/** What the page of a generation shows. */
export interface GenerationView {
  summary: ChangesSummary;
  /** As many changes as a page takes. */
  changes: readonly Change[];
  /** The list that is shown alone, if one is. */
  only: string | undefined;
  /** What is recorded of the generation. */
  record: GenerationSummary | undefined;
  /** That of the courts. */
  timeZone: string;
}

const root = "../";

/** What a generation changed: the counts, and as many changes as a page takes. */
export function generationPage({ summary, changes, only, record, timeZone }: GenerationView): string {
  const { to, lists, isFirst } = summary;
  const title = `Generation ${to.generation}${only === undefined ? "" : `: ${only}`}`;
  const head = html`<h1>${title}</h1><p class="dim">Completed ${minute(to.completed)} (UTC).</p>`;
  if (isFirst) {
    const rows = (record?.lists ?? []).map(
      (one) => html`<tr><td>${one.list}</td><td class="number">${count(one.rows)}</td></tr>`,
    );
    return layout(
      root,
      title,
      html`!${head}<p>It is the first copy: there is nothing to compare it with.</p>
<table><thead><tr><th>list</th><th class="number">rows</th></tr></thead><tbody>!${rows.join("")}</tbody></table>`,
    );
  }
  const path = `../generation/${to.generation}`;
  const rows = lists.map(
    (one) => html`<tr><td><a href="${path}?list=${one.list}">${one.list}</a></td>
<td class="number new">+${count(one.new)}</td><td class="number gone">−${count(one.gone)}</td><td class="number changed">${count(one.changed)}</td></tr>`,
  );
  const all = lists.reduce((sum, one) => sum + one.new + one.gone + one.changed, 0);
  const query = only === undefined ? "" : html`?list=${only}`;
  const whole = html`<a href="${path}.csv!${query}">All as CSV</a>`;
  const clock = changes.some(({ list }) => list === "rocista")
    ? html`<p class="dim">Times of hearings are those of ${timeZone}.</p>`
    : "";
  const more = all > changes.length ? html`These are the first ${count(changes.length)} of ${count(all)}. ` : "";
  return layout(
    root,
    title,
    html`!${head}
!${only === undefined ? "" : html`<p><a href="${path}">All lists</a></p>`}
!${all === 0 ? "<p>Nothing has changed.</p>" : tableOf(rows)}
!${all === 0 ? "" : html`<p>!${more}!${whole}</p>`}!${clock}<ul class="plain">!${changes.map((change) => changeItem(change, timeZone)).join("")}</ul>`,
  );
}

const tableOf = (rows: readonly string[]): string =>
  html`<table><thead><tr><th>list</th><th class="number">new</th><th class="number">gone</th><th class="number">changed</th></tr></thead>
<tbody>!${rows.join("")}</tbody></table>`;

/** A change, below whose it is. */
function changeItem(change: Change, timeZone: string): string {
  const { mbs, oib, naziv, sjediste, case: about, note } = change;
  if (about !== null) {
    const written = note === null ? "" : html` <strong>${note}</strong>`;
    return html`<li><a href="../case/${encodeURIComponent(about)}">${about}</a>!${written}<br>!${changeText(change, caseHidden, timeZone)}</li>`;
  }
  if (mbs === null) return html`<li>!${changeText(change)}</li>`;
  const number = html`<a class="number" href="../subject/${mbs}">MBS ${mbs}</a>`;
  const others = [
    oib && html` <span class="number">OIB ${oib}</span>`,
    naziv && html` <strong>${naziv}</strong>`,
    sjediste && html` <span class="dim">${sjediste}</span>`,
  ];
  return html`<li>!${number}!${others.filter(Boolean).join("")}<br>!${changeText(change, ["mbs"])}</li>`;
}
