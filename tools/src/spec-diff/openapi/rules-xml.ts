/** Judges changes of the XML form of a response. JSON and the clients' types stay the same. */
import { isObject } from "../../specs/openapi.ts";
import type { Judgement } from "../change.ts";
import type { Spot } from "./spot.ts";
import type { Difference } from "./structure.ts";

const todo: Judgement["todo"] = {
  rest: "Change the code that reads the XML; JSON is unchanged.",
  servers: "Send the XML in its new form.",
};

export function judgeXml(difference: Difference, { subject, role, before, after }: Spot): Judgement[] {
  const [from, to] = [difference.from, difference.to].map((xml) => (isObject(xml) ? xml : {})) as [Xml, Xml];
  const judgements: Judgement[] = [];
  const fallback = subject.split(".").at(-1);
  if (role === "row" && from.name === undefined && to.name !== undefined) {
    judgements.push({
      rule: "xml-item-named",
      verdict: "risky",
      message: `The element of a row is now named in the contract: \`${String(to.name)}\`.`,
      todo,
    });
  } else {
    const [oldName, newName] = [from.name ?? fallback, to.name ?? fallback];
    if (oldName !== newName) judgements.push(renamed(role, subject, String(oldName), String(newName)));
  }
  const form = (xml: Xml): string =>
    JSON.stringify([xml.attribute ?? false, xml.wrapped ?? false, xml.namespace, xml.prefix]);
  // A schema that exists on one side only is judged as added or removed.
  if (before !== undefined && after !== undefined && form(from) !== form(to)) {
    judgements.push({
      rule: "xml-form-changed",
      verdict: "breaking",
      noticed: "run",
      message: `The XML form of \`${subject}\` changed (attribute, wrapping or namespace): \`${JSON.stringify(to)}\`, before \`${JSON.stringify(from)}\`.`,
      todo,
    });
  }
  return judgements;
}

type Xml = Record<string, unknown>;

function renamed(role: Spot["role"], subject: string, from: string, to: string): Judgement {
  const what = role === "body" ? "root" : "element";
  // An array is usually named like its root: no need to name both.
  const where = [from, to].includes(subject) ? "" : ` of \`${subject}\``;
  return {
    rule: `xml-${what}-renamed`,
    verdict: "breaking",
    noticed: "run",
    message: `The XML ${what}${where} is now \`${to}\`, no longer \`${from}\`.`,
    todo,
  };
}
