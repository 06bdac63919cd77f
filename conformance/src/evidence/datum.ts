import { counted } from "../shared/text.ts";

/**
 * A value from a JSON or XML response: numbers as text, members in order, duplicate names kept. Everything that judges rows
 * reads this one shape.
 */
export type Datum =
  | { kind: "null" }
  | { kind: "boolean"; value: boolean }
  | { kind: "number"; text: string }
  | { kind: "string"; text: string }
  | { kind: "array"; items: Datum[] }
  | ObjectDatum;

export interface ObjectDatum {
  kind: "object";
  members: Member[];
}

interface Member {
  name: string;
  value: Datum;
}

export const nothing: Datum = { kind: "null" };

/** The member of that name; the last one if the name is duplicate, as in most parsers. */
export function member(object: ObjectDatum, name: string): Datum | undefined {
  return object.members.findLast((one) => one.name === name)?.value;
}

/** The member of that name, if it is present and not null. */
export function present(object: ObjectDatum, name: string): Datum | undefined {
  const value = member(object, name);
  return value?.kind === "null" ? undefined : value;
}

/** Every string and number in a datum, at any depth. */
export function* scalars(datum: Datum): Generator<string> {
  if (datum.kind === "string" || datum.kind === "number") yield datum.text;
  else if (datum.kind === "array") for (const item of datum.items) yield* scalars(item);
  else if (datum.kind === "object") for (const { value } of datum.members) yield* scalars(value);
}

/** What findings show of rows, which contain personal data: their shape, or values as well. */
export type Show = "shape" | "values";

/** Describes a value; without showing it, unless the user asked for values. */
export function describe(datum: Datum | undefined, show: Show = "shape"): string {
  if (datum === undefined) return "nothing";
  const value = show === "values" && "text" in datum ? ` ${JSON.stringify(datum.text)}` : "";
  switch (datum.kind) {
    case "null":
      return "null";
    case "boolean":
      return `a boolean${show === "values" ? ` ${datum.value}` : ""}`;
    case "number":
      return `${/^-?\d+$/.test(datum.text) ? "an integer" : "a number"} of ${counted(datum.text.replace(/\D/g, "").length, "digit")}${value}`;
    case "string":
      return datum.text === "" ? "an empty string" : `a string of ${counted(datum.text.length, "character")}${value}`;
    case "array":
      return `an array of ${datum.items.length}`;
    case "object":
      return `an object with ${counted(datum.members.length, "field")}`;
  }
}

/** Names that errors and envelopes commonly have. Any other may be a value: some services name members after what they hold. */
const envelopeNames: ReadonlySet<string> = new Set([
  ...["error", "errors", "message", "status", "statusCode", "code", "title", "detail", "type", "traceId"],
  ...["data", "items", "result", "results", "value", "values", "content", "rows", "total", "count", "page"],
]);

/** Names a JSON text of a wrong kind. An object is named with its first common names, which tell an error from an envelope. */
export function describeOther(value: Datum): string {
  if (value.kind === "null") return "null";
  const all = value.kind === "object" ? value.members.map(({ name }) => name) : [];
  const names = all.filter((name) => envelopeNames.has(name)).slice(0, 3);
  return `a JSON ${value.kind}${names.length > 0 ? ` with ${names.join(", ")}` : ""}`;
}
