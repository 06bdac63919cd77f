import { expect, test } from "vitest";
import { operationNamed, viewOf } from "../../../test/support/views.ts";
import type { Operation } from "../../contract/shape/operation.ts";
import { relationRequirements } from "./requirements.ts";

const base = operationNamed("sud");
const relations: Operation["relations"] = [
  { object: "drzava", id: "drzava_id", hasOwnId: false },
  { object: "valuta", id: "valuta_id", hasOwnId: false },
];

/** Judges REG-EXPAND-01 for rows with two relations. */
function judge(rows: readonly object[]): unknown {
  const requirement = relationRequirements.find(({ id }) => id === "REG-EXPAND-01");
  return requirement?.check(viewOf({ ...base, relations }, { expanded: { body: rows } }));
}

test("a missing nested object is found, even if no row shows the other one", () => {
  expect(judge([{ drzava_id: 1 }])).toMatchObject({
    state: "fail",
    findings: [{ expected: "drzava on at least one row with drzava_id" }],
  });
  expect(judge([{ drzava_id: 1, drzava: { sifra: 1 } }])).toEqual({
    state: "not tested",
    reason: "no row has valuta_id",
  });
  expect(judge([{ drzava_id: 1, drzava: { sifra: 1 }, valuta_id: 1, valuta: { sifra: 1 } }])).toEqual({
    state: "pass",
  });
});

test("an empty nested object is no failure: all of its fields are optional", () => {
  const valuta = { valuta_id: 1, valuta: { sifra: 1 } };
  expect(judge([{ drzava_id: 1, drzava: {}, ...valuta }])).toEqual({
    state: "not tested",
    reason: "every drzava is empty",
  });
  expect(judge([{ drzava_id: 1, drzava: null, ...valuta }])).toMatchObject({ state: "fail" });
});

test("the items without expand_relations are those of its default, whatever the parameter does", () => {
  const sameAsDefault = relationRequirements.find(({ id }) => id === "REG-EXPAND-03");
  const [one, other] = [
    { id: 1, naziv: "prvi" },
    { id: 2, naziv: "drugi" },
  ];
  const judged = (byDefault: boolean, rows: { json: object[]; expanded: object[]; collapsed: object[] }): unknown => {
    const responses = Object.entries(rows).map(([probe, body]) => [probe, { body }]);
    return sameAsDefault?.check(viewOf({ ...base, expand: { byDefault } }, Object.fromEntries(responses)));
  };
  const nested = [{ ...one, sud_nadlezan: { id: 2 } }, other];
  expect(judged(false, { json: [one, other], expanded: nested, collapsed: [other, one] })).toEqual({ state: "pass" });
  expect(judged(true, { json: [one, other], expanded: [one, other], collapsed: [] })).toEqual({ state: "pass" });
  expect(judged(true, { json: [one, other], expanded: nested, collapsed: [one, other] })).toMatchObject({
    findings: [{ probe: "json", at: "/0", expected: "the data of a row with expand_relations=true, the default" }],
  });
  expect(judged(false, { json: nested, expanded: nested, collapsed: [one, other] })).toMatchObject({
    findings: [{ at: "/0", expected: "the data of a row with expand_relations=false, the default" }],
  });
  expect(judged(false, { json: [one], expanded: nested, collapsed: [one, other] })).toMatchObject({
    findings: [{ at: "body", expected: "2 items, as with expand_relations=false, the default", found: "1 item" }],
  });
  expect(judged(false, { json: [], expanded: [], collapsed: [] })).toMatchObject({ state: "not tested" });
});

test("a nested object with the same identifier is found in every field that differs", () => {
  const oneForm = relationRequirements.find(({ id }) => id === "REG-NEST-03");
  const seat = (sifra: number, naziv: string) => ({ drzava_id: 1, drzava: { sifra, naziv, oznaka_2: "HR" } });
  const view = viewOf(operationNamed("sjediste"), { json: { body: [seat(191, "Hrvatska"), seat(70, "Druga")] } });
  expect(oneForm?.check(view)).toMatchObject({
    findings: [{ at: "/1/drzava/sifra" }, { at: "/1/drzava/naziv" }],
  });
});

test("an id in a nested object is judged where there is one, with an identifier next to it", () => {
  const ownId = relationRequirements.find(({ id }) => id === "REG-NEST-01");
  const stateOf = (row: object): unknown => ownId?.check(viewOf(base, { json: { body: [row] } })).state;
  expect(stateOf({ sud_id_nadlezan: 1, sud_nadlezan: { id: 1 } })).toBe("pass");
  expect(stateOf({ sud_id_nadlezan: 1, sud_nadlezan: { id: 2 } })).toBe("fail");
  expect(stateOf({ sud_id_nadlezan: 1, sud_nadlezan: { id: null, naziv: "a" } })).toBe("not tested");
  expect(stateOf({ sud_id_nadlezan: null, sud_nadlezan: { id: 1 } })).toBe("not tested");
});
