import { describe, expect, it } from "vitest";
import { tinySpec } from "../../../test/support/tiny-spec.ts";
import type { OpenApi, Operation, Parameter, Schema } from "../../specs/openapi.ts";
import { prepare } from "./prepare.ts";

const operationOf = (document: OpenApi, path = "/stvar"): Operation => document.paths?.[path]?.get as Operation;
const query = (name: string, schema: Schema, more: Partial<Parameter> = {}): Parameter => ({
  name,
  in: "query",
  schema,
  ...more,
});

describe("reads from a spec", () => {
  it("which integers a number may round, nested ones included", () => {
    const document = tinySpec({
      mbs: { type: "integer", format: "int64" },
      status: { type: "integer" },
      sifra: { type: "integer", format: "int32" },
      iznos: { type: "number", format: "double" },
      sud: { $ref: "#/components/schemas/sud" },
    });
    Object.assign(document.components?.schemas ?? {}, {
      sud: { type: "object", properties: { id: { type: "integer", format: "int64" }, naziv: { type: "string" } } },
    });
    prepare(document);
    expect(operationOf(document)["x-integers"]).toBe('["mbs", "status", "sud.id"]');
  });

  it("how an operation pages", () => {
    const offset = query("offset", { type: "string" }, { required: true });
    const limit = query("limit", { type: "integer", format: "int32", default: 100 });
    const paging = (more: Partial<Operation>): unknown => {
      const document = tinySpec(undefined, more);
      prepare(document);
      const { "x-paged": paged, "x-total": total } = operationOf(document);
      return { paged, total };
    };
    const responses = structuredClone(operationOf(tinySpec()).responses ?? {});
    if (responses["200"]) responses["200"].headers = { "X-Total-Count": {} };
    expect(paging({})).toEqual({ paged: false, total: false });
    expect(paging({ parameters: [structuredClone(limit)] })).toEqual({ paged: false, total: false });
    expect(paging({ parameters: [structuredClone(offset), structuredClone(limit)] })).toEqual({
      paged: true,
      total: false,
    });
    expect(paging({ responses })).toEqual({ paged: false, total: true });
    expect(paging({ parameters: [offset, limit], responses })).toEqual({ paged: true, total: true });
    expect(offset["x-type"]).toBe("number | string");
    expect(limit["x-doc"]).toContain("@defaultValue `100`");
  });
});
