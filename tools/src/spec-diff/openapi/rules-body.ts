/** Judges changes of response bodies: values go from servers to clients, so a wider contract breaks readers. */
import type { Schema } from "../../specs/openapi.ts";
import type { Judgement } from "../change.ts";
import { documentation, either, isDocumentation, unknown } from "../rules-common.ts";
import { deprecated } from "./rules-operation.ts";
import { judgeXml } from "./rules-xml.ts";
import type { Spot } from "./spot.ts";
import type { Difference } from "./structure.ts";
import { describe, rowType, typeOf } from "./types.ts";

/** @param mediaType - the representation in which the difference was found. */
export function judgeBody(difference: Difference, spot: Spot, mediaType: string): Judgement[] {
  const { subject, rest } = spot;
  const [keyword = "", value = ""] = rest;
  if (keyword === "") return judgeField(difference, spot);
  if (keyword === "items" && rest.length === 1) return [];
  if (isDocumentation(keyword)) return [documentation(`\`${subject}\``)];
  if (keyword === "type" || keyword === "format") return [judgeType(spot)];
  if (keyword === "required") return judgeRequired(difference, spot, value);
  if (keyword === "XML") return mediaType.includes("xml") ? judgeXml(difference, spot) : [];
  if (keyword === "default")
    return [
      {
        ...documentation(`\`${subject}\``),
        message: `The default of \`${subject}\` changed; responses are not filled in with defaults.`,
      },
    ];
  if (keyword === "deprecated") return [deprecated(`\`${subject}\``, difference.to === true)];
  return [unknown(subject, rest.join(" "))];
}

function judgeField(difference: Difference, { subject, before, after, parentBefore, parentAfter }: Spot): Judgement[] {
  const name = subject.split(".").at(-1) ?? "";
  if (difference.kind === "removed") {
    const was = parentBefore?.required?.includes(name) ? "required " : "";
    return [
      {
        rule: "field-removed",
        verdict: "breaking",
        noticed: "compile",
        message: `The ${was}field \`${subject}\` (${describe(before ?? {})}) is gone.`,
        todo: { rest: adviceOnRemoval(name, parentBefore, parentAfter), servers: "Leave it out." },
      },
    ];
  }
  const what = `field \`${subject}\` (${describe(after ?? {})}) is new.`;
  if (parentAfter?.required?.includes(name))
    return [{ rule: "required-field-added", verdict: "risky", message: `The required ${what}`, todo: inEveryRow }];
  return [
    {
      rule: "field-added",
      verdict: "safe",
      message: `The optional ${what}`,
      todo: { rest: "Nothing; it is available to read.", servers: "Send it when there is a value." },
    },
  ];
}

/** New fields of the same object that have the type of the one that is gone: it may have been renamed. */
function adviceOnRemoval(name: string, before: Schema = {}, after: Schema = {}): string {
  const type = (schema: Schema | undefined): string => JSON.stringify([describe(schema ?? {}), schema?.$ref]);
  const known = before.properties ?? {};
  const alike = Object.entries(after.properties ?? {})
    .filter(([other, field]) => !Object.hasOwn(known, other) && type(field) === type(known[name]))
    .map(([other]) => other);
  if (alike.length === 0) return `Remove reads of \`${name}\`.`;
  return `Read ${either(alike)} instead of \`${name}\`, if that is its new name.`;
}

/** The types guarantee what only servers that follow the change can fulfil. */
const inEveryRow: Judgement["todo"] = {
  rest: "Rows that you create yourself, such as test data, need it; a server that does not send it yet breaks the type.",
  servers: "Send it in every row.",
};

function judgeType({ before = {}, after = {}, subject }: Spot): Judgement {
  const message = `\`${subject}\` is now ${describe(after)}, no longer ${describe(before)}.`;
  const [from, to] = [rowType(before), rowType(after)];
  if (from !== to && !(from === "number" && to === "number")) {
    const exact = [from, to].includes("Int") && typeOf(before) === typeOf(after);
    return {
      rule: "field-type-changed",
      verdict: "breaking",
      noticed: "compile",
      message,
      todo: {
        rest: exact
          ? `With \`integers: "bigint"\`, read it as ${to === "Int" ? "a bigint" : "a number"}; with numbers, ${to === "Int" ? "expect an error where a number cannot hold it" : "nothing"}.`
          : `Read it as ${to === "Int" ? "an integer" : to}.`,
        ...(isWider(before, after) ? {} : { servers: `Send ${describe(after)}.` }),
      },
    };
  }
  return sameType(before, after, message);
}

/** Whether all values that were allowed still are. */
function isWider(before: Schema, after: Schema): boolean {
  if (typeOf(before) !== "integer") return false;
  return typeOf(after) === "number" || (typeOf(after) === "integer" && before.format === "int32");
}

/** The type in the clients stays the same, but the values may differ. */
function sameType(before: Schema, after: Schema, message: string): Judgement {
  const narrower = typeOf(before) === "number" && typeOf(after) === "integer";
  if (narrower || before.format === undefined) {
    return {
      rule: "field-type-narrower",
      verdict: "safe",
      message,
      todo: { servers: `Send nothing but ${describe(after)}.` },
    };
  }
  if (after.format === undefined && typeOf(before) === typeOf(after)) {
    const rest =
      typeOf(after) === "integer"
        ? "Check where you store it: it may be larger than before."
        : "Check where you parse it: it may be any text.";
    return { rule: "field-type-wider", verdict: "risky", message, todo: { rest } };
  }
  return {
    rule: "field-values-changed",
    verdict: "breaking",
    noticed: "run",
    message,
    todo: {
      rest: "Check where you read it: code compiles, but the values differ.",
      ...(isWider(before, after) ? {} : { servers: `Send ${describe(after)}.` }),
    },
  };
}

function judgeRequired(difference: Difference, { before, after, subject }: Spot, name: string): Judgement[] {
  // An added or removed field is judged as such.
  if (before?.properties?.[name] === undefined || after?.properties?.[name] === undefined) return [];
  if (difference.kind === "removed") {
    return [
      {
        rule: "field-became-optional",
        verdict: "breaking",
        noticed: "compile",
        message: `\`${subject}\` is now optional.`,
        todo: { rest: "Handle its absence." },
      },
    ];
  }
  return [
    {
      rule: "field-became-required",
      verdict: "risky",
      message: `\`${subject}\` is now in every row.`,
      todo: inEveryRow,
    },
  ];
}
