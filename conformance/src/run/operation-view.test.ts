import { expect, test } from "vitest";
import { operations, totalHeader } from "../contract/operations.ts";
import { type Answer, answer, type NoAnswer } from "../exchange/answer.ts";
import { NotJudged } from "../requirements/requirement.ts";
import { type OperationView, operationView, type ProbeResult } from "./operation-view.ts";
import type { ProbeName } from "./probes.ts";

const wire = { id: "", method: "GET", url: "https://registar.primjer.hr", headers: {} } as const;
const given = (text: string, status = 200, headers: Record<string, string> = {}): Answer =>
  answer(wire, status, headers, Buffer.from(text));
const none = (more: Partial<NoAnswer>): NoAnswer => ({
  kind: "no answer",
  request: wire,
  problem: "reset",
  final: false,
  ...more,
});

function viewOf(name: string, answers: Partial<Record<ProbeName, Answer | NoAnswer | string>>): OperationView {
  const operation = operations.find((one) => one.name === name);
  if (operation === undefined) throw new Error("the operation of this test is gone");
  const results = Object.entries(answers).map(([probe, one]): [ProbeName, ProbeResult] => [
    // Object.entries knows no more than that names are texts.
    probe as ProbeName,
    typeof one === "string"
      ? { kind: "not asked", reason: one }
      : { kind: "asked", request: { operation, query: [], as: "json", key: "valid" }, answer: one },
  ]);
  return operationView(operation, new Map(results), "shape");
}

/** The state and the reason with which something cannot be judged. */
function whyNot(look: () => unknown): string {
  try {
    look();
    return "judged";
  } catch (error) {
    if (error instanceof NotJudged) return `${error.outcome.state}: ${error.outcome.reason}`;
    throw error;
  }
}

test.for<[string, (Answer | NoAnswer | string)?]>([
  ["not applicable: the operation is not asked for the first rows, or all of them, as JSON"],
  ["not tested: nothing to ask", "nothing to ask"],
  ["error: reset", none({})],
  ["not tested: reset", none({ unseen: true })],
  [
    "not tested: the request for the first rows, or all of them, as JSON was answered with status 404",
    given("[]", 404),
  ],
  [
    "not tested: the answer to the first rows, or all of them, as JSON is plain text, not JSON at line 1, column 1",
    given("x"),
  ],
  ["not tested: the answer to the first rows, or all of them, as JSON is no array", given("{}")],
  ["judged", given("[]")],
])("rows: %s", ([expected, json]) => {
  const view = viewOf("jezik", json === undefined ? {} : { json });
  expect(whyNot(() => view.rows("json"))).toBe(expected);
  expect(view.probesWithRows(["json"])).toEqual(expected === "judged" ? ["json"] : []);
});

test.for<[string, Answer]>([
  ["not tested: the service answered JSON when asked for XML (see REG-XML-08; --xml-by says how to ask)", given("[]")],
  ["not tested: the XML is not well-formed: ", given("[]", 200, { "content-type": "application/xml" })],
  ["not tested: the XML is not well-formed: ", given("<a>")],
  ["judged", given("<a/>")],
])("XML: %s", ([expected, xml]) => {
  expect(whyNot(() => viewOf("jezik", { xml }).xmlRoot("xml"))).toContain(expected);
});

test.for<[boolean, string, json: Answer, edge?: Answer]>([
  [true, "jezik", given("[]")],
  [false, "jezik", given("{}")],
  [true, "gfi", given("[{},{}]"), given("[{}]")],
  [false, "gfi", given("[{},{}]"), given("[{},{}]")],
  [false, "gfi", given("[{},{}]")],
  [false, "gfi", given("[{}]"), given("[{}]")],
  [false, "gfi", given("{}"), given("[{}]")],
  [true, "sjediste", given("[{},{}]", 200, { [totalHeader]: "2" })],
  [false, "sjediste", given("[{},{}]", 200, { [totalHeader]: "3" }), given("[{}]")],
  [false, "sjediste", given("[{},{}]"), given("[{}]")],
])("that the first rows are all is %s: %s", ([expected, name, json, edge]) => {
  expect(viewOf(name, { json, ...(edge === undefined ? {} : { edge }) }).isWhole()).toBe(expected);
});

test.for<[number | undefined, string | undefined]>([
  [12, "12"],
  [undefined, "-1"],
  [undefined, "1.5"],
  [undefined, ""],
  [undefined, undefined],
])("a total is %s: %s", ([expected, text]) => {
  const json = given("[]", 200, text === undefined ? {} : { [totalHeader]: text });
  expect(viewOf("sjediste", { json }).total("json")).toBe(expected);
});
