import { expect, test } from "vitest";
import { operationNamed, viewOf } from "../../../test/support/views.ts";
import { readOperation } from "../../contract/operations.ts";
import type { Schema } from "../../contract/shape/operation.ts";
import type { ResultState } from "../../evidence/outcome.ts";
import { registerRequirements } from "../catalogue.ts";

/** The requirements that fail where a field has this value in JSON and this text in XML. */
function failing(polje: Schema, json: string, xml: string): string[] {
  const row = { type: "object", properties: { polje } };
  const operation = readOperation({ ...operationNamed("jezik"), row });
  const view = viewOf(operation, {
    json: { body: `[{"polje":${json}}]` },
    xml: { body: `<jezikArray><jezik><polje>${xml}</polje></jezik></jezikArray>` },
  });
  const judging = ["REG-TYPE-01", "REG-TYPE-04", "REG-XML-04", "REG-SAME-02"];
  return registerRequirements
    .filter(({ id, check }) => judging.includes(id) && check(view).state === "fail")
    .map(({ id }) => id);
}

test.for<[string, string, string[]]>([
  ["true", "true", []],
  ["false", "0", []],
  ["null", "", []],
  ['"true"', "true", ["REG-TYPE-01"]],
  ["1", "1", ["REG-TYPE-01"]],
  ["true", "True", ["REG-SAME-02", "REG-XML-04"]],
  ["true", "da", ["REG-SAME-02", "REG-XML-04"]],
  ["true", "false", ["REG-SAME-02"]],
  ["true", "0", ["REG-SAME-02"]],
  ['"da"', "da", ["REG-TYPE-01", "REG-XML-04"]],
])("a boolean that is %s in JSON and %s in XML fails %j", ([json, xml, ids]) => {
  expect(failing({ type: "boolean" }, json, xml)).toEqual(ids);
});

test.for<[string, string, string[]]>([
  ['"2024-02-29"', "2024-02-29", []],
  ["null", "", []],
  ['"2023-02-29"', "2023-02-29", ["REG-TYPE-01", "REG-XML-04"]],
  ['"29.2.2024."', "29.2.2024.", ["REG-TYPE-01", "REG-XML-04"]],
  ['"2024-02-29T00:00:00Z"', "2024-02-29", ["REG-SAME-02", "REG-TYPE-01"]],
  ["20240229", "20240229", ["REG-TYPE-01", "REG-XML-04"]],
  ['""', "", ["REG-TYPE-01"]],
  ['"2024-02-29"', "2024-02-28", ["REG-SAME-02"]],
])("a date that is %s in JSON and %s in XML fails %j", ([json, xml, ids]) => {
  expect(failing({ type: "string", format: "date" }, json, xml)).toEqual(ids);
});

test.for<[operation: string, row: string, xml: string, Record<string, ResultState>]>([
  ["gfi", "{}", "<gfi/>", { "REG-TYPE-01": "not tested", "REG-XML-04": "not tested", "REG-FIELD-01": "not tested" }],
  ["gfi", '{"mbs":null}', "", { "REG-FIELD-01": "pass", "REG-JSON-04": "pass" }],
  ["email_adrese", "7", "", { "REG-JSON-03": "fail", "REG-JSON-04": "not tested", "REG-FIELD-01": "not tested" }],
  ["email_adrese", "[]", "", { "REG-FIELD-02": "not tested", "REG-FIELD-03": "not tested" }],
  ["gfi", '{"mbs":null}', "<gfi><mbs/></gfi>", { "REG-TYPE-01": "not tested", "REG-XML-04": "not tested" }],
  ["gfi", '{"mbs":7}', "<gfi><mbs>7</mbs></gfi>", { "REG-TYPE-01": "pass", "REG-XML-04": "pass" }],
  ["gfi", '{"mbs":7}', "<gfi><mbs>7</mbs></gfi>", { "REG-TYPE-04": "not tested", "REG-TYPE-06": "not tested" }],
  ["gfi", '{"datum_od":7}', "", { "REG-TYPE-01": "fail", "REG-TYPE-04": "not tested" }],
  ["gfi", '{"datum_od":"2024-10-31T12:00:00Z"}', "", { "REG-TYPE-04": "pass", "REG-TYPE-06": "pass" }],
  ["jezik", '{"naziv":"a"}', "<a><naziv>a</naziv></a>", { "REG-TYPE-02": "not tested", "REG-XML-09": "not tested" }],
  ["jezik", '{"id":"7"}', "", { "REG-TYPE-03": "not tested", "REG-TYPE-07": "not tested" }],
  ["jezik", '{"id":7}', "<a><id>7</id></a>", { "REG-TYPE-02": "pass", "REG-TYPE-03": "pass", "REG-XML-09": "pass" }],
  ["temeljni_kapital", '{"iznos":1.5}', "", { "REG-TYPE-02": "not tested", "REG-TYPE-03": "pass" }],
  ["sjediste", '{"drzava":{"sifra":191}}', "", { "REG-TYPE-02": "pass", "REG-TYPE-07": "pass" }],
  ["sjediste", '{"drzava":{"sifra":null,"naziv":"a"}}', "", { "REG-TYPE-01": "pass", "REG-TYPE-02": "not tested" }],
  ["email_adrese", '{"mbs":7,"adresa":null}', "", { "REG-TYPE-05": "not tested", "REG-FIELD-03": "fail" }],
  ["email_adrese", '{"adresa":"a@primjer.hr"}', "", { "REG-TYPE-05": "pass" }],
])("of %s, a row %s, or %s, is judged on the values that it has: %j", ([name, row, xml, states]) => {
  const view = viewOf(operationNamed(name), { json: { body: `[${row}]` }, xml: { body: `<array>${xml}</array>` } });
  const found = registerRequirements.filter(({ id }) => id in states).map(({ id, check }) => [id, check(view).state]);
  expect(Object.fromEntries(found)).toEqual(states);
});

test("a resource without rows is not tested, and the reason says that it has no rows", () => {
  const view = viewOf(operationNamed("gfi"), { json: { body: [] } });
  const judged = registerRequirements.filter(({ id }) => /^REG-(?:TYPE|FIELD-01|JSON-0[34])/.test(id));
  for (const { id, selects, check } of judged)
    if (selects.test(view.operation))
      expect([id, check(view)]).toEqual([id, { state: "not tested", reason: "the resource has no rows" }]);
});
