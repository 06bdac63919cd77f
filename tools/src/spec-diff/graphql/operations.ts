/** Explains changes of the shipped operation documents. */
import { type GraphQLSchema, validate } from "graphql";
import type { Both, Explained, Finding } from "../change.ts";
import { passesAs, readsOtherwise } from "./client-types.ts";
import {
  canonical,
  type SelectedField,
  type ShippedOperation,
  type ShippedOperations,
  type Variable,
} from "./documents.ts";

/** Whether the schema has a field, such as `Sud.naziv`, or an argument, such as `Query.predmet.sud`. */
export type HasField = (coordinate: string) => boolean;

/** A difference within one operation. */
type Found = Omit<Finding, "operations">;

/** Compares the operations of the GraphQL client by name. `has` tells which fields the old and the new schema have. */
export function findInDocuments({ before, after }: Both<ShippedOperations>, has: Both<HasField>): Finding[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].flatMap((name) => {
    const [old, now] = [before.get(name), after.get(name)];
    const found =
      old === undefined || now === undefined
        ? [{ rule: wholeDocument(old, has.after), subject: name }]
        : inOperation({ before: old, after: now }, has);
    return found.map((one) => ({ ...one, operations: [name], documents: true as const }));
  });
}

function wholeDocument(old: ShippedOperation | undefined, hasNow: HasField): Explained["rule"] {
  if (old === undefined) return "document-added";
  const asked = [...old.selections].filter(([path]) => !path.includes("."));
  return asked.some(([, { coordinate }]) => hasNow(coordinate)) ? "document-removed" : "document-removed refused";
}

function inOperation(both: Both<ShippedOperation>, has: Both<HasField>): Found[] {
  const { before, after } = both;
  const found = [...findInVariables(both), ...findInSelections(both, has)];
  if (found.length > 0 || canonical(before.document) === canonical(after.document)) return found;
  const selected = [...before.selections.values(), ...after.selections.values()];
  // What follows a change of the schema is reported there.
  if (selected.some(({ coordinate }) => !has.before(coordinate) || !has.after(coordinate))) return [];
  return [{ rule: "document-changed", subject: after.name }];
}

/** The shipped operations that the schema rejects. */
export function findInvalid(schema: GraphQLSchema, operations: ShippedOperations): Finding[] {
  return [...operations.values()].flatMap(({ name, document }) =>
    validate(schema, document).map(({ message }) => ({
      rule: "document-invalid",
      facts: { message },
      subject: name,
      operations: [name],
      documents: true as const,
    })),
  );
}

function findInVariables({ before, after }: Both<ShippedOperation>): Found[] {
  const names = new Set([...before.variables.keys(), ...after.variables.keys()]);
  return [...names].flatMap((name) => {
    const [from, to] = [before.variables.get(name), after.variables.get(name)];
    const explained =
      from === undefined || to === undefined
        ? [{ rule: cameOrWent(to, before.variables.size === 0) }]
        : [...typeChanged(from, to), ...defaultChanged(from, to)];
    return explained.map((one) => ({ ...one, subject: `$${name}` }));
  });
}

function cameOrWent(now: Variable | undefined, isFirst: boolean): Explained["rule"] {
  if (now === undefined) return "variable-removed";
  if (now.required) return "required-variable-added";
  return isFirst ? "first-variable-added" : "variable-added";
}

function typeChanged(from: Variable, to: Variable): Explained[] {
  if (from.text === to.text) return [];
  const facts = { from: from.text, to: to.text };
  const compiles = from.type !== undefined && to.type !== undefined && passesAs(from.type, to.type);
  if (!compiles) return [{ rule: "variable-type-changed", facts }];
  const isWider = from.text.replaceAll("!", "") === to.text.replaceAll("!", "");
  return [{ rule: isWider ? "variable-type-wider" : "variable-type-changed values", facts }];
}

function defaultChanged(from: Variable, to: Variable): Explained[] {
  if (from.default === to.default) return [];
  const facts = { from: from.default ?? "absent", to: to.default ?? "absent" };
  if (from.default === undefined) return [{ rule: "variable-default-changed added", facts }];
  return [{ rule: to.required ? "variable-default-changed required" : "variable-default-changed", facts }];
}

function findInSelections(both: Both<ShippedOperation>, has: Both<HasField>): Found[] {
  return [...gone(both, has.after), ...selectedNow(both, has.before), ...argumentsNow(both.after, has.before)];
}

function gone(
  { before: { selections: old }, after: { selections: now } }: Both<ShippedOperation>,
  hasNow: HasField,
): Found[] {
  // A field that was removed from the schema is reported there, and one below a removed selection with that selection.
  const isReported = (path: string, { coordinate }: SelectedField): boolean =>
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

const newRule = (known: boolean): Explained["rule"] => (known ? "selection-added" : "new-field-selected");

function changeRule(
  both: Both<ShippedOperation>,
  path: string,
  was: SelectedField,
  is: SelectedField,
): Explained["rule"] | undefined {
  if (is.conditional && !was.conditional) return "selection-conditional";
  if (!isAskedOtherwise(both, was, is)) return undefined;
  return readsOtherwise(path, both.before, both.after) ? "selection-changed otherwise" : "selection-changed";
}

function isAskedOtherwise({ before, after }: Both<ShippedOperation>, was: SelectedField, is: SelectedField): boolean {
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
