/** Judges changes of the shipped operation documents. */
import { type GraphQLSchema, isObjectType, validate } from "graphql";
import type { Change, Judgement } from "../change.ts";
import { change } from "./document-change.ts";
import { canonical, type ShippedOperation } from "./documents.ts";
import { compareSelections, type HasField } from "./rules-selections.ts";
import { compareVariables } from "./rules-variables.ts";

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
