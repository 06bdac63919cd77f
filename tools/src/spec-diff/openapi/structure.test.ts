import { expect, test } from "vitest";
import type { OpenApi, Schema } from "../../specs/openapi.ts";
import { structuralDifferences } from "./structure.ts";

function document(schema: Schema): OpenApi {
  const parameters = ["from", "to"].map((name) => ({ name, in: "query", description: String(schema.description) }));
  const responses = { "200": { description: "Rows.", content: { "application/json": { schema } } } };
  return {
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: { "/a": { get: { parameters, responses } } },
  } as OpenApi; // `openapi` and `info` are not compared here
}

/** Differences within the operation, as text. */
async function differences(before: Schema, after: Schema): Promise<string[]> {
  const found = await structuralDifferences(document(before), document(after));
  return found
    .map(
      ({ path, kind, from, to }) =>
        `${path.slice(4).join(" ")} ${kind}${kind === "changed" ? ` ${String(from)} → ${String(to)}` : ""}`,
    )
    .sort();
}

const field = (description: string): Schema => ({ type: "string", description });

test("treats the comparison's own keywords as names if the document uses them as names", async () => {
  const names = ["from", "to", "added", "deleted", "modified"];
  const object = (text: string): Schema => ({
    type: "object",
    description: text,
    properties: Object.fromEntries(names.map((name) => [name, field(text)])),
  });
  const schema = "responses 200 content application/json schema";
  expect(await differences(object("a"), object("b"))).toEqual(
    [
      "parameters query from description changed a → b",
      "parameters query to description changed a → b",
      `${schema} description changed a → b`,
      ...names.map((name) => `${schema} properties ${name} description changed a → b`),
    ].sort(),
  );
});

test("reports each value of an enum", async () => {
  const listed = (values: (string | number)[]): Schema => ({ enum: values });
  expect(await differences(listed([1, "a"]), listed([1, "b", 2]))).toEqual([
    "responses 200 content application/json schema enum 2 added",
    "responses 200 content application/json schema enum a removed",
    "responses 200 content application/json schema enum b added",
  ]);
});
