import type { CallReport, Fail } from "./call-report.ts";
import { RegisterError } from "./errors.ts";
import { keepExact } from "./integers.ts";
import type { AnyOperation } from "./operation.ts";
import type { WholeResponse } from "./response.ts";

/** What one response holds, and what a walk needs to judge it. */
export interface Decoded<Data> {
  /** The rows, or one object. Empty if the caller takes the response as it is. */
  data: Data;
  /** Total number of rows, where the contract promises it. */
  total?: number | undefined;
  /** The published state of the data that the rows are from, where the service names it. */
  state?: string | undefined;
  /** Whether there are no rows because `endsWalk` said so. */
  isEnd?: boolean;
  /** Makes errors about the call. */
  report: CallReport;
}

/** How to decode. */
export interface DecodeSettings {
  /** Whether the caller takes a response with status 200 as it is. */
  raw: boolean | undefined;
  integers: "number" | "bigint";
  /** Takes the place of `JSON.parse` and of all checks of numbers. */
  parse?: ((text: string) => object) | undefined;
  /** Says whether a response without an array means that there are no more rows. */
  endsWalk?: ((answer: { readonly status: number; readonly text: string }) => boolean) | undefined;
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const checkParse = "Check the option {parse}.";

/** Names a value that is not what it should be. */
const described = (value: unknown): string =>
  Array.isArray(value) ? "an array" : isObject(value) ? "an object" : String(value);

/** Parses a body; undefined if that is no JSON. `parse` is the caller's own function. */
function parseBody(text: string, parse: DecodeSettings["parse"], fail: Fail): unknown {
  try {
    return parse ? parse(text) : JSON.parse(text);
  } catch (cause) {
    if (!parse) return undefined;
    throw cause instanceof RegisterError
      ? cause
      : fail("decode", `the body cannot be read: ${cause}`, checkParse, cause);
  }
}

/**
 * Refuses all but an array of objects, or but one object: what is in them is not checked field by field. `parse` is the function that made
 * it, if that is the caller's own.
 */
function checkData(data: unknown, isList: boolean, text: string, parse: unknown, fail: Fail): asserts data is object {
  const expected = `the service must send ${isList ? "an array of objects" : "an object"}, but`;
  // Of what the caller's own function has made, the text says nothing.
  const advice = parse ? checkParse : undefined;
  if (isList ? !Array.isArray(data) : !isObject(data))
    throw fail("decode", `${expected} sent ${parse ? described(data) : text.trim() || "nothing"}`, advice);
  for (const row of isList ? (data as unknown[]) : [])
    if (!isObject(row)) throw fail("decode", `${expected} one of them is ${described(row)}`, advice);
}

/** The value of `x-total-count`, unless it is no number that could count rows. */
function readTotal({ headers }: WholeResponse): number | undefined {
  const total = String(headers.get("x-total-count")).trim();
  return /^\d{1,15}$/.test(total) ? Number(total) : undefined;
}

/**
 * Decodes the response to an operation; undefined if its status is not 200.
 *
 * @throws RegisterError of kind `decode` or `unsafe-integer`.
 */
export function decode<Params, Data extends object, Total extends number | undefined>(
  answer: WholeResponse,
  { integers: names, total, answer: kind }: AnyOperation<Params, Data, Total>,
  { raw, integers, parse, endsWalk }: DecodeSettings,
  report: CallReport,
): Decoded<Data> | undefined {
  const { status, text, headers } = answer;
  const { fail } = report;
  const state = String(headers.get("x-timestamp-id") ?? "").trim() || undefined;
  const isArray = status === 200 && text.trimStart().startsWith("[");
  const empty = { data: [] as object as Data, state, report };
  if (endsWalk && !isArray && endsWalk(answer)) return { ...empty, isEnd: true };
  if (status !== 200) return undefined;
  if (raw) return empty;
  const data = parseBody(text, parse, fail);
  checkData(data, kind !== "object", text, parse, fail);
  if (!parse) keepExact(data, names, integers, text, fail);
  report.forgetBody();
  return { data: data as Data, total: total ? readTotal(answer) : undefined, state, report };
}
