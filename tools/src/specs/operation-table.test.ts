import { expect, test } from "vitest";
import { contract, suiteOperations } from "../../test/contract/contract.ts";
import { apply } from "../../test/support/edits.ts";
import { readOperations } from "./operation-table.ts";

test("operations are read with their pages, totals, nested objects and defaults", () => {
  expect(suiteOperations).toHaveLength(9);
  expect(suiteOperations.filter(({ paged }) => paged)).toHaveLength(5);
  expect(suiteOperations.filter(({ defaultLimit }) => defaultLimit === 100)).toHaveLength(3);
  expect(suiteOperations.filter(({ declaresTotal }) => declaresTotal)).toHaveLength(2);
  expect(suiteOperations.flatMap(({ expand }) => (expand ? [expand.byDefault] : []))).toEqual([true, false]);
  expect(suiteOperations.flatMap(({ given }) => given)).toEqual([]);
  const [seat] = suiteOperations;
  expect(seat).toMatchObject({ id: "sjediste.list", name: "sjediste", path: "/sjediste", xmlRoot: "sjedisteArray" });
  expect(seat?.relations).toEqual([{ object: "drzava", id: "drzava_id", hasOwnId: false }]);
  expect(seat?.fields.find(({ name }) => name === "drzava")?.fields).toContainEqual(
    expect.objectContaining({ name: "sifra", type: "integer", format: "int32", required: false }),
  );
});

test.each([
  [{ required: false }, []],
  [{ required: true, example: "hr" }, [{ name: "X-Jezik", in: "header", value: "hr" }]],
  [{ required: true, schema: { type: "integer", example: 7 } }, [{ name: "X-Jezik", in: "header", value: "7" }]],
  [{ required: true, schema: { type: "integer", default: 7 } }, [{ name: "X-Jezik", in: "header", value: "7" }]],
])("of the parameter %j the suite sends %j", (more, given) => {
  const parameter = { name: "X-Jezik", in: "header", schema: { type: "string" }, ...more };
  const { openapi } = apply(contract, [{ set: "/paths/~1sud/get/parameters/-", to: parameter }]);
  expect(readOperations(openapi).find(({ name }) => name === "sud")?.given).toEqual(given);
});
