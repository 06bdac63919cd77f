/** Explains changes of what a schema says of values beyond their type: whether it allows fewer than before, more, or others. */
import { code } from "../../shared/print.ts";
import type { Schema } from "../../specs/openapi.ts";
import type { Both, Explained } from "../change.ts";
import { rowType } from "./types.ts";

type Direction = "narrower" | "wider" | "changed";

interface ValueKeyword {
  /** The keyword in the document. */
  name: string;
  /** What it allows, in words; without it, `any`. */
  says: (value: unknown) => string;
  any: string;
  /** From one value to another. */
  direction: (from: unknown, to: unknown) => Direction;
}

const values = (value: unknown): string => (value as unknown[]).map((one) => code(JSON.stringify(one))).join(", ");
const raised = (from: unknown, to: unknown): Direction => (Number(to) > Number(from) ? "narrower" : "wider");
const lowered = (from: unknown, to: unknown): Direction => raised(to, from);

function listed(from: unknown, to: unknown): Direction {
  const [before, after] = [from, to].map((list) => new Set((list as unknown[]).map((one) => JSON.stringify(one))));
  if (before === undefined || after === undefined) return "changed";
  return after.isSubsetOf(before) ? "narrower" : before.isSubsetOf(after) ? "wider" : "changed";
}

/** By the names that oasdiff has for them. */
const keywords: Readonly<Record<string, ValueKeyword>> = {
  enum: { name: "enum", says: (value) => `one of ${values(value)}`, any: "any value", direction: listed },
  const: { name: "const", says: (value) => values([value]), any: "any value", direction: () => "changed" },
  pattern: {
    name: "pattern",
    says: (value) => `text that matches ${code(String(value))}`,
    any: "any text",
    direction: () => "changed",
  },
  minLength: {
    name: "minLength",
    says: (value) => `of ${value} characters or more`,
    any: "of any length",
    direction: raised,
  },
  maxLength: {
    name: "maxLength",
    says: (value) => `of ${value} characters or less`,
    any: "of any length",
    direction: lowered,
  },
  min: { name: "minimum", says: (value) => `${value} or more`, any: "any number", direction: raised },
  max: { name: "maximum", says: (value) => `${value} or less`, any: "any number", direction: lowered },
};

/** @param keyword - as oasdiff names it. @returns nothing if it is about something else. */
export function valuesChanged(
  keyword: string,
  { before = {}, after = {} }: Both<Schema | undefined>,
): Explained | undefined {
  const found = Object.hasOwn(keywords, keyword) ? keywords[keyword] : undefined;
  if (found === undefined) return undefined;
  const { name, says, any, direction } = found;
  const [from, to] = [before[name], after[name]];
  const facts = {
    from: from === undefined ? any : says(from),
    to: to === undefined ? any : says(to),
  };
  const way = from === undefined ? "narrower" : to === undefined ? "wider" : direction(from, to);
  // The type in the clients has the listed values, except of integers that are a number or a bigint.
  const isTyped = (name === "enum" || name === "const") && rowType(after) !== "Int";
  return { rule: isTyped ? `field-values-${way} listed` : `field-values-${way}`, facts };
}
