/** Judges changes of the variables of a shipped operation. */
import type { Change } from "../change.ts";
import { passesAs } from "./client-types.ts";
import { change } from "./document-change.ts";
import type { ShippedOperation, Variable } from "./documents.ts";

export function compareVariables(
  { name, variables: old }: ShippedOperation,
  { variables: now }: ShippedOperation,
): Change[] {
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
