import { expect, test } from "vitest";
import { decodeRows } from "./exact.ts";
import type { Integers } from "./operation.ts";

const fail = (kind: string, _what: string, _cause: unknown, path?: string): never => {
  throw new Error(`${kind} at ${path}`);
};

// Deeper than any field of the contract so far.
const integers: Integers = (row) => [row.mbs, row.sud?.sjediste?.id];

test("integers are found at any depth", () => {
  const text = '[{"mbs":1,"sud":{"sjediste":{"id":9007199254740993}}},{"mbs":2,"sud":{"sjediste":null}}]';
  expect(decodeRows(text, integers, true, fail)).toEqual([
    { mbs: 1n, sud: { sjediste: { id: 9007199254740993n } } },
    { mbs: 2n, sud: { sjediste: null } },
  ]);
  expect(() => decodeRows(text, integers, false, fail)).toThrow("unsafe-integer at [0].sud.sjediste.id");
});
