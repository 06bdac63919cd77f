import { html } from "ghtml";
import { describe } from "../show/describe.ts";
import type { Shown, ShownSubject } from "../show/show.ts";
import type { GenerationMark } from "../store/snapshot.ts";
import { changeText } from "./change-text.ts";
import { byGeneration, type DatedChange } from "./history.ts";
import { standing } from "./home-page.ts";
import { layout, minute, searchForm } from "./layout.ts";

/** What the page of a subject shows. */
export interface SubjectView {
  found: Shown;
  /** All generations that are kept, the oldest first. */
  generations: readonly GenerationMark[];
  /** The history of each subject, the newest first. */
  histories: readonly (readonly DatedChange[])[];
}

export function subjectPage({ found, generations, histories }: SubjectView): string {
  const { number, kind, isValid, subjects, generation } = found;
  const wrong = isValid ? "" : html`<p class="gone">${number} is no valid OIB: its check digit is wrong.</p>`;
  if (subjects.length === 0)
    return layout(
      number,
      html`<h1>Not found</h1>!${wrong}<p>No subject has the ${kind.toUpperCase()} ${number} in generation ${generation}.</p>!${searchForm("")}`,
    );
  const parts = subjects.map((subject, index) => subjectPart(subject, histories[index] ?? [], found, generations));
  return layout(subjects[0]?.name ?? number, wrong + parts.join(""));
}

function subjectPart(
  { mbs, oib, oibIsValid, name, deleted, lists }: ShownSubject,
  history: readonly DatedChange[],
  { generation, completed }: Shown,
  generations: readonly GenerationMark[],
): string {
  const isNewest = generation === generations.at(-1)?.generation;
  const when = isNewest
    ? ""
    : html`<p>As it was in generation ${generation}, of ${minute(completed)}. <a href="/subject/${mbs}">As it is now</a></p>`;
  const sections = lists.map(
    ({ list, about, rows }) => html`<h3>${about.replace(/\.$/, "")} <span class="dim">${list}</span></h3>
<ul>!${rows.map((row) => html`<li>${describe(list, row, ["mbs"])}</li>`).join("")}</ul>`,
  );
  return html`<h1>${name ?? "(no name)"}</h1>
<p>MBS ${mbs} · ${oib ? `OIB ${oib}${oibIsValid ? "" : " (wrong check digit)"}` : "no OIB"} · !${standing(deleted)}</p>
!${when}
!${sections.join("")}
!${timeline(mbs, history, generations)}`;
}

function timeline(mbs: string, history: readonly DatedChange[], generations: readonly GenerationMark[]): string {
  const [oldest] = generations;
  const since = oldest
    ? html`<p class="dim">This copy knows it since generation ${oldest.generation}, of ${minute(oldest.completed)}.</p>`
    : "";
  if (history.length === 0) return html`<h2>History</h2><p>Nothing has changed.</p>!${since}`;
  const steps = byGeneration(history).map(
    ({
      mark: { generation, completed },
      changes,
    }) => html`<li><a href="/subject/${mbs}?at=${generation}">Generation ${generation}</a>
<span class="dim">${minute(completed)}</span>
<ul>!${changes.map((change) => html`<li>!${changeText(change, ["mbs"])}</li>`).join("")}</ul></li>`,
  );
  return html`<h2>History</h2><ol class="timeline">!${steps.join("")}</ol>!${since}`;
}
