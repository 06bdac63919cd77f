import { expect, test } from "vitest";
import { operationNamed } from "../../test/support/views.ts";
import { dataKeys, differences, rowData } from "./same-data.ts";
import { readXml, xmlRows } from "./xml.ts";

const fields = operationNamed("temeljni_kapital").fields;

/** The data of an amount in XML. */
function amount(text: string): ReturnType<typeof rowData> {
  const xml = readXml(`<a><i><iznos>${text}</iznos></i></a>`);
  const [row] = xml.ok ? xmlRows(xml.root, { answer: "list", fields }) : [];
  if (row === undefined) throw new Error("the row of this test is gone");
  expect(dataKeys(fields, [row])[0]).toContain(`:${rowData(fields, row).get("/iznos")}`);
  return rowData(fields, row);
}

test("amounts are compared by value", () => {
  expect(differences(amount("1e4"), amount("+10000.00"))).toEqual([]);
  expect(differences(amount("10000"), amount("10000.01"))).toEqual(["/iznos"]);
});

test("an amount that is not a number is compared as text", () => {
  expect(amount("12,50").get("/iznos")).toBe("12,50");
  expect(differences(amount("12,50"), amount("13,50"))).toEqual(["/iznos"]);
});

test("date-times are compared by the moment, to any fraction of a second", () => {
  const moment = (text: string) => {
    const member = { name: "datum_od", value: { kind: "string", text } } as const;
    return rowData(operationNamed("gfi").fields, { kind: "object", members: [member] });
  };
  const same = (one: string, other: string): boolean => differences(moment(one), moment(other)).length === 0;
  for (const other of [
    "2024-03-31T00:30:00.000+00:00",
    "2024-03-31T02:30:00+02:00",
    "2024-03-30T20:00:00.0-04:30",
    "2024-03-31t00:30:00z",
  ])
    expect([other, same("2024-03-31T00:30:00Z", other)]).toEqual([other, true]);
  for (const other of ["2024-03-31T02:30:00Z", "2024-03-31T00:30:00+02:00", "2024-03-31T00:30:00.0000000001Z"])
    expect([other, same("2024-03-31T00:30:00Z", other)]).toEqual([other, false]);
  expect(same("2024-03-31T00:30:00.120", "2024-03-31T00:30:00.12")).toBe(true);
  // Which moment it is without a zone is not known.
  expect(same("2024-03-31T00:30:00", "2024-03-31T00:30:00Z")).toBe(false);
  expect(same("2016-12-31T23:59:60Z", "2016-12-31T23:59:60Z")).toBe(true);
  // No date, so no moment either.
  expect(same("2024-02-30T00:00:00Z", "2024-03-01T00:00:00Z")).toBe(false);
  expect([...moment("2024-03-31T02:30:00.120+02:00").values()]).toEqual(["2024-03-31T00:30:00.12Z"]);
  // In UTC, the year has more than four digits.
  expect(same("9999-12-31T23:59:59-01:00", "9999-12-31T23:59:58-01:00")).toBe(false);
  expect(same("0000-01-01T00:00:00+01:00", "0000-01-01T00:00:01+01:00")).toBe(false);
  expect(same("2016-12-31T23:59:60Z", "2016-06-30T23:59:60Z")).toBe(false);
  expect(same("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z")).toBe(false);
});

test("texts are compared without what XML cannot represent", () => {
  const text = (value: string) => {
    const member = { name: "naziv", value: { kind: "string", text: value } } as const;
    return rowData(operationNamed("jezik").fields, {
      kind: "object",
      members: [member],
    });
  };
  expect(differences(text("dva\r\nretka\r"), text("dva\nretka\n"))).toEqual([]);
  expect(differences(text("je\u0001dan"), text("jedan"))).toEqual([]);
  // A lone surrogate, and what a UTF-8 encoder replaces it with.
  expect(differences(text("je\ud800dan"), text("je\ufffddan"))).toEqual([]);
  expect(differences(text("\n  jedan "), text("jedan"))).toEqual([]);
  expect(differences(text("je dan"), text("jedan"))).toEqual(["/naziv"]);
});
