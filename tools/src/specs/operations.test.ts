import { expect, test } from "vitest";
import { contract } from "../../test/contract/contract.ts";
import { apply } from "../../test/support/edits.ts";
import { suiteOperation } from "../generate/copies.ts";
import { integerPaths, registerOperations } from "./operations.ts";

test("operations are read with their pages, totals, nested objects and defaults", () => {
  const operations = registerOperations(contract.openapi);
  expect(operations).toHaveLength(12);
  expect(operations.filter(({ paged }) => paged)).toHaveLength(5);
  expect(operations.filter(({ defaultLimit }) => defaultLimit === 100)).toHaveLength(3);
  expect(operations.filter(({ total }) => total)).toHaveLength(2);
  expect(operations.flatMap(({ expand }) => (expand ? [expand.byDefault] : []))).toEqual([true, false]);
  const [seat] = operations;
  expect(seat).toMatchObject({ id: "sjediste.list", tag: "sjediste", path: "/sjediste", root: "sjedisteArray" });
  expect(seat?.relations).toEqual([{ object: "drzava", id: "drzava_id", hasOwnId: false }]);
  expect(seat?.fields.find(({ name }) => name === "drzava")?.fields).toContainEqual(
    expect.objectContaining({ name: "sifra", type: "integer", format: "int32", required: false }),
  );
});

test("one object is read with its parts, lists and null, and its parameter in the path", () => {
  const one = registerOperations(contract.openapi).find(({ id }) => id === "subjekt.get");
  expect(one).toMatchObject({ answer: "object", root: "subjekt_detalji", row: "subjekt_detalji", xml: true });
  expect(one?.parameters.map((parameter) => [parameter.in, parameter.name])).toEqual([
    ["path", "mbs"],
    ["header", "X-Jezik"],
    ["query", "timestamp_id"],
  ]);
  const field = (name: string): unknown => one?.fields.find((field) => field.name === name);
  expect(field("mbs")).toMatchObject({ type: "integer", required: true });
  expect(field("kratica")).toMatchObject({ type: "string", nullable: true });
  expect(field("izvor")).toMatchObject({ type: "string", allowed: ['`"registar"`'] });
  expect(field("iznosi")).toMatchObject({ type: "array", items: { name: "", type: "number", nullable: true } });
  expect(field("jezik")).toMatchObject({ type: "object", nullable: true, fields: [{ name: "id" }, {}, {}] });
  expect(field("clanovi")).toMatchObject({ type: "array", items: { type: "object", fields: [{ name: "oib" }, {}] } });
  expect(one?.relations).toEqual([]);
  expect(integerPaths(one?.fields ?? []).slice(4)).toEqual([
    "sudovi[]",
    "sjediste.kucni_broj",
    "jezik.id",
    "clanovi[].oib",
  ]);
  expect(JSON.stringify(one?.rowSchema)).not.toMatch(/\$ref|allOf|anyOf|description/);
});

test.each([
  [{ required: false }, []],
  [{ required: true, example: "hr" }, [{ name: "X-Jezik", in: "header", value: "hr" }]],
  [{ required: true, schema: { type: "integer", example: 7 } }, [{ name: "X-Jezik", in: "header", value: "7" }]],
  [{ required: true, schema: { type: "integer", default: 7 } }, [{ name: "X-Jezik", in: "header", value: "7" }]],
  [{ required: true, schema: { type: "integer", enum: [7, 8] } }, [{ name: "X-Jezik", in: "header", value: "7" }]],
  // fetch sends `*` where a request has none.
  [
    { name: "Accept-Language", schema: { type: "string", enum: ["hr", "en"] } },
    [{ name: "Accept-Language", in: "header", value: "hr" }],
  ],
  [{ name: "Accept-Language" }, []],
])("of the parameter %j the suite sends %j", (more, given) => {
  const parameter = { name: "X-Jezik", in: "header", schema: { type: "string" }, ...more };
  const { openapi } = apply(contract, [{ set: "/paths/~1sud/get/parameters/-", to: parameter }]);
  const courts = registerOperations(openapi).filter(({ tag }) => tag === "sud");
  expect(courts.map(suiteOperation)).toEqual([expect.objectContaining({ name: "sud", given })]);
});
