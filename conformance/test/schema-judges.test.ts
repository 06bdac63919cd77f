/** The schemas of the OpenAPI document judge rows, and no code beside them: another schema gives the same service another verdict. */
import { suiteOperationsWith } from "@court-register/tools/fixed-contract";
import { expect, test } from "vitest";
import { MutableResponse } from "../src/checks/body.ts";
import type { Fault } from "../src/checks/fault.ts";
import { casesContract } from "../src/contract/cases.ts";
import { readOperation } from "../src/contract/operations.ts";
import type { Operation, WrittenOperation } from "../src/contract/shape/operation.ts";
import type { OperationView } from "../src/evidence/operation-view.ts";
import { seededRandom } from "../src/shared/random.ts";
import { faults, registerRequirements } from "../src/topics/catalogue.ts";
import { operationNamed, viewOf } from "./support/views.ts";

/** What a service sends of two resources, whatever the contract says. */
const sent: Readonly<Record<string, readonly object[]>> = {
  gfi: [{ mbs: 80000001, gfi_rbr: 1, vrsta_dokumenta: 3, datum_od: "2023-01-01T00:00:00Z" }],
  sud: [{ id: 7, sud_id_nadlezan: 9, sud_nadlezan: { id: 9 }, naziv: "Općinski sud", sifra: 12 }],
};

const xmlOf = (value: unknown): string =>
  typeof value === "object"
    ? Object.entries(value ?? {})
        .map(([name, inner]) => `<${name}>${xmlOf(inner)}</${name}>`)
        .join("")
    : String(value);

function viewOfSent(operation: Operation): OperationView {
  const rows = sent[operation.name] ?? [];
  const items = rows.map((row) => `<item>${xmlOf(row)}</item>`).join("");
  return viewOf(operation, {
    json: { body: rows },
    xml: { body: `<${operation.xmlRoot}>${items}</${operation.xmlRoot}>` },
  });
}

/** The requirements on values that fail. */
const failing = (view: OperationView): string[] =>
  registerRequirements
    .filter(({ id, selects, check }) => {
      const isOfValues = /^REG-(?:TYPE|FIELD|XML-0[3459])/.test(id);
      return isOfValues && selects.test(view.operation) && check(view).state === "fail";
    })
    .map(({ id }) => id);

/** An operation of the fixed contract after a field of a row has another schema. */
function after(name: string, place: string, schema: object): Operation {
  const written = (suiteOperationsWith(place, schema) as readonly WrittenOperation[]).find((one) => one.name === name);
  if (written === undefined) throw new Error(`there is no operation ${name}`);
  return readOperation(written);
}

test.for(Object.keys(sent))("%s is sent as the contract says", (name) => {
  expect(failing(viewOfSent(operationNamed(name)))).toEqual([]);
});

const text = { type: "string" };
const int = { type: "integer", format: "int32" };
const allowed = ["REG-TYPE-08", "REG-XML-04"];

