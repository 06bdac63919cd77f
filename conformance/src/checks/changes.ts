import { keyFields } from "../contract/operations.ts";
import type { Field, Operation } from "../contract/shape/operation.ts";
import { type Datum, type ObjectDatum, present } from "../evidence/datum.ts";
import { offsetOf, parameter } from "../evidence/request.ts";
import type { XmlElement } from "../evidence/xml.ts";
import { copyRow, type MutableResponse } from "./body.ts";
import type { FaultSite, ResponseChange } from "./fault.ts";
import { firstRows } from "./probe.ts";

/** Whether a request has a valid key and is not a search: then its rows are at known positions. */
export const isPlain = ({ request }: FaultSite): boolean =>
  request?.key === "valid" &&
  !["only_active", "tvrtka_naziv", "timestamp_id"].some((name) => parameter(request, name) !== undefined);

/** Applies a change only to responses in one representation. */
export const inJson =
  (change: ResponseChange): ResponseChange =>
  (body, site) =>
    isPlain(site) && body.isRows && !body.isXml ? change(body, site) : undefined;
export const inXml =
  (change: ResponseChange): ResponseChange =>
  (body, site) =>
    isPlain(site) && body.isRows && body.isXml ? change(body, site) : undefined;

/** Replaces the text of JSON responses. */
export const jsonText = (make: (text: string) => string): ResponseChange =>
  inJson((body) => {
    body.text = make(body.text);
  });

/** Replaces the text of XML responses. */
export const xmlText = (make: (text: string) => string): ResponseChange =>
  inXml((body) => {
    body.text = make(body.text);
  });

/** Changes the tree of XML responses. */
export const xmlTree = (edit: (root: XmlElement, site: FaultSite) => void): ResponseChange =>
  inXml((body, site) => body.editXml((root) => edit(root, site)));

/** The first rows as JSON, from the sound service. */
export async function firstRowsAt(site: FaultSite): Promise<Datum[]> {
  const { request } = site;
  if (request === undefined) return [];
  const query = firstRows(request.operation, site.width);
  const body = await site.ask({ query, as: "json", key: "valid" });
  return body?.rows() ?? [];
}

/** The representations that a change applies to. */
export type Where = "json" | "xml" | "both";

const appliesTo = (where: Where, body: MutableResponse): boolean =>
  where === "both" || body.isXml === (where === "xml");

/** Changes one row in the same way wherever it appears: in JSON and in XML, on any page. */
type RowChange = (row: ObjectDatum, site: FaultSite) => void;
type RowChoice = (row: ObjectDatum, operation: Operation) => boolean;

function changeRow(choose: RowChoice, change: RowChange, where: Where): ResponseChange {
  return async (body, site) => {
    const { request } = site;
    if (request === undefined || !isPlain(site) || !appliesTo(where, body)) return;
    const first = await firstRowsAt(site);
    const position = site.once(() => choosePosition(first, (row) => choose(row, request.operation), site));
    const index = position - offsetOf(request);
    const rows = body.rows();
    const row = rows?.[index] === undefined ? undefined : copyRow(rows[index]);
    if (rows === undefined || row === undefined || position < 0) return;
    change(row, site);
    body.setRows(rows.with(index, row));
  };
}

/** The first position, from a random one on, of a row that the change applies to; -1 if there is none. */
function choosePosition(rows: readonly Datum[], choose: (row: ObjectDatum) => boolean, site: FaultSite): number {
  const start = site.random.integer(0, rows.length - 1);
  for (let step = 0; step < rows.length; step += 1) {
    const position = (start + step) % rows.length;
    const row = rows[position];
    if (row?.kind === "object" && choose(row)) return position;
  }
  return -1;
}

/** Whether a fault can be placed at a field. */
type FieldTest = (field: Field, operation: Operation) => boolean;

/** Whether a field is a nested object or the identifier of one. */
export const isRelated = (operation: Operation, name: string): boolean =>
  operation.relations.some(({ id, object }) => id === name || object === name);

/** Whether a field is a part of a relation, or what an object is asked for by: these have requirements of their own. */
const isApart = (operation: Operation, name: string): boolean =>
  isRelated(operation, name) || keyFields(operation).some((field) => field.name === name);

/** Whether a resource has such a field, except those apart. */
export const hasField =
  (test: FieldTest) =>
  (operation: Operation): boolean =>
    operation.fields.some((field) => !isApart(operation, field.name) && test(field, operation));

