import type { Field } from "../contract/shape/operation.ts";
import { type Answer, answer } from "../evidence/answer.ts";
import type { Datum, ObjectDatum } from "../evidence/datum.ts";
import { readJson } from "../evidence/json.ts";
import { jsonRows } from "../evidence/operation-view.ts";
import { innerItem, readXml, type XmlElement, xmlRows } from "../evidence/xml.ts";
import { escapeMarkup } from "../shared/text.ts";

/** A response that a fault can change: its status, its headers, its text, its rows. */
export class MutableResponse {
  status: number;
  readonly headers: Headers;
  text: string;
  /** Sent instead of the text, if set. */
  bytes: Uint8Array | undefined;
  readonly #answer: Answer;

  constructor(answer: Answer) {
    this.status = answer.status;
    this.headers = new Headers(answer.headers);
    this.text = answer.text;
    this.#answer = answer;
  }

  /** Whether this is a 200 with rows of a resource. */
  get isRows(): boolean {
    const start = this.text.trimStart();
    const json = this.#answer.request.asks?.operation.answer === "object" ? "{" : "[";
    return this.status === 200 && (start.startsWith(json) || start.startsWith("<"));
  }

  get isXml(): boolean {
    return this.text.trimStart().startsWith("<");
  }

  /** The items, from either representation; undefined if there are none to read. */
  rows(): Datum[] | undefined {
    const { asks } = this.#answer.request;
    if (!this.isRows || asks === undefined) return undefined;
    if (this.isXml) {
      const xml = readXml(this.text);
      return xml.ok ? xmlRows(xml.root, asks.operation) : undefined;
    }
    const json = readJson(this.text);
    return json.ok ? jsonRows(json.value, asks.operation)?.slice() : undefined;
  }

  /** Replaces the items, in the same representation and with the same names. */
  setRows(rows: readonly Datum[]): void {
    const { operation } = this.#answer.request.asks ?? {};
    const isObject = operation?.answer === "object";
    if (!this.isXml) {
      this.text = writeJson((isObject ? rows[0] : undefined) ?? { kind: "array", items: [...rows] });
      return;
    }
    const xml = readXml(this.text);
    if (!xml.ok) return;
    const { name, children } = xml.root;
    const fields = operation?.fields ?? [];
    const items = rows.map((row) => toElement(isObject ? name : (children[0]?.name ?? "item"), row, { fields }));
    this.text = writeXml((isObject ? items[0] : undefined) ?? { name, text: "", children: items });
  }

  /** Changes an XML document as a tree; other representations stay. */
  editXml(edit: (root: XmlElement) => void): void {
    const xml = this.status === 200 && this.isXml ? readXml(this.text) : undefined;
    if (xml?.ok !== true) return;
    edit(xml.root);
    this.text = writeXml(xml.root);
  }

  /** Changes a JSON value; other representations stay. */
  editJson(edit: (value: Datum) => Datum): void {
    const json = this.isXml ? undefined : readJson(this.text);
    if (json?.ok === true) this.text = writeJson(edit(json.value));
  }

  fingerprint(): string {
    const bytes = this.bytes === undefined ? "" : Buffer.from(this.bytes).toString("hex");
    return JSON.stringify([this.status, [...this.headers], this.text, bytes]);
  }

  toAnswer(): Answer {
    const { request } = this.#answer;
    return answer(request, this.status, Object.fromEntries(this.headers), this.bytes ?? Buffer.from(this.text));
  }
}

/** Writes JSON with the original text of numbers. */
export function writeJson(datum: Datum): string {
  switch (datum.kind) {
    case "null":
      return "null";
    case "boolean":
      return String(datum.value);
    case "number":
      return datum.text;
    case "string":
      return JSON.stringify(datum.text);
    case "array":
      return `[${datum.items.map(writeJson).join(",")}]`;
    case "object":
      return `{${datum.members.map(({ name, value }) => `${JSON.stringify(name)}:${writeJson(value)}`).join(",")}}`;
  }
}

/** The elements of a field: one, or those of a list's items. */
function toElements({ name, value }: ObjectDatum["members"][number], fields: readonly Field[]): XmlElement[] {
  const field = fields.find((one) => one.name === name);
  if (value.kind !== "array" || field?.items === undefined) return [toElement(name, value, field)];
  return value.items.map((item) => toElement(name, item, field.items));
}

function toElement(name: string, datum: Datum, field: Pick<Field, "fields" | "items"> | undefined): XmlElement {
  switch (datum.kind) {
    case "object":
      return { name, text: "", children: datum.members.flatMap((member) => toElements(member, field?.fields ?? [])) };
    case "array":
      return { name, text: "", children: datum.items.map((item) => toElement(innerItem, item, field?.items)) };
    case "null":
      return { name, text: "", children: [] };
    case "boolean":
      return { name, text: String(datum.value), children: [] };
    default:
      return { name, text: datum.text, children: [] };
  }
}

function writeElement({ name, children, text }: XmlElement): string {
  return `<${name}>${children.length > 0 ? children.map(writeElement).join("") : escapeMarkup(text)}</${name}>`;
}

const writeXml = (root: XmlElement): string => `<?xml version="1.0" encoding="UTF-8"?>\n${writeElement(root)}`;

/** A deep copy, to be changed. */
export function copyRow(row: Datum): ObjectDatum | undefined {
  return row.kind === "object" ? structuredClone(row) : undefined;
}
