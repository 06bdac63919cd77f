/** Explains changes of the shipped operation documents. */
import { type GraphQLSchema, validate } from "graphql";
import type { Both } from "../both.ts";
import type { Finding } from "../judge.ts";
import { canonical, type Operations, type ShippedOperation } from "./documents.ts";
import { findInSelections, type HasField } from "./selections.ts";
import { findInVariables } from "./variables.ts";

/** Compares the operations of the GraphQL client by name. `has` tells which fields the old and the new schema have. */
export function findInDocuments({ before, after }: Both<Operations>, has: Both<HasField>): Finding[] {
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

function wholeDocument(old: ShippedOperation | undefined, hasNow: HasField): string {
  if (old === undefined) return "document-added";
  const asked = [...old.selections].filter(([path]) => !path.includes("."));
  return asked.some(([, { coordinate }]) => hasNow(coordinate)) ? "document-removed" : "document-removed refused";
}

function inOperation(both: Both<ShippedOperation>, has: Both<HasField>): Omit<Finding, "operations">[] {
  const { before, after } = both;
  const found = [...findInVariables(both), ...findInSelections(both, has)];
  if (found.length > 0 || canonical(before.document) === canonical(after.document)) return found;
  const selected = [...before.selections.values(), ...after.selections.values()];
  // What follows a change of the schema is reported there.
  if (selected.some(({ coordinate }) => !has.before(coordinate) || !has.after(coordinate))) return [];
  return [{ rule: "document-changed", subject: after.name }];
}

/** The shipped operations that the schema rejects. */
export function findInvalid(schema: GraphQLSchema, operations: Operations): Finding[] {
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