/** Replaces the value of one field in one row. */
export function setField(
  test: FieldTest,
  make: (value: Datum, field: Field) => Datum | undefined,
  where: Where = "both",
): ResponseChange {
  const candidates = (row: ObjectDatum, operation: Operation): Field[] =>
    operation.fields.filter(
      (field) => !isApart(operation, field.name) && test(field, operation) && present(row, field.name) !== undefined,
    );
  return changeRow(
    (row, operation) => candidates(row, operation).length > 0,
    (row, { request }) => {
      if (request === undefined) return;
      // The first that the row has: a random one would differ from response to response.
      const [field] = candidates(row, request.operation);
      if (field === undefined) return;
      const index = row.members.findIndex(({ name }) => name === field.name);
      const value = row.members[index]?.value;
      const made = value === undefined ? undefined : make(value, field);
      if (made === undefined) row.members.splice(index, 1);
      else row.members[index] = { name: field.name, value: made };
    },
    where,
  );
}

/** A value within a list or an object of a row, at any depth. */
interface Inside {
  field: Field;
  value: Datum;
  /** Puts another value in its place; undefined removes it, where it has a name. */
  set: (value: Datum | undefined) => void;
}

function* insideOf(field: Field, outer: Datum): Generator<Inside> {
  const { items, fields = [] } = field;
  if (items !== undefined && outer.kind === "array")
    for (const [index, value] of outer.items.entries()) {
      const set: Inside["set"] = (made) => void (made && outer.items.splice(index, 1, made));
      yield { field: items, value, set };
      yield* insideOf(items, value);
    }
  for (const inner of outer.kind === "object" ? fields : []) {
    if (outer.kind !== "object") return;
    const index = outer.members.findIndex(({ name }) => name === inner.name);
    const value = outer.members[index]?.value;
    if (value === undefined || value.kind === "null") continue;
    const set: Inside["set"] = (made) =>
      void outer.members.splice(index, 1, ...(made === undefined ? [] : [{ name: inner.name, value: made }]));
    yield { field: inner, value, set };
    yield* insideOf(inner, value);
  }
}

/** Whether a field has another one in it, in lists and objects at any depth. */
export const hasInside =
  (test: (field: Field) => boolean) =>
  ({ items, fields = [] }: Field): boolean =>
    [...(items ? [items] : []), ...fields].some((one) => test(one) || hasInside(test)(one));

/** Replaces the first value of a kind that is in a list or in an object without an id; undefined removes it. */
export function setInside(
  test: (field: Field) => boolean,
  make: (value: Datum, field: Field) => Datum | undefined,
  where: Where = "both",
): ResponseChange {
  const first = (row: ObjectDatum, operation: Operation): Inside | undefined => {
    for (const field of operation.fields) {
      const value = isRelated(operation, field.name) ? undefined : present(row, field.name);
      if (value === undefined) continue;
      for (const one of insideOf(field, value)) if (test(one.field) && one.value.kind !== "null") return one;
    }
    return undefined;
  };
  return changeRow(
    (row, operation) => first(row, operation) !== undefined,
    (row, { request }) => {
      const found = request && first(row, request.operation);
      found?.set(make(found.value, found.field));
    },
    where,
  );
}

/** Changes one row that has a nested object. */
export function changeNested(
  change: (row: ObjectDatum, relation: Operation["relations"][number]) => void,
): ResponseChange {
  const shown = (row: ObjectDatum, operation: Operation): Operation["relations"][number] | undefined =>
    operation.relations.find(
      ({ object, id }) => present(row, object)?.kind === "object" && present(row, id) !== undefined,
    );
  return changeRow(
    (row, operation) => shown(row, operation) !== undefined,
    (row, { request }) => {
      const relation = request === undefined ? undefined : shown(row, request.operation);
      if (relation !== undefined) change(row, relation);
    },
    "both",
  );
}

/** Changes every row of every plain response. */
export function everyRow(
  change: (row: ObjectDatum, operation: Operation) => void,
  where: Where = "both",
): ResponseChange {
  return (body, site) => {
    const { request } = site;
    if (request === undefined || !isPlain(site) || !appliesTo(where, body)) return;
    const rows = body.rows();
    if (rows === undefined) return;
    body.setRows(
      rows.map((row) => {
        const copy = copyRow(row);
        if (copy === undefined) return row;
        change(copy, request.operation);
        return copy;
      }),
    );
  };
}

/** Changes the response to a document of GraphQL. */
export const responseTo =
  (document: string, change: ResponseChange): ResponseChange =>
  (body, site) =>
    site.query.includes(`query ${document}`) && body.status === 200 ? change(body, site) : undefined;

export const text = (value: string): Datum => ({ kind: "string", text: value });
export const number = (value: string): Datum => ({ kind: "number", text: value });

/** Changes the items of JSON responses. */
export const jsonRows = (change: (rows: readonly Datum[]) => readonly Datum[]): ResponseChange =>
  inJson((body) => {
    const rows = body.rows();
    if (rows !== undefined) body.setRows(change(rows));
  });
