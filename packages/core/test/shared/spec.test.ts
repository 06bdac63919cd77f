import { expect, test } from "vitest";
import { readOperation } from "./spec.ts";

test("parameters of a path are those of its operation, with a value that their schema shows", () => {
  const text = { type: "string" };
  const parameters = [
    { name: "id", in: "path", required: true, schema: { ...text, example: "7" } },
    { name: "od", in: "query", required: true, example: "x", schema: text },
  ] as const;
  const json = {
    schema: { $ref: "#/components/schemas/sud" },
    examples: { row: { externalValue: "./examples/sud.json" } },
  };
  const get = {
    operationId: "sud.get",
    parameters: [
      { name: "od", in: "query", required: true, schema: { ...text, default: "y" } },
      { name: "Vrsta", in: "header", required: true, schema: { ...text, enum: ["a", "b"] } },
    ],
    responses: { 200: { content: { "application/json": json } } },
  } as const;
  const item = JSON.parse(JSON.stringify({ parameters, get }));
  expect(readOperation(["/sud/{id}", item])).toMatchObject({
    path: "/sud/7",
    params: { id: "7", od: "y", Vrsta: "a" },
    query: { od: "y" },
    headers: { vrsta: "a" },
  });
});
