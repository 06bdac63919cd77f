import { expect, test } from "vitest";
import { operations } from "../contract/operations.ts";
import { dataKeys, firstDifference, rowData } from "./same-data.ts";
import { readXml, xmlRows } from "./xml.ts";

const fields = operations.find(({ name }) => name === "temeljni_kapital")?.fields ?? [];

/** The data of an amount in XML. */
function amount(text: string): ReturnType<typeof rowData> {
  const xml = readXml(`<a><i><iznos>${text}</iznos></i></a>`);
  const [row] = xml.ok ? xmlRows(xml.root, fields) : [];
  if (row === undefined) throw new Error("the row of this test is gone");
  expect(dataKeys(fields, [row])[0]).toContain(`:${rowData(fields, row).get("/iznos")}`);
  return rowData(fields, row);
}

test("amounts are compared by value", () => {
  expect(firstDifference(amount("1e4"), amount("+10000.00"))).toBeUndefined();
  expect(firstDifference(amount("10000"), amount("10000.01"))).toBe("/iznos");
});

test("an amount that is not a number is compared as text", () => {
  expect(amount("12,50").get("/iznos")).toBe("12,50");
  expect(firstDifference(amount("12,50"), amount("13,50"))).toBe("/iznos");
});

test("texts are compared without what XML cannot represent", () => {
  const text = (value: string) => {
    const member = { name: "naziv", value: { kind: "string", text: value } } as const;
    return rowData(operations.find(({ name }) => name === "jezik")?.fields ?? [], {
      kind: "object",
      members: [member],
    });
  };
  expect(firstDifference(text("dva\r\nretka\r"), text("dva\nretka\n"))).toBeUndefined();
  expect(firstDifference(text("je\u0001dan"), text("jedan"))).toBeUndefined();
  // A lone surrogate, and what a UTF-8 encoder replaces it with.
  expect(firstDifference(text("je\ud800dan"), text("je\ufffddan"))).toBeUndefined();
  expect(firstDifference(text("\n  jedan "), text("jedan"))).toBeUndefined();
  expect(firstDifference(text("je dan"), text("jedan"))).toBe("/naziv");
});
