/** Judges changes of an operation other than of its parameters and responses. */
import type { Judgement } from "../change.ts";
import { documentation, isDocumentation, unknown } from "../rules-common.ts";
import type { Difference } from "./structure.ts";

export function operationAdded(id: string, where: string): Judgement {
  return {
    rule: "operation-added",
    verdict: "safe",
    message: `\`${id}\` is new: \`${where}\`.`,
    todo: {
      rest: "Nothing; it is available to call.",
      servers: "Serve it: the conformance suite asks for it.",
    },
  };
}

/** @param alike - ids of new operations that it may have been renamed to. */
export function operationRemoved(id: string, where: string, alike: string[]): Judgement {
  const renamed =
    alike.length > 0
      ? `If it was renamed, call \`${alike.join("` or `")}\`, whose rows have the same fields; otherwise remove`
      : "Remove";
  return {
    rule: "operation-removed",
    verdict: "breaking",
    noticed: "compile",
    message: `\`${id}\` is gone: \`${where}\`.`,
    todo: { rest: `${renamed} calls of \`${id}\`. Stay on the last release while the service still has it.` },
  };
}

/** @param rest - what follows the method in the difference's path. */
export function judgeOperation(difference: Difference, rest: string[], id: string): Judgement[] {
  const [keyword = "", name = ""] = rest;
  if (isDocumentation(keyword)) return [documentation(`\`${id}\``)];
  switch (keyword) {
    case "operationID":
      return [
        renamed(
          "operation-id-changed",
          `\`${String(difference.from)}\` is now called \`${String(difference.to)}\`.`,
          "Call it by its new name, which the type of its parameters follows. Requests are unchanged.",
        ),
      ];
    case "tags":
      // A tag was removed and another added: reported once, for the new one.
      if (difference.kind === "removed") return [];
      return [
        renamed(
          "tag-changed",
          `\`${id}\` is now under the tag \`${name}\`, so it is another property of the client.`,
          "Call it by its new name. Requests are unchanged.",
        ),
      ];
    case "deprecated":
      return [deprecated(`\`${id}\``, difference.to === true)];
    default:
      return [unknown(id, rest.join(" "))];
  }
}

function renamed(rule: string, message: string, rest: string): Judgement {
  return { rule, verdict: "breaking", noticed: "compile", message, todo: { rest } };
}

export function deprecated(what: string, now: boolean): Judgement {
  return {
    rule: now ? "deprecated" : "no-longer-deprecated",
    verdict: "safe",
    message: now ? `${what} is deprecated.` : `${what} is no longer deprecated.`,
    todo: now ? { rest: "Plan to stop using it." } : {},
  };
}
