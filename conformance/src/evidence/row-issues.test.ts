import { expect, test } from "vitest";
import { operationNamed } from "../../test/support/views.ts";
import type { Show } from "./datum.ts";
import { readJson } from "./json.ts";
import { type IssueKind, rowIssues } from "./row-issues.ts";

const operation = operationNamed("temeljni_kapital");

test.for<[string, IssueKind[]]>([
  ['{"mbs":1,"iznos":1.5,"interno":true}', []],
  ['{"interno":true}', ["name"]],
  ['{"Mbs":1}', ["name"]],
  ['{"Mbs":1,"iznos":1}', ["name"]],
  ['{"mbs":1,"Mbs":2}', []],
  ['{"mbs":1.5}', ["fraction"]],
  ['{"mbs":1.00000000000000000001}', ["fraction"]],
  ['{"mbs":1.0}', ["spelling"]],
  ['{"mbs":9223372036854775808}', ["width"]],
  ['{"valuta":{"sifra":2147483648}}', ["width"]],
  ['{"iznos":1e400}', ["width"]],
  ['{"iznos":-1e400}', ["width"]],
  ['{"iznos":"1e400"}', ["type"]],
  ['{"valuta":{"naziv":1e400}}', ["type"]],
])("the issues of %s are %j", ([text, kinds]) => {
  const row = readJson(text);
  if (operation === undefined || !row.ok) throw new Error("the operation or the row of this test is gone");
  expect(rowIssues(operation, [row.value], "shape").map(({ kind }) => kind)).toEqual(kinds);
});

test("an issue says where it is, what belongs there and what was found there, inside a nested object too", () => {
  const row = readJson('{"mbs":"1","valuta":{"naziv":5}}');
  if (operation === undefined || !row.ok) throw new Error("the operation or the row of this test is gone");
  expect(rowIssues(operation, [row.value], "shape")).toEqual([
    { kind: "type", at: "/0/mbs", expected: "an integer", found: "a string of 1 character" },
    { kind: "type", at: "/0/valuta/naziv", expected: "a string", found: "an integer of 1 digit" },
  ]);
});

test("there may be more issues than a call may have arguments", () => {
  const row = readJson(`{"valuta":{${Array(200_000).fill('"sifra":1').join()}}}`);
  if (operation === undefined || !row.ok) throw new Error("the operation or the row of this test is gone");
  expect(rowIssues(operation, [row.value], "shape")).toHaveLength(199_999);
});

test("a name that the contract does not know is shown only with values", () => {
  const row = readJson('{"Ana":1,"Ana":2,"mbs":1,"mbs":1}');
  if (!row.ok) throw new Error("the row of this test is gone");
  const places = (show: Show): string[] => rowIssues(operation, [row.value], show).map(({ at }) => at);
  expect(places("shape")).toEqual(["/0/…", "/0/mbs"]);
  expect(places("values")).toEqual(["/0/Ana", "/0/mbs"]);
});
