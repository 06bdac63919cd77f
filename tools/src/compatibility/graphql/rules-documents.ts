/** Judges changes of the shipped operation documents. */
import { type GraphQLSchema, isObjectType, validate } from "graphql";
import type { Change, Judgement } from "../change.ts";
import { passesAs, readsOtherwise } from "./client-types.ts";
import { canonical, type ShippedOperation, type Variable } from "./documents.ts";

type Operations = Map<string, ShippedOperation>;

/** Compares the operations of the GraphQL client by name. `has` tells which fields the old and the new schema have. */
export function compareDocuments(
  before: Operations,
  after: Operations,
  has: { before: HasField; after: HasField },
): Change[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].flatMap((name) => {
    const [old, now] = [before.get(name), after.get(name)];
    if (now === undefined) {
      const asked = [...(old?.selections ?? [])].flatMap(([path, { coordinate }]) =>
        path.includes(".") ? [] : coordinate,
      );
      return [change(name, name, removed(name, asked.some(has.after)))];
    }
    if (old === undefined) return [change(name, name, added(name))];
    const found = [...compareVariables(old, now), ...compareSelections(old, now, has)];
    if (found.length > 0 || canonical(old.document) === canonical(now.document)) return found;
    if (
      [...old.selections.values(), ...now.selections.values()].some(
        ({ coordinate }) => !has.before(coordinate) || !has.after(coordinate),
      )
    )
      return [];
    return [
      change(name, name, {
        rule: "document-changed",
        verdict: "risky",
        message: `The document \`${name}\` changed, and no rule knows what that does.`,
        todo: { graphql: "Review it by hand." },
      }),
    ];
  });
}

/** Types that the client no longer exports, although they are still in the schema and the document, or now with a type parameter. */
export function compareTypeNames(schema: GraphQLSchema, before: Operations, after: Operations): Change[] {
  const exported = new Map([...after.values()].flatMap(({ types }) => [...types]));
  return [...before.values()].flatMap(({ name, types }) => {
    const now = after.get(name);
    if (now === undefined) return [];
    const selected = new Set([...now.selections.values()].map(({ coordinate }) => coordinate));
    const parametrized = [...types].filter(([type, integers]) => !integers && exported.get(type) === true);
    const generic = parametrized.map(([type]) =>
      change(type, name, {
        rule: "type-parameter-added",
        verdict: "breaking",
        noticed: "compile",
        message: `The type \`${type}\` now holds integers, so it has a type parameter for them.`,
        todo: { graphql: `With \`integers: "bigint"\`, name it \`${type}<bigint>\`; with numbers, nothing.` },
      }),
    );
    const gone = [...types.keys()].filter((type) => !exported.has(type));
    const unnamed = gone.flatMap((type) => {
      const wasWhole = !/^\w+Query_/.test(type);
      const inSchema = schema.getType(type);
      // A type that was removed from the schema is reported there.
      if (wasWhole && inSchema === undefined) return [];
      const fields = isObjectType(inSchema) ? Object.keys(inSchema.getFields()) : [];
      // Without backticks, or a changeset with this message would declare changes of the fields, too.
      const left = fields.filter((field) => !selected.has(`${type}.${field}`));
      const why = wasWhole
        ? `its operation does not select ${left.join(", ") || "all of it"}`
        : "its operation now selects something else there";
      return change(type, name, {
        rule: "type-name-gone",
        verdict: "breaking",
        noticed: "compile",
        message: `The type \`${type}\` is no longer exported under that name: ${why}.`,
        todo: { graphql: "Import the type by its new name." },
      });
    });
    return [...generic, ...unnamed];
  });
}

export type HasField = (coordinate: string) => boolean;

/** The shipped operations that the schema rejects. */
export function validateDocuments(schema: GraphQLSchema, operations: Operations): Change[] {
  return [...operations.values()].flatMap(({ name, document }) =>
    validate(schema, document).map(({ message }) =>
      change(name, name, {
        rule: "document-invalid",
        verdict: "breaking",
        message: `The shipped operation \`${name}\` is not valid against the schema: ${message}`,
        todo: {
          graphql: `Nothing yet: \`specs/operations/${name}.graphql\` has to follow the schema before a release.`,
        },
      }),
    ),
  );
}

function change(subject: string, operation: string, judgement: Judgement): Change {
  const part = subject.startsWith("$") ? { part: true as const } : {};
  return { ...judgement, subject, operations: [operation], documents: true, ...part };
}

/** @param served - whether the schema still has what it asked for. */
function removed(name: string, served: boolean): Judgement {
  return {
    rule: "document-removed",
    verdict: "breaking",
    noticed: "compile",
    message: `The operation \`${name}\` is no longer shipped.`,
    todo: {
      graphql: served ? "Use your own document where you call it." : "Remove calls of it: any query of it is refused.",
    },
  };
}

function added(name: string): Judgement {
  return {
    rule: "document-added",
    verdict: "safe",
    message: `The operation \`${name}\` is shipped.`,
    todo: { graphql: "Nothing; it is available to call." },
  };
}

