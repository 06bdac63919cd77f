import type { Answer } from "./answer.ts";
import type { Fail } from "./call-report.ts";
import { RegisterError } from "./errors.ts";
import { keepExact } from "./integers.ts";
import type { Operation } from "./operation.ts";

/** What one response holds. */
export interface Decoded<Row> {
  rows: Row[];
  /** Total number of rows, where the contract promises it. */
  total: number | undefined;
  /** The published state of the data that the rows are from, where the service names it. */
  state: string | undefined;
  /** Whether there are no rows because `endsWalk` said so. */
  isEnd?: boolean;
}

/** How to decode. */
export interface DecodeSettings {
  integers: "number" | "bigint";
  /** Takes the place of `JSON.parse` and of all checks of numbers. */
  parse?: ((text: string) => object[]) | undefined;
  /** Says whether a response without an array means that there are no more rows. */
  endsWalk?: ((answer: { readonly status: number; readonly text: string }) => boolean) | undefined;
}

type Row = Record<string, unknown>;

/** Names a value that is no row. */
const described = (value: unknown): string =>
  Array.isArray(value) ? "an array" : typeof value === "object" && value !== null ? "an object" : String(value);

/** Parses with the caller's own function. */
function parseOwn(text: string, parse: (text: string) => unknown, fail: Fail): unknown {
  try {
    return parse(text);
  } catch (cause) {
    throw cause instanceof RegisterError
      ? cause
      : fail("decode", `the option parse threw ${cause}. Check the parser, or leave the option out.`, cause);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Refuses all but an array of objects. `parse` is the function that made it, if that is the caller's own. */
function checkRows(rows: unknown, text: string, parse: unknown, fail: Fail): asserts rows is Row[] {
  if (!Array.isArray(rows))
    throw fail(
      "decode",
      parse
        ? `the option parse must return an array of objects, but returned ${described(rows)}.`
        : `the service must send an array of objects, but sent ${text.trim() || "nothing."}`,
    );
  for (const row of rows)
    if (typeof row !== "object" || row === null || Array.isArray(row))
      throw fail("decode", `the service must send an array of objects, but one of them is ${described(row)}.`);
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
  { integers, parse, endsWalk }: DecodeSettings,
  fail: Fail,
): Decoded<unknown> | undefined {
  const { status, text, headers } = answer;
  const state = String(headers.get("x-timestamp-id") ?? "").trim() || undefined;
  const isArray = status === 200 && text.trimStart().startsWith("[");
  if (endsWalk && !isArray && endsWalk(answer)) return { rows: [], total: undefined, state, isEnd: true };
  if (status !== 200) return undefined;
  const rows = parse ? parseOwn(text, parse, fail) : parseJson(text);
  checkRows(rows, text, parse, fail);
  if (!parse) keepExact(rows, operation.integers, integers, text, fail);
  return { rows, total: operation.total ? readTotal(answer) : undefined, state };
}
