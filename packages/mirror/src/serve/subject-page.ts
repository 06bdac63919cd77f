import { html } from "ghtml";
import { describe, titleFields } from "../show/describe.ts";
import type { Shown, ShownSubject } from "../show/show.ts";
import type { GenerationMark } from "../store/snapshot.ts";
import { changeText } from "./change-text.ts";
import { byGeneration, type DatedChange } from "./history.ts";
import { layout, minute, searchForm, standingText } from "./layout.ts";

/** What the page of a subject shows. */
export interface SubjectView {
  found: Shown;
  /** All generations that are kept, the oldest first. */
  generations: readonly GenerationMark[];
  /** The history of each subject, the newest first. If there is none with the number, of those that had it. */
  histories: readonly (readonly DatedChange[])[];
}

export function subjectPage({ found, generations, histories }: SubjectView): string {
  const { number, kind, isValid, subjects, generation } = found;
  const wrong = isValid ? "" : html`<p class="gone">${number} is no valid OIB: its check digit is wrong.</p>`;
  if (subjects.length === 0) {
    const past = histories.flatMap((history) => {
      const { mbs, naziv } = history[0]?.change ?? {};
      if (!mbs) return [];
      return html`<h2>${naziv ?? "(no name)"}</h2><p>MBS ${mbs}</p>!${timeline(`/subject/${mbs}`, "h3", history, generations, ["mbs"])}`;
    });
    return layout(
      number,
      html`<h1>Not found</h1>!${wrong}<p>No subject has the ${kind.toUpperCase()} ${number} in generation ${generation}.</p>!${searchForm("")}!${past.join("")}`,
    );
  }
  const isOne = subjects.length === 1;
  const title = isOne
    ? (subjects[0]?.name ?? "(no name)")
    : `${subjects.length} subjects have the ${kind.toUpperCase()} ${number}`;
  const parts = subjects.map((subject, index) => {
    const name = isOne ? "" : html`<h2>${subject.name ?? "(no name)"}</h2>`;
    return name + subjectPart(subject, isOne ? "h2" : "h3", histories[index] ?? [], found, generations);
  });
  return layout(title, html`<h1>${title}</h1>!${wrong}!${parts.join("")}`, `/subject/${number}.atom`);
}

/** @param heading - Of its lists and its history. */
function subjectPart(
  subject: ShownSubject,
  heading: "h2" | "h3",
  history: readonly DatedChange[],
  { generation, completed }: Shown,
  generations: readonly GenerationMark[],
): string {
  const { mbs, oib, oibIsValid, lists } = subject;
  const isNewest = generation === generations.at(-1)?.generation;
  const when = isNewest
    ? ""
    : html`<p>As it was in generation ${generation}, of ${minute(completed)}. <a href="/subject/${mbs}">As it is now</a></p>`;
  const sections = lists.map(
    ({
      list,
      about,
      rows,
    }) => html`<${heading}>${about.replace(/\.$/, "")} <span class="dim">${list}</span></${heading}>
<ul>!${rows.map((row) => html`<li>${describe(list, row, titleFields(list))}</li>`).join("")}</ul>`,
  );
  const at = isNewest ? "" : `?at=${generation}`;
  return html`<p>!${standingText(subject)}<br>
MBS ${mbs} · ${oib ? `OIB ${oib}${oibIsValid ? "" : " (wrong check digit)"}` : "no OIB"}<br>
<span class="dim">For programs: <a href="/subject/${mbs}.json${at}">JSON</a>, <a href="/subject/${mbs}.atom">feed</a></span></p>
!${when}
!${sections.join("")}
!${timeline(`/subject/${mbs}`, heading, history, generations, ["mbs"])}`;
}

/**
 * A history.
 *
 * @param path - Of the page that it is of.
 * @param hidden - Fields that the page tells elsewhere.
 */
export function timeline(
  path: string,
  heading: "h2" | "h3",
  history: readonly DatedChange[],
  generations: readonly GenerationMark[],
  hidden: readonly string[],
): string {
  const [oldest] = generations;
  const since = oldest
    ? html`<p class="dim">This copy knows it since generation ${oldest.generation}, of ${minute(oldest.completed)}.</p>`
    : "";
  if (history.length === 0) return html`<${heading}>History</${heading}><p>Nothing has changed.</p>!${since}`;
  const steps = byGeneration(history).map(
    ({
      mark: { generation, completed },
      changes,
    }) => html`<li><a href="${path}?at=${generation}">Generation ${generation}</a>
<span class="dim">${minute(completed)}</span>
<ul>!${changes.map((change) => html`<li>!${changeText(change, hidden)}</li>`).join("")}</ul></li>`,
  );
  return html`<${heading}>History</${heading}><ol class="timeline">!${steps.join("")}</ol>!${since}`;
}
