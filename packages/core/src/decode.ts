import type { Answer } from "./answer.ts";
import type { Fail } from "./failure.ts";
import { checkNumbers, makeBigints } from "./integers.ts";
import type { Operation } from "./operation.ts";

/** What one response holds. */
export interface Decoded<Row> {
  rows: Row[];
  /** Total number of rows, where the contract promises it. */
  total: number | undefined;
  /** The published state of the data that the rows are from, where the service names it. */
  state: string | undefined;
}

/** How to decode. */
export interface DecodeSettings {
  integers: "number" | "bigint";
  /** Says whether a response without an array means that there are no more rows. */
  endsWalk?: ((answer: { readonly status: number; readonly text: string }) => boolean) | undefined;
}

type Row = Record<string, unknown>;

/** Names a value that is no row. */
const described = (value: unknown): string => (Array.isArray(value) ? "an array" : String(value));

/** Parses an array of objects. */
function parseRows(text: string, fail: Fail): Row[] {
  let rows: unknown;
  try {
    rows = JSON.parse(text);
  } catch {}
  if (!Array.isArray(rows)) throw fail("decode", `expected an array of objects, got ${text.trim() || "nothing"}`);
  for (const row of rows)
    if (typeof row !== "object" || row === null || Array.isArray(row))
      throw fail("decode", `expected an array of objects, got ${described(row)} among them`);
  return rows;
}

/** The value of `x-total-count`, unless it is no number that could count rows. */
function readTotal({ headers }: Answer): number | undefined {
  const total = String(headers.get("x-total-count")).trim();
  return /^\d{1,15}$/.test(total) ? Number(total) : undefined;
}

/**
 * Decodes the response to an operation; undefined if its status is not 200.
 *
 * @throws RegisterError of kind `decode` or `unsafe-integer`.
 */
export function decode(
  answer: Answer,
  operation: Operation,
  { integers, endsWalk }: DecodeSettings,
  fail: Fail,
): Decoded<unknown> | undefined {
  const { status, text, headers } = answer;
  const state = String(headers.get("x-timestamp-id") ?? "").trim() || undefined;
  const isArray = status === 200 && text.trimStart().startsWith("[");
  if (endsWalk && !isArray && endsWalk(answer)) return { rows: [], total: undefined, state };
  if (status !== 200) return undefined;
  const rows = parseRows(text, fail);
  const paths = operation.integers.map((path) => path.split("."));
  if (integers === "bigint") makeBigints(rows, paths, text, fail);
  else checkNumbers(rows, paths, fail);
  return { rows, total: operation.total ? readTotal(answer) : undefined, state };
}
