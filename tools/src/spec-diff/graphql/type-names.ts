/** Explains changes of the names of the types that the client exports, which follow what its documents select. */
import { type GraphQLSchema, isObjectType } from "graphql";
import type { Both } from "../both.ts";
import type { Finding } from "../judge.ts";
import type { Operations } from "./documents.ts";

/** Types that the client no longer exports, although they are still in the schema and the document, or now with a type parameter. */
export function findTypeNames(schema: GraphQLSchema, { before, after }: Both<Operations>): Finding[] {
  const exported = new Map([...after.values()].flatMap(({ types }) => [...types]));
  return [...before.values()].flatMap(({ name, types }) => {
    const now = after.get(name);
    if (now === undefined) return [];
    const selected = new Set([...now.selections.values()].map(({ coordinate }) => coordinate));
    const generic = [...types].flatMap(([type, integers]) =>
      !integers && exported.get(type) === true ? [{ rule: "type-parameter-added", subject: type }] : [],
    );
    const gone = [...types.keys()].filter((type) => !exported.has(type));
    const found = [...generic, ...gone.flatMap((type) => nameGone(schema, type, selected))];
    return found.map((one) => ({ ...one, operations: [name], documents: true as const }));
  });
}

function nameGone(schema: GraphQLSchema, type: string, selected: Set<string>): Omit<Finding, "operations">[] {
  if (/^\w+Query_/.test(type)) return [{ rule: "type-name-gone part", subject: type }];
  const inSchema = schema.getType(type);
  // A type that was removed from the schema is reported there.
  if (inSchema === undefined) return [];
  const fields = isObjectType(inSchema) ? Object.keys(inSchema.getFields()) : [];
  const left = fields.filter((field) => !selected.has(`${type}.${field}`));
  return [{ rule: "type-name-gone whole", facts: { left: left.join(", ") || "all of it" }, subject: type }];
}