function compareVariables({ name, variables: old }: ShippedOperation, { variables: now }: ShippedOperation): Change[] {
  const names = new Set([...old.keys(), ...now.keys()]);
  return [...names].flatMap((variable): Change[] => {
    const [from, to] = [old.get(variable), now.get(variable)];
    const one = (rule: string, verdict: "breaking" | "safe", message: string, todo: string): Change[] => [
      change(`$${variable}`, name, {
        rule,
        verdict,
        ...(verdict === "breaking" ? { noticed: "compile" as const } : {}),
        message,
        todo: { graphql: todo },
      }),
    ];
    const where = `variable \`$${variable}\``;
    if (to === undefined)
      return one(
        "variable-removed",
        "breaking",
        `The ${where} is gone.`,
        "Stop passing it, or pass it by its new name.",
      );
    if (from === undefined) {
      if (to.required)
        return one("required-variable-added", "breaking", `The ${where} is new and required.`, "Pass it.");
      if (old.size > 0)
        return one("variable-added", "safe", `The optional ${where} is new.`, "Nothing; it is available to use.");
      // The client's method without variables takes its options first.
      const message = `The ${where} is new, and the first: the method now takes variables before its options.`;
      return one("first-variable-added", "breaking", message, "Pass an object of variables first; it may be empty.");
    }
    return [...variableType(name, variable, from, to), ...variableDefault(name, variable, from, to)];
  });
}

function variableType(operation: string, variable: string, from: Variable, to: Variable): Change[] {
  if (from.text === to.text) return [];
  const message = `The variable \`$${variable}\` is now \`${to.text}\`, no longer \`${from.text}\`.`;
  const compiles = from.type !== undefined && to.type !== undefined && passesAs(from.type, to.type);
  if (compiles && from.text.replaceAll("!", "") === to.text.replaceAll("!", "")) {
    const todo = { graphql: "Nothing." };
    return [change(`$${variable}`, operation, { rule: "variable-type-wider", verdict: "safe", message, todo })];
  }
  return [
    change(`$${variable}`, operation, {
      rule: "variable-type-changed",
      verdict: "breaking",
      noticed: compiles ? "run" : "compile",
      message,
      todo: { graphql: compiles ? "Check what you pass: some values may be refused now." : "Pass it in its new type." },
    }),
  ];
}

function variableDefault(operation: string, variable: string, from: Variable, to: Variable): Change[] {
  if (from.default === to.default) return [];
  const noticed = to.required ? "compile" : "run";
  return [
    change(`$${variable}`, operation, {
      rule: "variable-default-changed",
      verdict: from.default === undefined ? "risky" : "breaking",
      ...(from.default === undefined ? {} : { noticed }),
      message: `The default of the variable \`$${variable}\` is now ${to.default ?? "absent"}, before ${from.default ?? "absent"}.`,
      todo: { graphql: "Pass it where you rely on its default." },
    }),
  ];
}

function compareSelections(
  before: ShippedOperation,
  after: ShippedOperation,
  has: { before: HasField; after: HasField },
): Change[] {
  const { name, selections: old, variables: known } = before;
  const { selections: now, variables } = after;
  const changes: Change[] = [];
  // Who does not know of a new variable does not pass it: the service gets what it got before.
  const fresh = [...variables].filter(
    ([name, { required, default: value }]) => !known.has(name) && !required && !value,
  );
  const passesFresh = (argument: string): boolean => fresh.some(([name]) => argument.endsWith(`: $${name}`));
  for (const [path, { coordinate }] of old) {
    // A field that was removed from the schema is reported there, and one below a removed selection with that selection.
    if (now.has(path) || !has.after(coordinate) || isBelow(path, old, now)) continue;
    changes.push(
      change(coordinate, name, {
        rule: "selection-removed",
        verdict: "breaking",
        noticed: "compile",
        message: `\`${coordinate}\` is no longer selected (\`${path}\`).`,
        todo: { graphql: "Use your own document where you read it." },
      }),
    );
  }
  for (const [path, selection] of now) {
    const was = old.get(path);
    if (was === undefined) {
      if (!isBelow(path, now, old))
        changes.push(selected(name, path, selection.coordinate, has.before(selection.coordinate)));
    } else if (selection.conditional && !was.conditional) {
      changes.push(
        change(selection.coordinate, name, {
          rule: "selection-conditional",
          verdict: "breaking",
          noticed: "compile",
          message: `\`${selection.coordinate}\` is no longer always selected (\`${path}\`).`,
          todo: { graphql: "Handle its absence." },
        }),
      );
    } else if (
      was.conditional !== selection.conditional ||
      was.arguments.join() !== selection.arguments.filter((argument) => !passesFresh(argument)).join() ||
      was.coordinate.split(".")[1] !== selection.coordinate.split(".")[1]
    ) {
      changes.push(
        change(selection.coordinate, name, {
          rule: "selection-changed",
          ...(readsOtherwise(path, before, after)
            ? { verdict: "breaking" as const, noticed: "compile" as const }
            : { verdict: "risky" as const }),
          message: `\`${selection.coordinate}\` is asked for in another way (\`${path}\`).`,
          todo: { graphql: "Check what it returns." },
        }),
      );
    }
  }
  return changes;
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