test.for<[what: string, name: string, place: string, schema: object, ids: string[]]>([
  ["a required field", "gfi", "gfi/required", ["godina_izvjestaja"], ["REG-FIELD-02", "REG-XML-05"]],
  ["a required field of a nested object", "sud", "sud_nadlezan/required", ["naziv"], ["REG-FIELD-02", "REG-XML-05"]],
  ["another type", "gfi", "gfi/properties/mbs", { type: "boolean" }, ["REG-TYPE-01", "REG-XML-04"]],
  [
    "another type in a nested object",
    "sud",
    "sud_nadlezan/properties/id",
    { type: "boolean" },
    ["REG-TYPE-01", "REG-XML-04"],
  ],
  ["text instead of an integer", "gfi", "gfi/properties/mbs", text, ["REG-TYPE-01"]],
  ["a format", "sud", "sud/properties/naziv", { ...text, format: "email" }, ["REG-TYPE-05", "REG-XML-04"]],
  ["no format", "gfi", "gfi/properties/datum_od", text, []],
  ["a date", "gfi", "gfi/properties/datum_od", { ...text, format: "date" }, ["REG-TYPE-01", "REG-XML-04"]],
  ["an enum", "gfi", "gfi/properties/vrsta_dokumenta", { ...int, enum: [1, 2] }, allowed],
  ["an enum that has the value", "gfi", "gfi/properties/vrsta_dokumenta", { ...int, enum: [1, 2, 3] }, []],
  ["an enum of texts", "sud", "sud/properties/naziv", { ...text, enum: ["Sud"] }, allowed],
  ["a const", "sud", "sud/properties/naziv", { ...text, const: "Sud" }, allowed],
  ["a const that is the value", "sud", "sud/properties/naziv", { ...text, const: "Općinski sud" }, []],
  ["a pattern", "sud", "sud/properties/naziv", { ...text, pattern: "^[a-z]+$", example: "opcinski" }, allowed],
  ["a pattern that matches", "sud", "sud/properties/naziv", { ...text, pattern: "^\\p{Lu}", example: "Sud" }, []],
  ["a bound in a nested object", "sud", "sud_nadlezan/properties/id", { ...int, maximum: 8 }, allowed],
  ["a minLength", "sud", "sud/properties/naziv", { ...text, minLength: 13 }, allowed],
  ["a minLength that fits", "sud", "sud/properties/naziv", { ...text, minLength: 12 }, []],
  ["a maxLength", "sud", "sud/properties/naziv", { ...text, maxLength: 11 }, allowed],
  ["a maxLength that fits", "sud", "sud/properties/naziv", { ...text, maxLength: 12 }, []],
  ["a minimum", "gfi", "gfi/properties/vrsta_dokumenta", { ...int, minimum: 4 }, allowed],
  ["a minimum that is the value", "gfi", "gfi/properties/vrsta_dokumenta", { ...int, minimum: 3 }, []],
  ["a maximum", "gfi", "gfi/properties/vrsta_dokumenta", { ...int, maximum: 2 }, allowed],
  ["a maximum that is the value", "gfi", "gfi/properties/vrsta_dokumenta", { ...int, maximum: 3 }, []],
])("%s changes the verdict on the same rows", ([, name, place, schema, ids]) => {
  expect(failing(viewOfSent(after(name, place, schema)))).toEqual(ids);
});

test.for<[name: string, field: string, schema: object]>([
  ["gfi", "vrsta_dokumenta", { ...int, enum: [3, 0] }],
  ["gfi", "vrsta_dokumenta", { ...int, minimum: 1, maximum: 2 ** 31 - 1 }],
  ["gfi", "datum_od", { ...text, format: "date-time", pattern: "^2", example: "2023-01-01T00:00:00Z" }],
  ["sud", "naziv", { ...text, enum: ["Općinski sud"] }],
  ["sud", "naziv", { ...text, minLength: 9, maxLength: 12 }],
  ["sud", "naziv", { ...text, pattern: "^\\p{Lu}", example: "Sud" }],
])("the fault of a value that is not allowed is caught in %s/%s, with the schema %j", async ([name, field, schema]) => {
  const operation = after(name, `${name}/properties/${field}`, schema);
  const view = viewOfSent(operation);
  expect(failing(view)).toEqual([]);
  const { at, change, trips } = faultNamed("value-not-allowed");
  expect(at?.(operation)).toBe(true);
  const bodies = ["json", "xml"].map((probe) => {
    const answer = view.answer(probe);
    const asks = { operation, query: [], as: probe as "json" | "xml", key: "valid" as const };
    return { probe, asks, body: new MutableResponse({ ...answer, request: { ...answer.request, asks } }) };
  });
  const remembered = new Map<string, unknown>();
  for (const { asks, body } of bodies) {
    const once = <T>(make: () => T): T => {
      if (!remembered.has("")) remembered.set("", make());
      return remembered.get("") as T;
    };
    const ask = async () => bodies.find(({ probe }) => probe === "json")?.body;
    await change(body, {
      request: asks,
      query: "",
      cases: casesContract,
      random: seededRandom(1, name),
      ask,
      once,
      width: 5,
    });
  }
  const changed = bodies.map(({ probe, body }) => [probe, { body: body.text }] as const);
  expect(failing(viewOf(operation, Object.fromEntries(changed)))).toEqual(trips);
});

function faultNamed(name: string): Fault {
  const fault = faults.find((one) => one.name === name);
  if (fault === undefined) throw new Error(`there is no fault ${name}`);
  return fault;
}
