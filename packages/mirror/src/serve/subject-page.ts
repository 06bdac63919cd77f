import { html } from "ghtml";
import type { Change } from "../changes/change.ts";
import { mostSubjects, newest } from "../show/bounded.ts";
import { describe, titleFields } from "../show/describe.ts";
import type { Shown, ShownSubject } from "../show/show.ts";
import type { GenerationMark } from "../store/snapshot.ts";
import { changeText } from "./change-text.ts";
import { byGeneration, type DatedChange } from "./history.ts";
import { count, layout, minute, othersText, searchForm, standingText } from "./layout.ts";

/** What the page of a subject shows. */
export interface SubjectView {
  found: Shown;
  /** All generations that are kept, the oldest first. */
  generations: readonly GenerationMark[];
  /** The history of each subject, the newest first. If there is none with the number, of those that had it. */
  histories: readonly (readonly DatedChange[])[];
}

const root = "../";

export function subjectPage({ found, generations, histories }: SubjectView): string {
  const { number, kind, isValid, subjects, generation } = found;
  const wrong = isValid ? "" : html`<p class="gone">${number} is no valid OIB: its check digit is wrong.</p>`;
  if (subjects.length === 0) {
    const past = histories.flatMap((history) => {
      const { mbs, naziv } = history[0]?.change ?? {};
      if (!mbs) return [];
      return html`<h2>${naziv ?? "(no name)"}</h2><p>MBS ${mbs}</p>!${timeline(`../subject/${mbs}`, "h3", history, generations, tell)}`;
    });
    return layout(
      root,
      number,
      html`<h1>Not found</h1>!${wrong}<p>No subject has the ${kind.toUpperCase()} ${number} in generation ${generation}.</p>!${searchForm(root, "")}!${past.join("")}`,
    );
  }
  const isOne = subjects.length === 1;
  const title = isOne
    ? (subjects[0]?.name ?? "(no name)")
    : `${subjects.length} subjects have the ${kind.toUpperCase()} ${number}`;
  const parts = subjects.slice(0, mostSubjects).map((subject, index) => {
    const name = isOne ? "" : html`<h2>${subject.name ?? "(no name)"}</h2>`;
    return name + subjectPart(subject, isOne ? "h2" : "h3", histories[index] ?? [], found, generations);
  });
  if (subjects.length > parts.length)
    parts.push(
      html`<p>These are ${parts.length} of them. <a href="../subject/${number}.json">All of them as JSON</a></p>`,
    );
  return layout(root, title, html`<h1>${title}</h1>!${wrong}!${parts.join("")}`, `../subject/${number}.atom`);
}

/** A change of a subject, whose number the page has. */
const tell = (change: Change): string => changeText(change, ["mbs"]);

/** @param heading - Of its lists and its history. */
function subjectPart(
  subject: ShownSubject,
  heading: "h2" | "h3",
  history: readonly DatedChange[],
  { generation, completed }: Shown,
  generations: readonly GenerationMark[],
): string {
  const { mbs, oib, oibIsValid, company, lists } = subject;
  const isNewest = generation === generations.at(-1)?.generation;
  const when = isNewest
    ? ""
    : html`<p>As it was in generation ${generation}, of ${minute(completed)}. <a href="../subject/${mbs}">As it is now</a></p>`;
  const at = isNewest ? "" : `?at=${generation}`;
  const json = `../subject/${mbs}.json${at}`;
  const sections = lists.map(({ list, about, rows }) => {
    const { shown } = newest(rows);
    return html`<${heading}>${about.replace(/\.$/, "")} <span class="dim">${list}</span></${heading}>
!${othersText(shown.length, rows.length, json, "as JSON")}<ul>!${shown.map((row) => html`<li>${describe(list, row, titleFields(list))}</li>`).join("")}</ul>`;
  });
  return html`<p>!${standingText(subject)}<br>
MBS ${mbs} · ${oib ? `OIB ${oib}${oibIsValid ? "" : " (wrong check digit)"}` : "no OIB"}!${company?.sjediste ? html` · ${company.sjediste}` : ""}<br>
<span class="dim">For programs: <a href="${json}">JSON</a>, <a href="../subject/${mbs}.atom">feed</a></span></p>
!${when}
!${sections.join("")}
!${timeline(`../subject/${mbs}`, heading, history, generations, tell)}`;
}

/** Changes of a history on a page, at most: the newest. */
const mostChanges = 200;

/** Generations of a history on a page, at most: the newest. */
const mostGenerations = 100;

/**
 * A history: its newest changes, how many there are in each generation, and where the others are.
 *
 * @param path - Of the page that it is of, from a page of its folder.
 * @param tell - A change as markup.
 */
export function timeline(
  path: string,
  heading: "h2" | "h3",
  history: readonly DatedChange[],
  generations: readonly GenerationMark[],
  tell: (change: Change) => string,
): string {
  const [oldest] = generations;
  const since = oldest
    ? html`<p class="dim">This copy knows it since generation ${oldest.generation}, of ${minute(oldest.completed)}.</p>`
    : "";
  if (history.length === 0) return html`<${heading}>History</${heading}><p>Nothing has changed.</p>!${since}`;
  let room = mostChanges;
  const all = byGeneration(history);
  const steps = all.slice(0, mostGenerations).map(({ mark: { generation, completed }, changes }) => {
    const shown = changes.slice(0, room);
    room -= shown.length;
    const items = shown.map((change) => html`<li>!${tell(change)}</li>`);
    if (shown.length < changes.length)
      items.push(
        html`<li>${count(changes.length - shown.length)} more of ${count(changes.length)}: <a href="../generation/${generation}.csv">all that this generation changed, as CSV</a></li>`,
      );
    return html`<li><a href="${path}?at=${generation}">Generation ${generation}</a>
<span class="dim">${minute(completed)}</span>
<ul>!${items.join("")}</ul></li>`;
  });
  const others = all.slice(mostGenerations);
  if (others.length > 0)
    steps.push(
      html`<li>${count(others.length)} earlier generations changed it, too, the last of them <a href="${path}?at=${others[0]?.mark.generation}">generation ${others[0]?.mark.generation}</a>: <code>court-register-mirror changes</code> has them all.</li>`,
    );
  return html`<${heading}>History</${heading}><ol class="timeline">!${steps.join("")}</ol>!${since}`;
}
