/** Explains changes of the schema, which graphql-inspector finds. */
import { CriticalityLevel, diff, type Change as Inspected } from "@graphql-inspector/core";
import {
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
} from "graphql";
import { type Both, type Explained, either, type Finding } from "../change.ts";
import { type GraphqlRule, graphqlRules } from "../graphql-rules.ts";
import type { Verdict } from "../rule.ts";
import { passesAs, readsOtherwise } from "./client-types.ts";
import { fieldOf, type ShippedOperation, type ShippedOperations } from "./documents.ts";

const byLevel: Record<CriticalityLevel, Verdict> = {
  [CriticalityLevel.Breaking]: "breaking",
  [CriticalityLevel.Dangerous]: "risky",
  [CriticalityLevel.NonBreaking]: "safe",
};

/** The shipped operations before and after, and the names of those that use a place in either schema, such as `Predmet.broj`. */
export interface Shipped {
  before: ShippedOperations;
  after: ShippedOperations;
  usedBy(place: string): string[];
}

export async function findInSchema(before: GraphQLSchema, after: GraphQLSchema, shipped: Shipped): Promise<Finding[]> {
  const all = await diff(before, after);
  return all
    .filter((one) => !isReportedElsewhere(one, all))
    .map((one): Finding => {
      const subject = subjectOf(one);
      // Nobody uses a new argument yet, but callers of its field may have to.
      const place = one.type === "FIELD_ARGUMENT_ADDED" ? subject.split(".").slice(0, 2).join(".") : subject;
      const seen = isSeenByCompilers(one, all, shipped, { before, after }) ? { noticed: "compile" as const } : {};
      const [type = ""] = subject.split(".");
      const operations = isOfValues(one)
        ? [...reading(type, shipped), ...passing(type, shipped)]
        : shipped.usedBy(place);
      const explained = classify(one, all, before, after);
      // Values that code reads are in its types.
      const isRead = one.type === "ENUM_VALUE_ADDED" && reading(type, shipped).length > 0;
      const rule = isRead ? "sdl-enum-value-added read" : explained.rule;
      return { ...explained, rule, ...seen, subject, operations };
    });
}

/** Whether it is about the values of an enum or the fields of an input. */
const isOfValues = ({ type }: Inspected): boolean => type.startsWith("ENUM_VALUE_") || type.startsWith("INPUT_FIELD_");

/** Names of the shipped operations that select a field of the type, before and after. */
const reading = (type: string, { before, after }: Shipped): string[] =>
  namesOf(before, after, ({ selections }) =>
    [...selections.values()].some((one) => getNamedType(one.type)?.name === type),
  );

/** Names of the shipped operations that have a variable of the type, or of an input with it, before and after. */
const passing = (type: string, { before, after }: Shipped): string[] =>
  namesOf(before, after, ({ variables }) => [...variables.values()].some((one) => holds(getNamedType(one.type), type)));

/** Names of those that are what they were: what is new is explained as such. */
const namesOf = (
  before: ShippedOperations,
  after: ShippedOperations,
  isOne: (one: ShippedOperation) => boolean,
): string[] =>
  [...before.values()].flatMap((one) => {
    const now = after.get(one.name);
    return now !== undefined && isOne(one) && isOne(now) ? [one.name] : [];
  });

function holds(type: GraphQLNamedType | undefined, name: string, above: GraphQLNamedType[] = []): boolean {
  if (type === undefined || above.includes(type)) return false;
  if (type.name === name) return true;
  if (!isInputObjectType(type)) return false;
  return Object.values(type.getFields()).some((field) => holds(getNamedType(field.type), name, [...above, type]));
}

/** The name of what changed, without the directive on it. */
const subjectOf = ({ path = "schema" }: Inspected): string => path.split(".@")[0] ?? path;

/** Whether another change says it: of what is new, all its parts are; of what is gone, all that uses it changes. */
function isReportedElsewhere(one: Inspected, all: Inspected[]): boolean {
  const has = (type: string, path: string | undefined): boolean =>
    one.type !== type && all.some((other) => other.type === type && other.path === path);
  const [type = "", field = ""] = (one.path ?? "schema").split(".");
  const here = `${type}.${field}`;
  if (has("TYPE_ADDED", type) || has("DIRECTIVE_ADDED", type)) return true;
  if (has("FIELD_ADDED", here) || has("INPUT_FIELD_ADDED", here)) return true;
  const namesGone = (text: string): boolean => [...text.matchAll(/\w+/g)].some(([name]) => has("TYPE_REMOVED", name));
  if (one.type === "FIELD_TYPE_CHANGED") return namesGone(one.meta.oldFieldType);
  if (one.type === "FIELD_ARGUMENT_TYPE_CHANGED") return namesGone(one.meta.oldArgumentType);
  if (one.type === "INPUT_FIELD_TYPE_CHANGED") return namesGone(one.meta.oldInputFieldType);
  if (one.type === "OBJECT_TYPE_INTERFACE_REMOVED") return namesGone(one.meta.removedInterfaceName);
  // `@deprecated` as a directive repeats the deprecation of a field or an enum value, but not that of an argument.
  return isDeprecation(one) && one.type.startsWith("DIRECTIVE_USAGE") && ruleFor(one.type) === undefined;
}

/** The rule for what inspector calls a change. */
const ruleFor = (found: string): GraphqlRule | undefined =>
  ruleIds.find((id) => graphqlRules[id].foundAs?.includes(found));

