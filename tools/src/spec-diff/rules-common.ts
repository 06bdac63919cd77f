import type { Judgement } from "./change.ts";

/** For differences without a rule: reported all the same, so that no change of the contract goes unnoticed. */
export function unknown(subject: string, what: string): Judgement {
  return {
    rule: "unknown",
    verdict: "risky",
    message: `\`${what}\` of \`${subject}\` changed, and no rule knows what that does.`,
    todo: { rest: "Review it by hand.", servers: "Review it by hand." },
  };
}

/** For descriptions, examples and the like: only docstrings change. */
export function documentation(what: string): Judgement {
  return {
    rule: "documentation",
    verdict: "safe",
    message: `The documentation of ${what} changed.`,
    todo: {},
    documentation: true,
  };
}

/** Keywords that are documentation only. */
export function isDocumentation(keyword: string): boolean {
  return ["description", "summary", "title", "example", "examples", "externalDocs", "$comment"].includes(keyword);
}

/** `a` or `b`, as code. */
export const either = (names: string[]): string => `\`${names.join("` or `")}\``;
