/** Judges changes of what a shipped operation selects. */
import type { Change } from "../change.ts";
import { readsOtherwise } from "./client-types.ts";
import { change } from "./document-change.ts";
import type { Selection, ShippedOperation } from "./documents.ts";

/** Whether the schema has a field, such as `Sud.naziv`, or an argument, such as `Query.predmet.sud`. */
export type HasField = (coordinate: string) => boolean;

export function compareSelections(
  before: ShippedOperation,
  after: ShippedOperation,
  has: { before: HasField; after: HasField },
): Change[] {
  return [
    ...selectionsGone(before, after, has.after),
    ...selectionsNow(before, after, has.before),
    ...argumentsNow(after, has.before),
  ];
}

function selectionsGone(
  { name, selections: old }: ShippedOperation,
  { selections: now }: ShippedOperation,
  hasNow: HasField,
): Change[] {
  // A field that was removed from the schema is reported there, and one below a removed selection with that selection.
  const gone = [...old].filter(
    ([path, { coordinate }]) => !now.has(path) && hasNow(coordinate) && !isBelow(path, old, now),
  );
  return gone.map(([path, { coordinate }]) =>
    change(coordinate, name, {
      rule: "selection-removed",
      verdict: "breaking",
      noticed: "compile",
      message: `\`${coordinate}\` is no longer selected (\`${path}\`).`,
      todo: { graphql: "Use your own document where you read it." },
    }),
  );
}

function selectionsNow(before: ShippedOperation, after: ShippedOperation, had: HasField): Change[] {
  const { name, selections: old, variables: known } = before;
  const { selections: now, variables } = after;
  // Who does not know of a new variable does not pass it: the service gets what it got before.
  const fresh = [...variables].filter(
    ([name, { required, default: value }]) => !known.has(name) && !required && !value,
  );
  const passesFresh = (argument: string): boolean => fresh.some(([name]) => argument.endsWith(`: $${name}`));
  const isAskedOtherwise = (was: Selection, is: Selection): boolean =>
    was.conditional !== is.conditional ||
    was.arguments.join() !== is.arguments.filter((argument) => !passesFresh(argument)).join() ||
    was.coordinate.split(".")[1] !== is.coordinate.split(".")[1];
  return [...now].flatMap(([path, is]) => {
    const was = old.get(path);
    const { coordinate } = is;
    if (was === undefined) return isBelow(path, now, old) ? [] : selected(name, path, coordinate, had(coordinate));
    if (is.conditional && !was.conditional)
      return change(coordinate, name, {
        rule: "selection-conditional",
        verdict: "breaking",
        noticed: "compile",
        message: `\`${coordinate}\` is no longer always selected (\`${path}\`).`,
        todo: { graphql: "Handle its absence." },
      });
    if (!isAskedOtherwise(was, is)) return [];
    return change(coordinate, name, {
      rule: "selection-changed",
      ...(readsOtherwise(path, before, after)
        ? { verdict: "breaking" as const, noticed: "compile" as const }
        : { verdict: "risky" as const }),
      message: `\`${coordinate}\` is asked for in another way (\`${path}\`).`,
      todo: { graphql: "Check what it returns." },
    });
  });
}

/** Arguments that fields had not, each once. A new field is reported with all that it takes. */
function argumentsNow({ name, selections }: ShippedOperation, had: HasField): Change[] {
  const passed = [...selections.values()]
    .filter(({ coordinate }) => had(coordinate))
    .flatMap(({ coordinate, arguments: written }) => written.map((one) => `${coordinate}.${one.split(":")[0]}`));
  const fresh = [...new Set(passed)].filter((coordinate) => !had(coordinate));
  return fresh.map((coordinate) =>
    change(coordinate, name, {
      rule: "new-argument-passed",
      verdict: "risky",
      message: `\`${coordinate}\` is passed. A service that does not know the argument yet refuses the whole query.`,
      todo: {
        graphql: "Update when the service knows the argument, even if you do not pass it.",
        servers: "Accept the argument before clients with this release are in use.",
      },
    }),
  );
}

/** Whether a parent of the path is also missing on the other side, and therefore reported. */
function isBelow(path: string, here: Map<string, unknown>, there: Map<string, unknown>): boolean {
  const parent = path.split(".").slice(0, -1).join(".");
  return parent !== "" && here.has(parent) && !there.has(parent);
}

function selected(name: string, path: string, coordinate: string, known: boolean): Change {
  const message = `\`${coordinate}\` is also selected (\`${path}\`).`;
  if (known)
    return change(coordinate, name, {
      rule: "selection-added",
      verdict: "risky",
      message,
      todo: { graphql: "It is available to read; values that you create yourself, such as test data, need it." },
    });
  return change(coordinate, name, {
    rule: "new-field-selected",
    verdict: "risky",
    message: `${message} A service that does not have the field yet refuses the whole query.`,
    todo: {
      graphql: "Update when the service has the field.",
      servers: "Serve the field before clients with this release are in use.",
    },
  });
}
