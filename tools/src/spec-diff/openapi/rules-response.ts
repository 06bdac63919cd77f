/** Judges changes of a response other than in its body: status, representations, headers. */
import type { Header } from "../../specs/openapi.ts";
import type { Judgement } from "../change.ts";
import { documentation, isDocumentation, unknown } from "../rules-common.ts";
import { deprecated } from "./rules-operation.ts";
import type { Difference } from "./structure.ts";
import { describe, typeOf } from "./types.ts";

export function judgeStatus(difference: Difference, status: string): Judgement {
  const success = status.startsWith("2");
  if (difference.kind === "added") {
    return success
      ? {
          rule: "success-status-added",
          verdict: "risky",
          message: `A response may now have the status \`${status}\`.`,
          todo: { rest: "Check what your code does with it." },
        }
      : {
          rule: "error-status-described",
          verdict: "safe",
          message: `The status \`${status}\` is now described.`,
          todo: { rest: "Nothing; handle it if it helps.", servers: "Send it where the contract says." },
        };
  }
  return success
    ? {
        rule: "success-status-removed",
        verdict: "breaking",
        noticed: "run",
        message: `The status \`${status}\` is gone.`,
        todo: { rest: "Expect what the contract says now.", servers: "Respond with what the contract says now." },
      }
    : {
        rule: "error-status-gone",
        verdict: "risky",
        message: `The status \`${status}\` is no longer described.`,
        todo: { rest: "Do not rely on it." },
      };
}

export function errorBodyChanged(status: string): Judgement {
  return {
    rule: "error-body-changed",
    verdict: "risky",
    message: `The body of a response with the status \`${status}\` changed.`,
    todo: { rest: "Check what you read from it.", servers: "Send it in its new form." },
  };
}

export function judgeMediaType(difference: Difference, mediaType: string): Judgement {
  return difference.kind === "added"
    ? {
        rule: "representation-added",
        verdict: "safe",
        message: `Responses are also available as \`${mediaType}\`.`,
        todo: { rest: "Nothing; ask for it if it helps.", servers: "Serve it." },
      }
    : {
        rule: "representation-removed",
        verdict: "breaking",
        noticed: "run",
        message: `Responses are no longer available as \`${mediaType}\`.`,
        todo: { rest: "Ask for another representation." },
      };
}

/** @param rest - what follows the header's name in the difference's path. */
export function judgeHeader(
  difference: Difference,
  rest: string[],
  name: string,
  before: Header | undefined,
  after: Header | undefined,
): Judgement[] {
  const [keyword = "", inner = ""] = rest;
  if (keyword === "") return [difference.kind === "added" ? headerAdded(name) : headerRemoved(name)];
  if (isDocumentation(keyword) || (keyword === "schema" && isDocumentation(inner)))
    return [documentation(`the header \`${name}\``)];
  if (keyword === "required") return [headerRequired(name, difference.to === true)];
  if (keyword === "deprecated") return [deprecated(`The header \`${name}\``, difference.to === true)];
  if (keyword === "schema" && ["type", "format"].includes(inner)) return [headerType(name, before, after)];
  return [unknown(name, rest.join(" "))];
}

function headerAdded(name: string): Judgement {
  return {
    rule: "header-added",
    verdict: "safe",
    message: `Responses have the header \`${name}\`.`,
    todo: { rest: "Nothing; it is available to read.", servers: "Send it." },
  };
}

function headerRemoved(name: string): Judgement {
  const total = name === "x-total-count";
  return {
    rule: "header-removed",
    verdict: "breaking",
    // The clients have a type for this one; others are read from the raw response.
    noticed: total ? "compile" : "run",
    message: `Responses no longer have the header \`${name}\`.`,
    todo: { rest: total ? "Stop using it: the clients no longer offer it." : "Stop using it." },
  };
}

function headerRequired(name: string, now: boolean): Judgement {
  return now
    ? {
        rule: "header-became-required",
        verdict: "safe",
        message: `Every response has the header \`${name}\`.`,
        todo: { servers: "Always send it." },
      }
    : {
        rule: "header-became-optional",
        verdict: "risky",
        message: `The header \`${name}\` may be absent.`,
        todo: { rest: "Handle its absence." },
      };
}

function headerType(name: string, before: Header | undefined, after: Header | undefined): Judgement {
  const [from, to] = [before?.schema ?? {}, after?.schema ?? {}];
  const message = `The header \`${name}\` is now ${describe(to)}, no longer ${describe(from)}.`;
  // The width does not matter: the clients never return a header as a bigint.
  if (typeOf(from) === typeOf(to)) {
    return from.format === undefined || (from.format === "int64" && to.format === "int32")
      ? { rule: "header-type-narrower", verdict: "safe", message, todo: { servers: `Send ${describe(to)}.` } }
      : { rule: "header-type-wider", verdict: "risky", message, todo: { rest: "Check where you read it." } };
  }
  return {
    rule: "header-type-changed",
    verdict: "breaking",
    noticed: "run",
    message,
    todo: { rest: "Check where you read it.", servers: `Send ${describe(to)}.` },
  };
}
