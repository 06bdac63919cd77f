/** Explains changes of what a schema says of values beyond their type: whether it allows fewer than before, more, or others. */
import type { Schema } from "../../specs/openapi.ts";
import { allowing, type ValueKeyword } from "../../specs/values.ts";
import type { Both } from "../change.ts";
import { rowType } from "./types.ts";

type Direction = "narrower" | "wider" | "changed";

interface Compared {
  /** The keyword in the document. */
  name: ValueKeyword;
  /** What is allowed without it. */
  any: string;
  /** From one value to another. */
  direction: (from: unknown, to: unknown) => Direction;
}

const raised = (from: unknown, to: unknown): Direction => (Number(to) > Number(from) ? "narrower" : "wider");
const lowered = (from: unknown, to: unknown): Direction => raised(to, from);
const exchanged = (): Direction => "changed";

function listed(from: unknown, to: unknown): Direction {
  const [before, after] = [from, to].map((list) => (list as unknown[]).map((one) => JSON.stringify(one)));
  if (after?.every((one) => before?.includes(one))) return "narrower";
  return before?.every((one) => after?.includes(one)) ? "wider" : "changed";
}

/** By the names that oasdiff has for them. */
const keywords: Readonly<Record<string, Compared>> = {
  enum: { name: "enum", any: "any value", direction: listed },
  const: { name: "const", any: "any value", direction: exchanged },
  pattern: { name: "pattern", any: "any text", direction: exchanged },
  minLength: { name: "minLength", any: "of any length", direction: raised },
  maxLength: { name: "maxLength", any: "of any length", direction: lowered },
  min: { name: "minimum", any: "any number", direction: raised },
  max: { name: "maximum", any: "any number", direction: lowered },
};

/** How the values that a schema allows have changed. */
export interface ValuesChanged {
  way: Direction;
  facts: Record<"from" | "to", string>;
  /** Whether the values are listed in the type that the clients have. */
  isTyped: boolean;
}

/** @param keyword - as oasdiff names it. @returns nothing if it is about something else. */
export function valuesChanged(
  keyword: string,
  { before = {}, after = {} }: Both<Schema | undefined>,
): ValuesChanged | undefined {
  const found = Object.hasOwn(keywords, keyword) ? keywords[keyword] : undefined;
  if (found === undefined) return undefined;
  const { name, any, direction } = found;
  const [from, to] = [before[name], after[name]];
  const facts = {
    from: from === undefined ? any : allowing[name](from),
    to: to === undefined ? any : allowing[name](to),
  };
  const way = from === undefined ? "narrower" : to === undefined ? "wider" : direction(from, to);
  // The type in the clients has the listed values, except of integers that are a number or a bigint.
  return { way, facts, isTyped: (name === "enum" || name === "const") && rowType(after) !== "Int" };
}
