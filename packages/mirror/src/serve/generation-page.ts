import { html } from "ghtml";
import type { Change, ChangesSummary } from "../changes/change.ts";
import { changeText } from "./change-text.ts";
import { count, layout, minute } from "./layout.ts";

/** What a generation changed: the counts, and as many changes as a page takes. */
export function generationPage({ summary, changes }: { summary: ChangesSummary; changes: readonly Change[] }): string {
  const { to, lists } = summary;
  const rows = lists.map(
    (
      one,
    ) => html`<tr><td>${one.list}</td><td class="number new">+${count(one.new)}</td><td class="number gone">−${count(one.gone)}</td>
<td class="number changed">${count(one.changed)}</td></tr>`,
  );
  const all = lists.reduce((sum, one) => sum + one.new + one.gone + one.changed, 0);
  const shown = changes.map((change) => subjectItem(change));
  const more = all > changes.length ? html`<p>These are the first ${count(changes.length)} of ${count(all)}.</p>` : "";
  return layout(
    `Generation ${to.generation}`,
    html`<h1>Generation ${to.generation}</h1><p class="dim">Completed ${minute(to.completed)} (UTC).</p>
!${all === 0 ? "<p>Nothing has changed.</p>" : ""}
<table><thead><tr><th>list</th><th class="number">new</th><th class="number">gone</th><th class="number">changed</th></tr></thead>
<tbody>!${rows.join("")}</tbody></table>
!${more}<ul class="plain">!${shown.join("")}</ul>`,
  );
}

function subjectItem(change: Change): string {
  const { mbs, oib, naziv } = change;
  if (mbs === null) return html`<li>!${changeText(change)}</li>`;
  const number = html`<a class="number" href="/subject/${mbs}">MBS ${mbs}</a>`;
  const others = [oib && html` <span class="number">OIB ${oib}</span>`, naziv && html` <strong>${naziv}</strong>`];
  return html`<li>!${number}!${others.filter(Boolean).join("")} !${changeText(change, ["mbs"])}</li>`;
}
