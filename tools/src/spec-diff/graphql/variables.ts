/** Explains changes of the variables of a shipped operation. */

import type { Both } from "../both.ts";
import type { Finding } from "../judge.ts";
import { passesAs } from "./client-types.ts";
import type { ShippedOperation, Variable } from "./documents.ts";

type Explained = Pick<Finding, "rule" | "facts">;

export function findInVariables({ before, after }: Both<ShippedOperation>): Omit<Finding, "operations">[] {
  const names = new Set([...before.variables.keys(), ...after.variables.keys()]);
  return [...names].flatMap((name) => {
    const [from, to] = [before.variables.get(name), after.variables.get(name)];
    const explained =
      from === undefined || to === undefined
        ? [{ rule: cameOrWent(to, before.variables.size === 0) }]
        : [...typeChanged(from, to), ...defaultChanged(from, to)];
    return explained.map((one) => ({ ...one, subject: `$${name}`, part: true as const }));
  });
}

function cameOrWent(now: Variable | undefined, isFirst: boolean): string {
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
