import type { Field, Operation } from "../contract/operations.ts";
import { hasZone, isDateTime, type RowError, rowValidator } from "../contract/row-validator.ts";
import { type Datum, describe, type ObjectDatum, toValue } from "./datum.ts";
import { fitsWidth, isIntegral } from "./decimal.ts";

/** What can be wrong with a row. Each kind belongs to one requirement of each representation. */
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
  | "name";

/** Something wrong at one place of a row; `at` is a JSON pointer into the answer. */
export interface Issue {
  kind: IssueKind;
  at: string;
  expected: string;
  found: string;
}

/** Judges every item of an answer against the operation's resource. An item that is no object has no issue here: REG-JSON-03 has. */
export function rowIssues(operation: Operation, rows: readonly Datum[], show: "shape" | "values"): Issue[] {
  const issues: Issue[] = [];
  for (const [index, row] of rows.entries()) {
    if (row.kind !== "object") continue;
    const at = `/${index}`;
    issues.push(...schemaIssues(operation, row, at, show));
    issues.push(...exactIssues(operation.fields, row, at, show));
    issues.push(...nameIssues(operation.fields, row, at));
  }
  return issues;
}

function schemaIssues(operation: Operation, row: ObjectDatum, at: string, show: "shape" | "values"): Issue[] {
  const validate = rowValidator(operation);
  if (validate(toValue(row))) return [];
  // A double that overflows is an infinite number to the validator; exactIssues says so by its width.
  const errors = (validate.errors ?? []).filter(
    ({ data }) => data !== Number.POSITIVE_INFINITY && data !== Number.NEGATIVE_INFINITY,
  );
  return errors.map((error) => schemaIssue(error, row, at, show));
}

function schemaIssue(error: RowError, row: ObjectDatum, at: string, show: "shape" | "values"): Issue {
  const found = describe(locate(row, error.instancePath), show);
  const place = at + error.instancePath;
  switch (error.keyword) {
    case "required":
      return {
        kind: "missing",
        at: `${place}/${error.params.missingProperty}`,
        expected: "a value, the field is required",
        found: "nothing",
      };
    case "format":
      return error.params.format === "email"
        ? { kind: "email", at: place, expected: "an e-mail address", found }
        : { kind: "date-time", at: place, expected: "a date-time (RFC 3339)", found };
    default: {
      const type = [error.params.type]
        .flat()
        .filter((one: unknown) => one !== "null")
        .join(" or ");
      if (error.data === null)
        return { kind: "null", at: place, expected: `${article(type)}, the field is required`, found: "null" };
      const isNumber = type === "integer" && typeof error.data === "number";
      return { kind: isNumber ? "fraction" : "type", at: place, expected: article(type), found };
    }
  }
}

const article = (type: string): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);

/** What a validator cannot see: integers by their text, date-times by their zone. */
function exactIssues(fields: readonly Field[], row: ObjectDatum, at: string, show: "shape" | "values"): Issue[] {
  const known = new Map(fields.map((field) => [field.name, field]));
  return row.members.flatMap(({ name, value }): Issue[] => {
    const field = known.get(name);
    const place = `${at}/${name}`;
    const found = describe(value, show);
    if (field?.type === "integer" && value.kind === "number") return integerIssues(field, value.text, place, found);
    if (field?.type === "number" && value.kind === "number" && !Number.isFinite(Number(value.text))) {
      return [{ kind: "width", at: place, expected: "a number that a double holds", found }];
    }
    if (field?.format === "date-time" && value.kind === "string" && isDateTime(value.text) && !hasZone(value.text)) {
      return [
        { kind: "zone", at: place, expected: "a zone at the end (Z or +01:00)", found: "a date-time without one" },
      ];
    }
    if (field?.fields !== undefined && value.kind === "object") return exactIssues(field.fields, value, place, show);
    return [];
  });
}

function integerIssues(field: Field, text: string, at: string, found: string): Issue[] {
  if (!isIntegral(text)) {
    // The validator has already reported a fraction that a double can show.
    return Number.isInteger(Number(text))
      ? [{ kind: "fraction", at, expected: "an integer", found: "a number with a fraction" }]
      : [];
  }
  const bits = field.format === "int32" ? 32 : field.format === "int64" ? 64 : undefined;
  if (bits !== undefined && !fitsWidth(text, bits))
    return [{ kind: "width", at, expected: `an integer of ${bits} bits`, found }];
  return /^[+-]?\d+$/.test(text)
    ? []
    : [{ kind: "spelling", at, expected: "digits alone", found: "an exponent or a decimal point" }];
}

const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Names that are almost a field's (`nazivZupanije`), and rows in which no field of the resource is to be seen. */
function nameIssues(fields: readonly Field[], row: ObjectDatum, at: string): Issue[] {
  const names = new Set(row.members.map(({ name }) => name));
  const declared = new Set(fields.map(({ name }) => name));
  const issues: Issue[] = [];
  for (const { name, value } of row.members) {
    const field = fields.find((one) => one.name === name);
    if (field?.fields !== undefined && value.kind === "object")
      issues.push(...nameIssues(field.fields, value, `${at}/${name}`));
    if (declared.has(name)) continue;
    const meant = fields.find((one) => !names.has(one.name) && plain(one.name) === plain(name));
    if (meant !== undefined)
      issues.push({ kind: "name", at: `${at}/${name}`, expected: `the name ${meant.name}`, found: `the name ${name}` });
  }
  if (names.size > 0 && issues.length === 0 && ![...names].some((name) => declared.has(name))) {
    issues.push({
      kind: "name",
      at,
      expected: "fields of the resource",
      found: `none of them among ${names.size} names`,
    });
  }
  return issues;
}

function locate(row: Datum, pointer: string): Datum | undefined {
  let here: Datum | undefined = row;
  for (const name of pointer.split("/").slice(1)) {
    here = here?.kind === "object" ? here.members.findLast((one) => one.name === name)?.value : undefined;
  }
  return here;
}
