import { expect, it } from "vitest";
import { noRows } from "./no-rows.ts";

it.each([
  [200, "null"],
  [200, "{}"],
  [200, " { }\n"],
  [200, ""],
  [400, '{"error_code":505,"error_message":"nema podataka","log_id":1}'],
  [500, '{"log_id": 1, "error_code": 505 }'],
  [500, '[{"error_code":"505"}]'],
])("status %i with %s means no more rows", (status, text) => expect(noRows({ status, text })).toBe(true));

it.each([
  [200, "[]"],
  [200, "<html></html>"],
  [200, '{"error_code":505}'],
  [400, '{"error_code":5051}'],
  [400, '{"message":"limit is too great"}'],
  [500, ""],
  [500, '{"error_code":13}'],
  [503, '{"error_code":505}'],
  [401, '{"error_code":505}'],
])("status %i with %s is something else", (status, text) => expect(noRows({ status, text })).toBe(false));

it.each([" ", "\n", "{", "}", "null ", '"error_code" ', '"error_code":', '"error_code"         :         '])(
  "takes linear time for a megabyte of %j",
  (unit) => {
    const text = unit.repeat(Math.ceil(1_000_000 / unit.length));
    for (const body of [text, `${text}x`, `{${text}x`])
      for (const status of [200, 400])
        expect(noRows({ status, text: body })).toBe(status === 200 && body.trim() === "");
  },
);
