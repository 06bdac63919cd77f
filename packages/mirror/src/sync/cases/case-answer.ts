/** What the service of court cases has sent, read from what is here: nothing is asked for. */
import { type CaseKey, foldMark, isOfCase } from "../../cases/mark.ts";
import { caseLists } from "../../generated/lists.ts";
import { MirrorError } from "../../mirror-error.ts";
import { say } from "../../option-text.ts";
import type { WireRow } from "../../show/contract-names.ts";
import type { List } from "../../wire/list.ts";
import { isWireObject, textOf, type WireObject, type WireValue } from "../../wire/wire.ts";
import { leaveOut } from "../inconsistency.ts";

/** What the service has answered for a case. */
export type CaseAnswer =
  /** Its rows by list. A list that was not answered has none; one of `misshapen` was answered with something else than objects. */
  | { rows: ReadonlyMap<string, readonly WireObject[] | undefined>; misshapen: readonly string[] }
  /** There is no such case. */
  | "missing"
  | { problem: string };

/** The list with the cases themselves. The others that are of a case are fields of theirs. */
export const cases: List = caseLists.find(isOfCase) as List;
const fields = caseLists.filter((list) => isOfCase(list) && list !== cases);

/** What was sent for a case. */
export function readCase(sent: WireValue, key: CaseKey): CaseAnswer {
  if (sent === null) return "missing";
  if (!isWireObject(sent)) return { problem: `the service must send a case, but sent ${textOf(sent).slice(0, 100)}` };
  const { oznakaBroj: mark, sudId: court }: WireRow<"predmet"> = sent;
  const isOther =
    (typeof mark === "string" && foldMark(mark) !== foldMark(key.mark)) ||
    (court != null && textOf(court) !== String(key.court));
  if (isOther)
    return {
      problem: `the service answered with another case, ${textOf(mark ?? null)} at court ${textOf(court ?? null)}`,
    };
  const asked = { asked_mark: key.mark, asked_court: key.court };
  const own = Object.entries(sent).filter(([name]) => !fields.some((field) => field.name === name));
  const rows = new Map<string, readonly WireObject[] | undefined>([
    [cases.name, [{ ...asked, ...Object.fromEntries(own), ...asked }]],
  ]);
  for (const { name } of fields)
    rows.set(
      name,
      rowsOf(sent[name] ?? null)?.map((row) => ({ ...asked, ...row, ...asked })),
    );
  const misshapen = fields.map(({ name }) => name).filter((name) => sent[name] != null && !rows.get(name));
  return { rows, misshapen };
}

/** What was sent, if it is an array of objects. */
const rowsOf = (sent: WireValue): readonly WireObject[] | undefined =>
  Array.isArray(sent) && sent.every(isWireObject) ? sent : undefined;

/** The rows of a list. @throws MirrorError of kind `service` if it is none. */
export function readList(name: string, sent: WireValue): readonly WireObject[] {
  const rows = rowsOf(sent);
  if (rows) return rows;
  throw new MirrorError(
    "service",
    say`The service must send an array of objects for ${name}, but sent ${textOf(sent).slice(0, 100)}. ${leaveOut(name)}`,
  );
}
