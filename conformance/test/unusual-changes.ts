import { copyRow, type MutableResponse } from "../src/checks/body.ts";
import { totalHeader } from "../src/contract/operations.ts";
import type { Operation } from "../src/contract/shape/operation.ts";
import type { Datum } from "../src/evidence/datum.ts";
import type { RegisterRequest } from "../src/evidence/request.ts";

/** Changes a response; `request` is undefined on GraphQL. */
export type Change = (body: MutableResponse, request: RegisterRequest | undefined, query: string) => void;

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

/** A register whose rows depend on the number of the request: their order, their state. */
function register(rowsAt: (all: readonly Datum[], count: number, operation: Operation) => readonly Datum[]): Change {
  const known = new Map<string, readonly Datum[]>();
  let count = 0;
  return (body, request) => {
    count += 1;
    const items = body.rows();
    if (request === undefined || items === undefined) return;
    const { operation, query } = request;
    if (operation.answer === "object") return;
    if (!operation.paged) {
      body.setRows(rowsAt(items, count, operation));
      return;
    }
    if (query.some(([name]) => !/^(offset|limit)$/.test(name))) return;
    const [offset = 0, limit = operation.defaultLimit ?? 100] = query.map(([, value]) => Number(value));
    const all = known.get(operation.id) ?? items;
    known.set(operation.id, all);
    const rows = rowsAt(all, count, operation);
    body.setRows(rows.slice(offset, offset + limit));
    if (operation.declaresTotal) body.headers.set(totalHeader, String(rows.length));
  };
}

/** Reverses the register on some requests, by their number: two replicas, each with its own order. */
export const reversed = (isReversed: (count: number) => boolean): Change =>
  register((all, count, { paged }) => (paged && isReversed(count) ? all.toReversed() : all));

/** Another state of the register on some requests, by their number: its third row is gone, and the last one as well. */
export const otherState = (isOther: (count: number) => boolean): Change =>
  register((all, count) => (isOther(count) ? all.toSpliced(2, 1).slice(0, -1) : all));

/** Picks each of two replicas about as often as the other, and the same in each run. */
export const pseudorandom =
  (seed: number) =>
  (count: number): boolean =>
    ((Math.imul(count + 1000 * seed, 2_654_435_761) >>> 13) & 1) === 1;

/** Returns at most so many rows, whatever the limit. */
export const capped =
  (cap: number): Change =>
  (body, request) => {
    const items = request?.operation.paged === true ? body.rows() : undefined;
    if (items !== undefined && items.length > cap) body.setRows(items.slice(0, cap));
  };

export const emptied: Change = (body, request) => {
  if (request === undefined || !body.isRows) return;
  if (request.operation.answer === "object") Object.assign(body, { status: 404, text: "" });
  else body.setRows([]);
  if (request.operation.declaresTotal) body.headers.set(totalHeader, "0");
};

/** Returns the rows of a request for XML as JSON. */
export const inJson: Change = (body, request) => {
  if (request?.as !== "xml" || !body.isRows) return;
  const items = body.rows() ?? [];
  body.text = "[]";
  body.setRows(items);
  body.headers.set("content-type", "application/json");
};

const searching = ({ query }: RegisterRequest): boolean =>
  query.some(([name]) => name === "only_active" || name === "tvrtka_naziv");

/** Responds to a search as to the same request without it. */
export function withoutSearch(): Change {
  const known = new Map<string, readonly Datum[]>();
  return (body, request) => {
    const items = body.rows();
    if (request === undefined || items === undefined) return;
    const { operation, query } = request;
    const numberIn = (name: string): number => Number(query.find(([one]) => one === name)?.[1] ?? 0);
    const [offset, limit] = [numberIn("offset"), numberIn("limit")];
    const first = known.get(operation.id);
    // The first rows are requested before any search.
    if (first === undefined) known.set(operation.id, items);
    else if (searching(request)) body.setRows(first.slice(offset, offset + limit));
  };
}

export const findsNothing: Change = (body, request) => {
  if (request?.query.some(([name]) => name === "tvrtka_naziv") === true && body.isRows) body.setRows([]);
};

interface TypeReference {
  kind: string;
  name: string | null;
  ofType: TypeReference | null;
}

interface IntrospectedField {
  name: string;
  type: TypeReference;
  args: { name: string; type: TypeReference; defaultValue: string | null }[];
}

export const nonNull = (type: TypeReference | null): TypeReference =>
  type?.kind === "NON_NULL" ? type : { kind: "NON_NULL", name: null, ofType: type };

/** Changes each query field of the schema. */
export const withQueryFields =
  (edit: (field: IntrospectedField) => void): Change =>
  (body, _, query) => {
    if (!query.includes("IntrospectionQuery")) return;
    const response = JSON.parse(body.text);
    const types: { name: string; fields: IntrospectedField[] }[] = response.data.__schema.types;
    types.find(({ name }) => name === "Query")?.fields.forEach(edit);
    body.text = JSON.stringify(response);
  };

/** Adds an optional String argument to a query field of the schema. */
export const withArgument = (field: string, name: string): Change =>
  withQueryFields((one) => {
    const type = { kind: "SCALAR", name: "String", ofType: null };
    if (one.name === field) one.args.push({ name, type, defaultValue: null });
  });
