/** Explains changes of what a shipped operation selects. */

import type { Both } from "../both.ts";
import type { Finding } from "../judge.ts";
import { readsOtherwise } from "./client-types.ts";
import type { Selection, ShippedOperation } from "./documents.ts";

type Found = Omit<Finding, "operations">;

/** Whether the schema has a field, such as `Sud.naziv`, or an argument, such as `Query.predmet.sud`. */
export type HasField = (coordinate: string) => boolean;

export function findInSelections(both: Both<ShippedOperation>, has: Both<HasField>): Found[] {
  return [...gone(both, has.after), ...selectedNow(both, has.before), ...argumentsNow(both.after, has.before)];
}

function gone(
  { before: { selections: old }, after: { selections: now } }: Both<ShippedOperation>,
  hasNow: HasField,
): Found[] {
  // A field that was removed from the schema is reported there, and one below a removed selection with that selection.
  const isReported = (path: string, { coordinate }: Selection): boolean =>
    !now.has(path) && hasNow(coordinate) && !isBelow(path, old, now);
  return [...old].flatMap(([path, one]) =>
    isReported(path, one) ? [{ rule: "selection-removed", facts: { path }, subject: one.coordinate }] : [],
  );
}

function selectedNow(both: Both<ShippedOperation>, had: HasField): Found[] {
  const { before, after } = both;
  return [...after.selections].flatMap(([path, is]) => {
    const was = before.selections.get(path);
    // What is below a new selection is reported with it.
    if (was === undefined && isBelow(path, after.selections, before.selections)) return [];
    const rule = was === undefined ? newRule(had(is.coordinate)) : changeRule(both, path, was, is);
    return rule === undefined ? [] : [{ rule, facts: { path }, subject: is.coordinate }];
  });
}

const newRule = (known: boolean): string => (known ? "selection-added" : "new-field-selected");

function changeRule(both: Both<ShippedOperation>, path: string, was: Selection, is: Selection): string | undefined {
  if (is.conditional && !was.conditional) return "selection-conditional";
  if (!isAskedOtherwise(both, was, is)) return undefined;
  return readsOtherwise(path, both.before, both.after) ? "selection-changed otherwise" : "selection-changed";
}

function isAskedOtherwise({ before, after }: Both<ShippedOperation>, was: Selection, is: Selection): boolean {
  // Who does not know of a new variable does not pass it: the service gets what it got before.
  const fresh = [...after.variables].filter(
    ([name, { required, default: value }]) => !before.variables.has(name) && !required && !value,
  );
  const passesFresh = (argument: string): boolean => fresh.some(([name]) => argument.endsWith(`: $${name}`));
  return (
    was.conditional !== is.conditional ||
    was.arguments.join() !== is.arguments.filter((argument) => !passesFresh(argument)).join() ||
    was.coordinate.split(".")[1] !== is.coordinate.split(".")[1]
  );
}

/** Arguments that fields had not, each once. A new field is reported with all that it takes. */
function argumentsNow({ selections }: ShippedOperation, had: HasField): Found[] {
  const passed = [...selections.values()]
    .filter(({ coordinate }) => had(coordinate))
    .flatMap(({ coordinate, arguments: written }) => written.map((one) => `${coordinate}.${one.split(":")[0]}`));
  return [...new Set(passed)]
    .filter((coordinate) => !had(coordinate))
    .map((subject) => ({ rule: "new-argument-passed", subject }));
}

/** Whether a parent of the path is also missing on the other side, and therefore reported. */
function isBelow(path: string, here: Map<string, unknown>, there: Map<string, unknown>): boolean {
  const parent = path.split(".").slice(0, -1).join(".");
  return parent !== "" && here.has(parent) && !there.has(parent);
}
