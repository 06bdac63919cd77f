import { hasZone, isDate, isDateTime, isEmail } from "../contract/formats.ts";
import type { Field, Operation } from "../contract/shape/operation.ts";
import { counted } from "../shared/text.ts";
import { type Datum, describe, member, type ObjectDatum, type Show } from "./datum.ts";
import { fitsWidth, isIntegral } from "./decimal.ts";

/** What can be wrong with a row. In each representation, one requirement judges each kind. */
export type IssueKind =
  | "type"
  | "fraction"
  | "width"
  | "date-time"
  | "email"
  | "missing"
  | "null"
  | "zone"
  | "spelling"
  | "name"
  | "twice";

/** Something wrong at one place of a row; `at` is a JSON pointer into the response. */
export interface Issue {
  kind: IssueKind;
  at: string;
  expected: string;
  found: string;
}

/** Judges every item of a response against the operation's resource. Items that are not objects are left to REG-JSON-03. */
export function rowIssues({ fields }: Operation, rows: readonly Datum[], show: Show): Issue[] {
  const known = fieldsByName(fields);
  // Fields are optional, so one row may have none of them; but not every row of the resource.
  const isForeign = !rows.some((row) => row.kind === "object" && row.members.some(({ name }) => known.has(name)));
  return rows.flatMap((row, index) => {
    if (row.kind !== "object") return [];
    const at = `/${index}`;
    const issues = [...objectIssues(fields, row, at, show)];
    const isNamed = issues.some(({ kind }) => kind === "name");
    return isForeign && !isNamed && row.members.length > 0 ? [...issues, foreignRow(row, at)] : issues;
  });
}

const foreignRow = ({ members }: ObjectDatum, at: string): Issue => ({
  kind: "name",
  at,
  expected: "fields of the resource",
  found: `none of them among ${counted(members.length, "name")}`,
});

const byName = new WeakMap<readonly Field[], ReadonlyMap<string, Field>>();

/** The fields of a resource by name, cached, because there are thousands of rows. */
function fieldsByName(fields: readonly Field[]): ReadonlyMap<string, Field> {
  const known = byName.get(fields) ?? new Map(fields.map((field) => [field.name, field]));
  byName.set(fields, known);
  return known;
}

/** Judges an object: what it lacks, its values, then its names. The last of duplicate names counts, as in most parsers. */
function* objectIssues(fields: readonly Field[], object: ObjectDatum, at: string, show: Show): Generator<Issue> {
  for (const field of fields) {
    const value = member(object, field.name);
    const wrong = wrongValue(field, value);
    if (wrong !== undefined) yield { at: `${at}/${field.name}`, found: describe(value, show), ...wrong };
    if (field.fields !== undefined && value?.kind === "object")
      yield* objectIssues(field.fields, value, `${at}/${field.name}`, show);
  }
  yield* nameIssues(fields, object, at, show);
}

type Wrong = Pick<Issue, "kind" | "expected"> & Partial<Pick<Issue, "found">>;

/** The contract says nothing about null, so an optional field may be null. */
function wrongValue(field: Field, value: Datum | undefined): Wrong | undefined {
  const isRequired = "because the field is required";
  if (value === undefined) return field.required ? { kind: "missing", expected: `a value, ${isRequired}` } : undefined;
  if (value.kind === "null")
    return field.required ? { kind: "null", expected: `${article(field.type)}, ${isRequired}` } : undefined;
  if (value.kind !== (field.type === "integer" ? "number" : field.type))
    return { kind: "type", expected: article(field.type) };
  if (value.kind === "number")
    return field.type === "integer" ? wrongInteger(field, value.text) : wrongDouble(value.text);
  return value.kind === "string" ? wrongText(field, value.text) : undefined;
}

const article = (type: string): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);

/** A date is judged as a type: only date-times and e-mail addresses have requirements of their own. */
function wrongText({ format }: Field, text: string): Wrong | undefined {
  if (format === "date" && !isDate(text)) return { kind: "type", expected: "a date (RFC 3339), such as 2024-10-31" };
  if (format === "email" && !isEmail(text)) return { kind: "email", expected: "an e-mail address" };
  if (format !== "date-time") return undefined;
  if (!isDateTime(text)) return { kind: "date-time", expected: "a date-time (RFC 3339)" };
  return hasZone(text)
    ? undefined
    : { kind: "zone", expected: "a time zone at the end (Z or +01:00)", found: "a date-time without one" };
}

const wrongDouble = (text: string): Wrong | undefined =>
  Number.isFinite(Number(text)) ? undefined : { kind: "width", expected: "a number that fits in a double" };

/** Judged by its text: as a number, it would be rounded. */
function wrongInteger({ format }: Field, text: string): Wrong | undefined {
  if (!isIntegral(text)) {
    // Its digits alone do not show a fraction that a double would round away.
    const hidden = Number.isInteger(Number(text)) ? { found: "a number with a fraction" } : {};
    return { kind: "fraction", expected: "an integer", ...hidden };
  }
  const bits = format === "int32" ? 32 : format === "int64" ? 64 : undefined;
  if (bits !== undefined && !fitsWidth(text, bits))
    return { kind: "width", expected: `an integer that fits in ${bits} bits` };
  return /^[+-]?\d+$/.test(text)
    ? undefined
    : { kind: "spelling", expected: "digits only", found: "an exponent or a decimal point" };
}

const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Names that are almost a field's (`nazivZupanije`), and duplicate names. */
function* nameIssues(fields: readonly Field[], { members }: ObjectDatum, at: string, show: Show): Generator<Issue> {
  const known = fieldsByName(fields);
  const present = new Set(members.map(({ name }) => name));
  const seen = new Set<string>();
  for (const { name } of members) {
    const isKnown = known.has(name);
    // A name that is not the contract's may be text of a row, of which XML did not escape a `<`.
    const shown = isKnown || show === "values" ? name : "…";
    if (seen.has(name))
      yield { kind: "twice", at: `${at}/${shown}`, expected: "the name once", found: "the name more than once" };
    seen.add(name);
    const meant = isKnown ? undefined : fields.find((one) => plain(one.name) === plain(name) && !present.has(one.name));
    if (meant !== undefined)
      yield { kind: "name", at: `${at}/${name}`, expected: `the name ${meant.name}`, found: `the name ${name}` };
  }
}
