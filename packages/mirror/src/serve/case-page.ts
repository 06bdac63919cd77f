import { html } from "ghtml";
import type { KnownCase } from "../cases/find.ts";
import { type CaseKey, caseText } from "../cases/mark.ts";
import type { ShownCase } from "../cases/show-case.ts";
import { newest } from "../show/bounded.ts";
import type { WireRow } from "../show/contract-names.ts";
import { caseFields, caseHidden, caseStanding, describe } from "../show/describe.ts";
import type { ShownList, ShownRow } from "../show/show.ts";
import type { GenerationMark } from "../store/snapshot.ts";
import { changeText } from "./change-text.ts";
import type { DatedChange } from "./history.ts";
import { layout, minute, othersText } from "./layout.ts";
import { timeline } from "./subject-page.ts";

/** What the page of a court case shows. */
export interface CaseView {
  shown: ShownCase;
  /** All generations of court cases that are kept, the oldest first. */
  generations: readonly GenerationMark[];
  /** The newest first. */
  history: readonly DatedChange[];
  /** Cases that have a page. */
  known: readonly KnownCase[];
  /** That of the courts. */
  timeZone: string;
}

/** Path of the page of a case, from the root of the server. */
export const casePath = (key: CaseKey): string => `/case/${encodeURIComponent(caseText(key))}`;

export function casePage({ shown, generations, history, known, timeZone }: CaseView): string {
  const { mark, court, courtName, followed, generation, completed, lists } = shown;
  const path = `..${casePath(shown)}`;
  const standing = caseStanding(shown);
  const isNewest = generation === generations.at(-1)?.generation;
  const json = `${path}.json${isNewest ? "" : `?at=${generation}`}`;
  const note = followed?.note ? html`<strong>${followed.note}</strong><br>` : "";
  const clock = lists.some(({ list }) => list === "rocista")
    ? html`<p class="dim">Times of hearings are those of ${timeZone}.</p>`
    : "";
  const when = isNewest
    ? ""
    : html`<p>As it was in generation ${generation}, of ${minute(completed)}. <a href="${path}">As it is now</a></p>`;
  return layout(
    "../",
    caseText(shown),
    html`<h1>${mark}</h1>
<p>${courtName ?? `Court ${court}`}<br>
<span class="standing ${standing.isFine ? "new" : "changed"}">${standing.text}</span><br>
!${note}
<span class="dim">For programs: <a href="${json}">JSON</a>, <a href="${path}.atom">feed</a>, <a href="../hearings.ics?case=${encodeURIComponent(caseText(shown))}">hearings for a calendar</a></span></p>
!${when}
!${lists.map((list) => section(list, known, json, timeZone)).join("")}
!${clock}
!${timeline(path, "h2", history, generations, (change) => changeText(change, caseHidden, timeZone))}`,
    `${path}.atom`,
  );
}

/** @param json - Path of all that there is. */
function section(
  { list, about, rows }: ShownList,
  known: readonly KnownCase[],
  json: string,
  timeZone: string,
): string {
  const { shown } = newest(rows);
  const items =
    list === "predmet"
      ? shown.flatMap(caseFields).map((text) => html`<li>${text}</li>`)
      : shown.map((row) => html`<li>${describe(list, row, caseHidden, timeZone)}!${linkOf(list, row, known)}</li>`);
  return html`<h2>${about.replace(/\.$/, "")} <span class="dim">${list}</span></h2>!${othersText(shown.length, rows.length, json, "as JSON")}<ul>!${items.join("")}</ul>`;
}

/** A link to an earlier or linked case that the copy knows. */
function linkOf(list: string, { row }: ShownRow, known: readonly KnownCase[]): string {
  const { oznakaBroj, sud }: WireRow<"stariPredmet"> = row;
  const { vezaniOznakaBroj, vezaniSud }: WireRow<"povezaniPredmeti"> = row;
  const [mark, court] = list === "stariPredmet" ? [oznakaBroj, sud] : [vezaniOznakaBroj, vezaniSud];
  const found = known.find((one) => one.mark === mark && one.court === court);
  return found ? html` <a href="..${casePath(found)}">its page</a>` : "";
}
