import { html } from "ghtml";
import type { Change } from "../changes/change.ts";
import { describe, plain } from "../show/describe.ts";

/** A change in words, as markup. `hidden` fields are left out, because they are told elsewhere. */
export function changeText(change: Change, hidden: readonly string[] = []): string {
  // Of a case that changed, the page has the rest.
  const isTold = change.list === "predmet" && change.change === "changed";
  const row = isTold ? "" : describe(change.list, { row: change.row, meanings: {} }, hidden);
  const what = html`<span class="tag ${change.change}">${change.change}</span> <span class="dim">${change.list}</span> ${row}`;
  if (change.change !== "changed") return what;
  const fields = change.fields.map(
    ({ field, old, new: now }) =>
      html`<li>${field}: <del>${plain(old) || "nothing"}</del> → <ins>${plain(now) || "nothing"}</ins></li>`,
  );
  return html`!${what}<ul>!${fields.join("")}</ul>`;
}
