/** Judges changes of parameters: values go from clients to servers, so a narrower contract breaks callers. */
import type { Parameter, Schema } from "../../specs/openapi.ts";
import type { Judgement } from "../change.ts";
import { documentation, isDocumentation, unknown } from "../rules-common.ts";
import { deprecated } from "./rules-operation.ts";
import type { Difference } from "./structure.ts";
import { accepts, describe, parameterType } from "./types.ts";

/** A parameter in both documents, resolved; `undefined` where it does not exist. */
export interface ParameterPair {
  before: Parameter | undefined;
  after: Parameter | undefined;
  /** Whether the operation is paged. */
  paged: { before: boolean; after: boolean };
}

/** @param rest - what follows the parameter's name in the difference's path. */
export function judgeParameter(
  difference: Difference,
  rest: string[],
  name: string,
  { before, after, paged }: ParameterPair,
): Judgement[] {
  const [keyword = "", ...inner] = rest;
  if (keyword === "") {
    const pages = ["offset", "limit"].includes(name) && paged.before !== paged.after;
    return difference.kind === "added" ? [added(name, after, pages)] : [removed(name, pages)];
  }
  if (isDocumentation(keyword)) return [documentation(`the parameter \`${name}\``)];
  if (keyword === "required") return [required(name, difference.to === true)];
  if (keyword === "deprecated") return [deprecated(`The parameter \`${name}\``, difference.to === true)];
  if (["style", "explode", "allowReserved"].includes(keyword))
    return [otherwise(name, `is written another way in the URL (\`${keyword}\`)`)];
  if (keyword === "schema" && inner.length > 0)
    return [judgeSchema(inner, name, before?.schema ?? {}, after?.schema ?? {})];
  return [unknown(name, rest.join(" "))];
}

export function judgeMoved(name: string, from: string, to: string): Judgement {
  return otherwise(name, `moved from the ${from} to the ${to}`, "parameter-moved");
}

/** @param pages - whether it makes the operation a paged one. */
function added(name: string, parameter: Parameter | undefined, pages: boolean): Judgement {
  if (parameter?.required) {
    return {
      rule: "required-parameter-added",
      verdict: "breaking",
      noticed: "compile",
      message: `The parameter \`${name}\` is new and required.`,
      todo: {
        rest: `Pass \`${name}\` in every call.${pages ? " It returns one page: for every row, walk with `.all()`." : ""}`,
        servers: "Accept it; requests without it may be refused.",
      },
    };
  }
  return {
    rule: "parameter-added",
    verdict: "safe",
    message: `The optional parameter \`${name}\` is new.`,
    todo: { rest: "Nothing; it is available to use.", servers: "Accept it." },
  };
}

/** @param pages - whether the operation is no longer paged without it. */
function removed(name: string, pages: boolean): Judgement {
  return {
    rule: "parameter-removed",
    verdict: "breaking",
    noticed: "compile",
    message: `The parameter \`${name}\` is gone.`,
    todo: {
      rest: `Stop passing \`${name}\`: the service no longer promises to respect it.${pages ? " The walks `.all()` and `.pages()` are gone, too." : ""}`,
    },
  };
}

function required(name: string, now: boolean): Judgement {
  if (now) {
    return {
      rule: "parameter-became-required",
      verdict: "breaking",
      noticed: "compile",
      message: `The parameter \`${name}\` is now required.`,
      todo: { rest: `Pass \`${name}\` in every call.` },
    };
  }
  return {
    rule: "parameter-became-optional",
    verdict: "safe",
    message: `The parameter \`${name}\` is now optional.`,
    todo: { rest: "Nothing.", servers: `Also respond without \`${name}\`.` },
  };
}

/** A breaking change that compiles: what released clients send no longer follows the contract. */
function otherwise(name: string, what: string, rule = "parameter-written-otherwise"): Judgement {
  return {
    rule,
    verdict: "breaking",
    noticed: "run",
    message: `The parameter \`${name}\` ${what}.`,
    todo: {
      rest: "Update the client together with the service: a released client sends it the old way.",
      servers: "Accept it the new way, and the old way while released clients are in use.",
    },
  };
}

function judgeSchema(path: string[], name: string, before: Schema, after: Schema): Judgement {
  const [keyword = ""] = path;
  if (isDocumentation(keyword)) return documentation(`the parameter \`${name}\``);
  if (keyword === "type" || keyword === "format") return typeChanged(name, before, after);
  if (keyword === "default") return defaultChanged(name, before, after);
  return unknown(name, path.join(" "));
}

function typeChanged(name: string, before: Schema, after: Schema): Judgement {
  const message = `The parameter \`${name}\` is now ${describe(after)}, no longer ${describe(before)}.`;
  if (!accepts(parameterType(name, after), parameterType(name, before))) {
    return {
      rule: "parameter-type-changed",
      verdict: "breaking",
      noticed: "compile",
      message,
      todo: { rest: `Pass \`${name}\` in its new type.`, servers: `Take \`${name}\` in its new type.` },
    };
  }
  if (isWider(before, after)) {
    return {
      rule: "parameter-type-wider",
      verdict: "safe",
      message,
      todo: { rest: "Nothing.", servers: "Accept the additional values." },
    };
  }
  const rest = `Check what you pass as \`${name}\`: some values may be refused now.`;
  const narrower = before.format === undefined || (before.format === "int64" && after.format === "int32");
  return {
    rule: narrower ? "parameter-type-narrower" : "parameter-values-changed",
    verdict: "breaking",
    noticed: "run",
    message,
    todo: { rest, ...(narrower ? {} : { servers: `Accept ${describe(after)}.` }) },
  };
}

function isWider(before: Schema, after: Schema): boolean {
  if (before.format === after.format || after.format === undefined) return true;
  return before.format === "int32" && after.format === "int64";
}

function defaultChanged(name: string, before: Schema, after: Schema): Judgement {
  const [from, to] = [before.default, after.default].map((value) => `\`${JSON.stringify(value)}\``);
  const todo = {
    rest: `Pass \`${name}\` where you rely on its default.`,
    servers: `Answer a request without \`${name}\` by the new default.`,
  };
  if (before.default === undefined) {
    // The contract had no default before, so nobody could rely on one; but a server may have had another value.
    return {
      rule: "default-added",
      verdict: "risky",
      message: `The parameter \`${name}\` now has the default ${to}.`,
      todo,
    };
  }
  const message =
    after.default === undefined
      ? `The parameter \`${name}\` no longer has the default ${from}.`
      : `The default of the parameter \`${name}\` is now ${to}, no longer ${from}.`;
  // Without a default in the contract, any is allowed.
  const heard = after.default === undefined ? { rest: todo.rest } : todo;
  return { rule: "default-changed", verdict: "breaking", noticed: "run", message, todo: heard };
}
