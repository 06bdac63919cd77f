/** What a response of the register says, read from what is here: nothing is asked for. */
import {
  noRows,
  type ObjectOperation,
  type PagedOperation,
  type PageParams,
  RegisterError,
} from "@court-register/fetch";
import { writeText } from "../../option-text.ts";
import type { RegisterList } from "../../wire/list.ts";
import { parseRows, type WireObject } from "../../wire/wire.ts";
import { inOwnWords } from "../advice.ts";
import { anotherHour, Inconsistency } from "../inconsistency.ts";

/** The body of a response. */
export interface ListBody {
  readonly text: string;
  readonly rows: readonly WireObject[];
  /** What was sent in place of an empty array, such as `null`, if a list without rows looks so. */
  readonly emptySign?: string | undefined;
}

/** A row of a walk, with the body that it came in. As JSON, it is the row alone: so the walk compares it, and its cursors know it. */
export class SentRow {
  readonly row: WireObject;
  readonly body: ListBody;

  constructor(row: WireObject, body: ListBody) {
    this.row = row;
    this.body = body;
  }

  toJSON(): WireObject {
    return this.row;
  }
}

/** Parses the response to a single request. @throws SyntaxError if it is no array of objects, and nothing that stands for an empty one. */
export const parseBody = (text: string): ListBody =>
  noRows({ status: 200, text })
    ? { text, rows: [], emptySign: signOf({ status: 200, text }) }
    : { text, rows: parseRows(text) };

/** Parses a page of a walk. @throws SyntaxError if it is no array of objects. */
export function parseSentRows(text: string): SentRow[] {
  const body: ListBody = { text, rows: parseRows(text) };
  return body.rows.map((row) => new SentRow(row, body));
}

/** An operation of a client that reads responses by {@link parseBody}. By `unknown`: what `parse` makes is no type of the contract. */
export const asBody = ({ operation }: RegisterList): ObjectOperation<PageParams, ListBody> =>
  ({ ...operation, answer: "object" }) as unknown as ObjectOperation<PageParams, ListBody>;

/** An operation of a client that reads responses by {@link parseSentRows}. By `unknown`, for the same reason. */
export const asSentRows = ({ operation }: RegisterList): PagedOperation<PageParams, SentRow> =>
  operation as unknown as PagedOperation<PageParams, SentRow>;

/** The rows of a page: the last ones of a body. The first one of the body may be the last one of the page before. */
export const lastRows = (rows: readonly WireObject[], count: number): readonly WireObject[] =>
  rows.slice(rows.length - count);

/** The headers of a response by lower-case name. */
export type NamedHeaders = Readonly<Record<string, string>>;

/** The state and the total that a response names, where it names them. */
export interface Named {
  state: string | undefined;
  total: number | undefined;
}

/**
 * Reads the state and the total in the headers of a response.
 *
 * @param asked - The state that the service was asked for, if it was asked for one.
 * @throws Inconsistency if it has answered with another state.
 */
export function namedIn(headers: NamedHeaders, asked: string | undefined): Named {
  const state = headers["x-timestamp-id"]?.trim() || undefined;
  if (asked && state && state.toLowerCase() !== asked.toLowerCase())
    throw new Inconsistency(`the service was asked for the state ${asked}, and answered with ${state}`, anotherHour);
  return { state, total: totalIn(headers) };
}

/** The number in `x-total-count`, unless it cannot count rows. */
export function totalIn({ "x-total-count": header = "" }: NamedHeaders): number | undefined {
  return /^\s*\d{1,15}\s*$/.test(header) ? Number(header) : undefined;
}

/** A response, as the client shows it to those who ask whether it stands for "no rows". */
type Answered = Parameters<typeof noRows>[0];

/** Names what was sent in place of an empty array. */
export const signOf = ({ status, text }: Answered): string =>
  status === 200 ? text.trim() || "an empty body" : `status ${status}`;

/** What was sent in place of an empty array, if an error is about a status that may stand for that. */
export function emptySignOf(error: unknown): { sign: string; headers: NamedHeaders } | undefined {
  if (!(error instanceof RegisterError) || error.kind !== "http") return undefined;
  const { status, body: text = "", headers = {} } = error;
  return noRows({ status, text }) ? { sign: signOf({ status, text }), headers } : undefined;
}

/**
 * Whether the first page of a walk, which takes nothing but an array, may stand for "no rows". An error has only the start of a body,
 * and none of one that is no text: a single request, read by {@link parseBody}, knows.
 */
export function mayBeEmpty(error: unknown): boolean {
  if (!(error instanceof RegisterError) || (error.kind !== "http" && error.kind !== "decode")) return false;
  return noRows({ status: error.status ?? 0, text: error.body ?? "" });
}

/** The inconsistency that an error of the client is about, or the error. */
export function inconsistencyIn(error: unknown, list: RegisterList): unknown {
  if (!(error instanceof RegisterError) || error.kind !== "register-changed") return error;
  return new Inconsistency(writeText(inOwnWords(error)), anotherHour, { list: list.name, cause: error });
}
