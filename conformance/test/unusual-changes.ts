import { totalHeader } from "../src/contract/operations.ts";
import type { Datum } from "../src/evidence/datum.ts";
import type { RegisterRequest } from "../src/evidence/request.ts";
import { type Body, copyRow } from "../src/faults/body.ts";

/** Changes a response; `request` is undefined on interface B. */
export type Change = (body: Body, request: RegisterRequest | undefined, query: string) => void;

export const xml =
  (edit: (text: string) => string): Change =>
  (body, request) => {
    if (request !== undefined && body.isRows && body.isXml) body.text = edit(body.text);
  };

export const rows =
  (
    edit: (row: { name: string; value: Datum }[], request: RegisterRequest) => { name: string; value: Datum }[],
  ): Change =>
  (body, request) => {
    const items = body.rows();
    if (request === undefined || items === undefined) return;
    body.setRows(
      items.map((item) => {
        const row = copyRow(item);
        return row === undefined ? item : { kind: "object", members: edit(row.members, request) };
      }),
    );
  };

export const refused =
  (status: number, text: string, headers: Record<string, string> = {}): Change =>
  (body, request) => {
    if (request === undefined || request.key === "valid") return;
    body.status = status;
    body.text = text;
    for (const [name, value] of Object.entries(headers)) body.headers.set(name, value);
  };

/** Rotates the rows differently on each request. */
export function shuffled(): Change {
  let count = 0;
  return (body) => {
    const items = body.rows();
    if (items === undefined || items.length < 2) return;
    count += 1;
    body.setRows([...items.slice(count % items.length), ...items.slice(0, count % items.length)]);
  };
}

/** Reverses the register on some requests, by their number: two replicas, each with its own order. */
export function reversed(isReversed: (count: number) => boolean): Change {
  const known = new Map<string, readonly Datum[]>();
  let count = 0;
  return (body, request) => {
    count += 1;
    const items = request?.operation.paged === true ? body.rows() : undefined;
    if (request === undefined || items === undefined || request.query.some(([name]) => !/^(offset|limit)$/.test(name)))
      return;
    const [offset = 0, limit = 100] = request.query.map(([, value]) => Number(value));
    const all = known.get(request.operation.id) ?? items;
    known.set(request.operation.id, all);
    body.setRows((isReversed(count) ? all.toReversed() : all).slice(offset, offset + limit));
  };
}

/** Removes the last three rows of the register, from the n-th request on. */
export const shortened = (from: number): Change => withoutLast((count) => count >= from);

/** The other way round: they appear at that request. */
export const lengthened = (from: number): Change => withoutLast((count) => count < from);

function withoutLast(isShort: (count: number) => boolean): Change {
  const known = reversed(() => false);
  let count = 0;
  return (body, request, query) => {
    count += 1;
    known(body, request, query);
    const total = Number(body.headers.get(totalHeader) ?? Number.NaN);
    const items = request?.operation.declaresTotal === true ? body.rows() : undefined;
    if (!isShort(count) || items === undefined || request === undefined) return;
    const end = total - 3 - Number(request.query.find(([name]) => name === "offset")?.[1]);
    body.setRows(items.slice(0, Math.max(0, end)));
    body.headers.set(totalHeader, String(total - 3));
  };
}

/** Removes the last row of each list that is not paged, from its n-th request on. */
export function shortenedLists(from: number): Change {
  const counts = new Map<string, number>();
  return (body, request) => {
    if (request === undefined || request.operation.paged) return;
    const count = (counts.get(request.operation.id) ?? 0) + 1;
    counts.set(request.operation.id, count);
    const items = body.rows();
    if (items !== undefined && count >= from) body.setRows(items.slice(0, -1));
  };
}

/** Picks each of two replicas about as often as the other, and the same in each run. */
export const pseudorandom = (count: number): boolean => ((Math.imul(count, 2_654_435_761) >>> 13) & 1) === 1;

/** Returns at most so many rows, whatever the limit. */
export const capped =
  (cap: number): Change =>
  (body, request) => {
    const items = request?.operation.paged === true ? body.rows() : undefined;
    if (items !== undefined && items.length > cap) body.setRows(items.slice(0, cap));
  };

export const combined =
  (...changes: readonly Change[]): Change =>
  (body, request, query) => {
    for (const change of changes) change(body, request, query);
  };

export const emptied: Change = (body, request) => {
  if (request === undefined || !body.isRows) return;
  body.setRows([]);
  if (request.operation.declaresTotal) body.headers.set(totalHeader, "0");
};

/** Adds an optional String argument to a query field of the schema. */
export const withArgument =
  (field: string, name: string): Change =>
  (body, _, query) => {
    if (!query.includes("IntrospectionQuery")) return;
    const response = JSON.parse(body.text);
    const isNamed = (wanted: string) => (one: { name: string }) => one.name === wanted;
    const root = response.data.__schema.types.find(isNamed("Query"));
    const type = { kind: "SCALAR", name: "String", ofType: null };
    root.fields.find(isNamed(field)).args.push({ name, type, defaultValue: null });
    body.text = JSON.stringify(response);
  };
