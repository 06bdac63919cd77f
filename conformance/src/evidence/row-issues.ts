import { hasZone, isDateTime, type RowError, rowValidator } from "../contract/row-validator.ts";
import type { Field, Operation } from "../contract/shape/operation.ts";
import { counted } from "../shared/text.ts";
import { type Datum, describe, member, type ObjectDatum, type Show, toValue } from "./datum.ts";
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
export function rowIssues(operation: Operation, rows: readonly Datum[], show: Show): Issue[] {
  const issues: Issue[] = [];
  const known = fieldsByName(operation.fields);
  // Fields are optional, so one row may have none of them; but not every row of the resource.
  const isForeign = !rows.some((row) => row.kind === "object" && row.members.some(({ name }) => known.has(name)));
  for (const [index, row] of rows.entries()) {
    if (row.kind !== "object") continue;
    const at = `/${index}`;
    const names = nameIssues(operation.fields, row, at, show);
    addAll(issues, schemaIssues(operation, row, at, show));
    addAll(issues, exactIssues(operation.fields, row, at, show));
    addAll(issues, names);
    if (isForeign && !names.some(({ kind }) => kind === "name") && row.members.length > 0)
      issues.push(foreignRow(row, at));
  }
  return issues;
}

/** Not `push(...more)`: a row may have more names than a call may have arguments. */
function addAll(issues: Issue[], more: readonly Issue[]): void {
  for (const issue of more) issues.push(issue);
}

const foreignRow = ({ members }: ObjectDatum, at: string): Issue => ({
  kind: "name",
  at,
  expected: "fields of the resource",
  found: `none of them among ${counted(members.length, "name")}`,
});

function schemaIssues(operation: Operation, row: ObjectDatum, at: string, show: Show): Issue[] {
  const validate = rowValidator(operation);
  if (validate(toValue(row))) return [];
  // A number that overflows is infinite to the validator; exactIssues reports its width.
  const isWidth = ({ data, params }: RowError): boolean =>
    (data === Number.POSITIVE_INFINITY || data === Number.NEGATIVE_INFINITY) &&
    /number|integer/.test(String(params.type));
  const errors = (validate.errors ?? []).filter((error) => !isWidth(error));
  return errors.map((error) => schemaIssue(error, row, at, show));
}

/** What a text of another format is. A date is judged as a type: only date-times and e-mail addresses have requirements of their own. */
const formatIssues = {
  date: { kind: "type", expected: "a date (RFC 3339), such as 2024-10-31" },
  "date-time": { kind: "date-time", expected: "a date-time (RFC 3339)" },
  email: { kind: "email", expected: "an e-mail address" },
} as const;

function schemaIssue(error: RowError, row: ObjectDatum, at: string, show: Show): Issue {
  const found = describe(locate(row, error.instancePath), show);
  const place = at + error.instancePath;
  switch (error.keyword) {
    case "required":
      return {
        kind: "missing",
        at: `${place}/${error.params.missingProperty}`,
        expected: "a value, because the field is required",
        found: "nothing",
      };
    case "format":
      return { at: place, found, ...formatIssues[error.params.format as keyof typeof formatIssues] };
    default: {
      const type = [error.params.type]
        .flat()
        .filter((one: unknown) => one !== "null")
        .join(" or ");
      if (error.data === null)
        return { kind: "null", at: place, expected: `${article(type)}, because the field is required`, found: "null" };
      const isNumber = type === "integer" && typeof error.data === "number";
      return { kind: isNumber ? "fraction" : "type", at: place, expected: article(type), found };
    }
  }
}

const article = (type: string): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);

const byName = new WeakMap<readonly Field[], ReadonlyMap<string, Field>>();

/** The fields of a resource by name, cached, because there are thousands of rows. */
function fieldsByName(fields: readonly Field[]): ReadonlyMap<string, Field> {
  const known = byName.get(fields) ?? new Map(fields.map((field) => [field.name, field]));
  byName.set(fields, known);
  return known;
}

/** What the validator cannot see: the text of integers, the zone of date-times. */
function exactIssues(fields: readonly Field[], row: ObjectDatum, at: string, show: Show): Issue[] {
  const known = fieldsByName(fields);
  const issues: Issue[] = [];
  for (const { name, value } of row.members) {
    const field = known.get(name);
    if (field === undefined) continue;
    if (field.fields !== undefined && value.kind === "object") {
      addAll(issues, exactIssues(field.fields, value, `${at}/${name}`, show));
      continue;
    }
    const wrong = wrongValue(field, value);
    if (wrong !== undefined) issues.push({ at: `${at}/${name}`, found: describe(value, show), ...wrong });
  }
  return issues;
}

type Wrong = Pick<Issue, "kind" | "expected"> & Partial<Pick<Issue, "found">>;

function wrongValue(field: Field, value: Datum): Wrong | undefined {
  if (value.kind === "number") {
    if (field.type === "integer") return wrongInteger(field, value.text);
    const overflows = field.type === "number" && !Number.isFinite(Number(value.text));
    return overflows ? { kind: "width", expected: "a number that fits in a double" } : undefined;
  }
  const isDate =
    field.format === "date-time" && value.kind === "string" && !hasZone(value.text) && isDateTime(value.text);
  return isDate
    ? { kind: "zone", expected: "a time zone at the end (Z or +01:00)", found: "a date-time without one" }
    : undefined;
}

function wrongInteger(field: Field, text: string): Wrong | undefined {
  const digits = /^[+-]?\d+$/.test(text);
  if (!isIntegral(text)) {
    // The validator has already reported a fraction that a double can show.
    const hidden = Number.isInteger(Number(text));
    return hidden ? { kind: "fraction", expected: "an integer", found: "a number with a fraction" } : undefined;
  }
  const bits = field.format === "int32" ? 32 : field.format === "int64" ? 64 : undefined;
  if (bits !== undefined && !fitsWidth(text, bits))
    return { kind: "width", expected: `an integer that fits in ${bits} bits` };
  return digits ? undefined : { kind: "spelling", expected: "digits only", found: "an exponent or a decimal point" };
}

const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Names that are almost a field's (`nazivZupanije`), and duplicate names. */
function nameIssues(fields: readonly Field[], row: ObjectDatum, at: string, show: Show): Issue[] {
  const known = fieldsByName(fields);
  const issues: Issue[] = [];
  const present = new Set(row.members.map(({ name }) => name));
  const seen = new Set<string>();
  for (const { name, value } of row.members) {
    const field = known.get(name);
    // A name that is not the contract's may be text of a row, of which XML did not escape a `<`.
    if (seen.has(name))
      issues.push({
        kind: "twice",
        at: `${at}/${field === undefined && show === "shape" ? "…" : name}`,
        expected: "the name once",
        found: "the name more than once",
      });
    seen.add(name);
    if (field === undefined) {
      const meant = fields.find((one) => plain(one.name) === plain(name) && !present.has(one.name));
      if (meant !== undefined)
        issues.push({
          kind: "name",
          at: `${at}/${name}`,
          expected: `the name ${meant.name}`,
          found: `the name ${name}`,
        });
      continue;
    }
    if (field.fields !== undefined && value.kind === "object")
      addAll(issues, nameIssues(field.fields, value, `${at}/${name}`, show));
  }
  return issues;
}

function locate(row: Datum, pointer: string): Datum | undefined {
  let here: Datum | undefined = row;
  for (const name of pointer.split("/").slice(1)) {
    here = here?.kind === "object" ? member(here, name) : undefined;
  }
  return here;
}