const ruleIds = Object.keys(graphqlRules) as GraphqlRule[]; // Object.keys types its names as string

const isDeprecation = ({ path = "" }: Inspected): boolean => path.includes("@deprecated");

function classify(
  change: Inspected,
  all: Inspected[],
  before: GraphQLSchema,
  after: GraphQLSchema,
): Explained & Pick<Finding, "id"> {
  const { type, criticality, message, meta } = change;
  const facts = Object.fromEntries(Object.entries(meta).map(([name, value]) => [name, String(value)]));
  const level = byLevel[criticality.level];
  const ofDirective =
    type.startsWith("DIRECTIVE") && !isDeprecation(change) ? directiveRule(change, before, after) : undefined;
  if (ofDirective !== undefined) return { rule: ofDirective };
  if (type.includes("DESCRIPTION") || type.endsWith("DEPRECATION_REASON_CHANGED")) return { rule: "documentation" };
  if (change.type === "FIELD_ARGUMENT_DEFAULT_CHANGED") {
    if (!change.meta.oldDefaultValue) return { rule: "sdl-default-added", facts };
    return { rule: change.meta.newDefaultValue ? "sdl-default-changed" : "sdl-default-changed gone", facts };
  }
  if (change.type === "FIELD_REMOVED") {
    const others = alike(change, all, before);
    if (others.length > 0) return { rule: "sdl-field-removed renamed", facts: { others: either(others) } };
  }
  const rule = ruleFor(`${type} ${level}`) ?? ruleFor(type);
  if (rule !== undefined) return { rule, facts };
  // Inspector's words end without a full stop, but for some.
  return {
    rule: level,
    id: type.toLowerCase().replaceAll("_", "-"),
    facts: { message: `${message}.`.replace("..", ".") },
  };
}

const inQueries =
  /^(QUERY|MUTATION|SUBSCRIPTION|FIELD|FRAGMENT_DEFINITION|FRAGMENT_SPREAD|INLINE_FRAGMENT|VARIABLE_DEFINITION)$/;

/** The rule for a directive or its use: only one with a location in queries can be used there. `undefined` where other rules know more. */
function directiveRule(change: Inspected, before: GraphQLSchema, after: GraphQLSchema): GraphqlRule | undefined {
  if (change.type.startsWith("DIRECTIVE_USAGE")) return "sdl-directive-used";
  const name = subjectOf(change).split(".")[0]?.slice(1) ?? "";
  const places = [before, after].flatMap((schema) => schema.getDirective(name)?.locations ?? []);
  if (!places.some((place) => inQueries.test(place))) return "sdl-directive-apart";
  return change.type === "DIRECTIVE_ADDED" ? "sdl-directive-added" : undefined;
}

/** New fields of the same type of object that return what one which is gone did: it may have been renamed. */
function alike(
  change: Extract<Inspected, { type: "FIELD_REMOVED" }>,
  all: Inspected[],
  before: GraphQLSchema,
): string[] {
  const { typeName, removedFieldName } = change.meta;
  const returned = String(fieldOf(before, typeName, removedFieldName)?.type);
  return all.flatMap((one) =>
    one.type === "FIELD_ADDED" && one.meta.typeName === typeName && one.meta.addedFieldReturnType === returned
      ? [one.meta.addedFieldName]
      : [],
  );
}

/** The type of a field of an input, such as `Uvjeti.sud`. */
function inputType(schema: GraphQLSchema, path: string): GraphQLInputType | undefined {
  const [name = "", field = ""] = path.split(".");
  const type = schema.getType(name);
  return isInputObjectType(type) ? type.getFields()[field]?.type : undefined;
}

/**
 * Whether compilers notice a breaking change. They see what the shipped operations return and the names of its types; variables are
 * compared apart. Otherwise only a query of one's own is refused, or answered differently.
 */
function isSeenByCompilers(one: Inspected, all: Inspected[], shipped: Shipped, schemas: Both<GraphQLSchema>): boolean {
  const { type, path = "", criticality } = one;
  const { before, after } = shipped;
  if (criticality.level !== CriticalityLevel.Breaking) return false;
  const [named = ""] = path.split(".");
  if (type === "INPUT_FIELD_TYPE_CHANGED") {
    const [from, to] = [schemas.before, schemas.after].map((schema) => inputType(schema, path));
    return passing(named, shipped).length > 0 && (from === undefined || to === undefined || !passesAs(from, to));
  }
  if (isOfValues(one)) return [reading, passing].some((using) => using(named, shipped).length > 0);
  const readsOther = (field: string): boolean =>
    [...before.values()].some((old) => {
      const now = after.get(old.name);
      const paths = [...old.selections].flatMap(([at, { coordinate }]) => (coordinate === field ? [at] : []));
      return paths.some((at) => now === undefined || readsOtherwise(at, old, now));
    });
  if (type === "FIELD_REMOVED" || type === "FIELD_TYPE_CHANGED") return readsOther(path);
  if (type !== "TYPE_REMOVED") return false;
  const retyped = all.flatMap((other) =>
    other.type === "FIELD_TYPE_CHANGED" && other.meta.oldFieldType.replaceAll(/[[\]!]/g, "") === path
      ? [other.path ?? ""]
      : [],
  );
  return [...before.values()].some(({ types }) => types.has(path)) || retyped.some(readsOther);
}
