import { expect, test } from "vitest";
import { operationNamed, type SeenPage, viewOf } from "../../test/support/views.ts";
import { totalHeader } from "../contract/operations.ts";
import { NotJudged } from "./outcome.ts";

const given = (body: string, status = 200, headers: Record<string, string> = {}): SeenPage => ({
  status,
  headers,
  body,
});
const none = (more: SeenPage): SeenPage => ({ problem: "reset", ...more });

/** The state and the reason why something cannot be judged. */
function whyNot(look: () => unknown): string {
  try {
    look();
    return "judged";
  } catch (error) {
    if (error instanceof NotJudged) return `${error.outcome.state}: ${error.outcome.reason}`;
    throw error;
  }
}

test.for<[string, (SeenPage | string)?]>([
  ["not applicable: the operation is not asked for json"],
  ["not tested: nothing to ask", "nothing to ask"],
  ["error: reset", none({})],
  ["not tested: reset", none({ unseen: true })],
  ["not tested: the request for the first rows (or all) as JSON got status 404", given("[]", 404)],
  [
    "not tested: the response for the first rows (or all) as JSON is plain text, not valid JSON at line 1, column 1",
    given("x"),
  ],
  ["not tested: the response for the first rows (or all) as JSON is not an array", given("{}")],
  ["judged", given("[]")],
])("rows: %s", ([expected, json]) => {
  const view = viewOf(operationNamed("jezik"), json === undefined ? {} : { json });
  expect(whyNot(() => view.rows("json"))).toBe(expected);
  expect(view.knownRows("json")).toEqual(expected === "judged" ? [] : undefined);
});

test.for<[string, SeenPage]>([
  ["not tested: the service returned JSON when asked for XML (see REG-XML-08; --xml-by sets how to ask)", given("[]")],
  ["not tested: the XML is not well-formed: ", given("[]", 200, { "content-type": "application/xml" })],
  ["not tested: the XML is not well-formed: ", given("<a>")],
  ["judged", given("<a/>")],
])("XML: %s", ([expected, xml]) => {
  expect(whyNot(() => viewOf(operationNamed("jezik"), { xml }).xmlRoot("xml"))).toContain(expected);
});

test.for<[number | undefined, string | undefined]>([
  [12, "12"],
  [undefined, "-1"],
  [undefined, "1.5"],
  [undefined, ""],
  [undefined, undefined],
])("a total is %s: %s", ([expected, text]) => {
  const json = given("[]", 200, text === undefined ? {} : { [totalHeader]: text });
  expect(viewOf(operationNamed("sjediste"), { json }).total("json")).toBe(expected);
});
