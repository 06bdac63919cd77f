import { expect, test } from "vitest";
import { tinySpec } from "../../../test/support/tiny-spec.ts";
import type { OpenApi, Schema } from "../../specs/openapi.ts";
import { prepare } from "./prepare.ts";

/** A spec with more rows, prepared. @returns the rows. */
function rows(fields: Record<string, Schema>, more: Record<string, Schema> = {}): Record<string, Schema> {
  const document: OpenApi = tinySpec(fields);
  Object.assign(document.components?.schemas ?? {}, more);
  prepare(document);
  return document.components?.schemas ?? {};
}

test("a field may be of every simple type, whose docstring says what to expect of a number", () => {
  const types = ["string", "boolean", "number", "integer"];
  const { stvar } = rows(Object.fromEntries(types.map((type) => [type, { type, description: "A." }])));
  expect(types.map((type) => stvar?.properties?.[type]?.["x-doc"])).toEqual([
    "  /** A. */",
    "  /** A. */",
    "  /** A. Format: number. */",
    "  /** A. Format: integer of no stated width. */",
  ]);
});

test("docstrings cite no section of the contract, which users of a package do not have", () => {
  const properties = { a: { type: "string", description: "Number (sections 2.2 and 4.1) of a thing." } };
  const { nova } = rows({}, { nova: { type: "object", description: "Thing (section 2.3).", properties } });
  expect(nova?.["x-doc"]).toBe("/** Thing. */");
  expect(nova?.properties?.a?.["x-doc"]).toBe("  /** Number of a thing. */");
});

test("a row without a description has its name as the docstring", () => {
  const nova: Schema = { type: "object", properties: { a: { type: "string" } } };
  expect(rows({}, { nova }).nova?.["x-doc"]).toBe("/** nova. */");
});
