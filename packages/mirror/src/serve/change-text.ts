import { html } from "ghtml";
import type { Change } from "../changes/change.ts";
import { atCourt, describe, plain } from "../show/describe.ts";

/**
 * A change in words, as markup.
 *
 * @param hidden - Fields that are left out, because they are told elsewhere.
 * @param timeZone - That of the courts, for the times of hearings.
 */
export function changeText(change: Change, hidden: readonly string[] = [], timeZone?: string): string {
  const { list } = change;
  // Of a case that changed, the page has the rest.
  const isTold = change.list === "predmet" && change.change === "changed";
  const row = isTold ? "" : describe(list, { row: change.row, meanings: {} }, hidden, timeZone);
  const what = html`<span class="tag ${change.change}">${change.change}</span> <span class="dim">${list}</span> ${row}`;
  if (change.change !== "changed") return what;
  const fields = change.fields.map(({ field, old, new: now }) => {
    const [before, after] = [old, now].map((one) => plain(atCourt(list, field, one, timeZone)) || "nothing");
    return html`<li>${field}: <del>${before}</del> → <ins>${after}</ins></li>`;
  });
  return html`!${what}<ul>!${fields.join("")}</ul>`;
}
