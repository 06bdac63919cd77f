import { hasZone, isDateTime } from "../contract/formats.ts";
import { allows, type SchemaError, schemaErrors } from "../contract/row-schema.ts";
import type { Field, Operation, Schema } from "../contract/shape/operation.ts";
import { counted } from "../shared/text.ts";
import { type Datum, describe, member, type ObjectDatum, type Show } from "./datum.ts";
import { fitsWidth, isIntegral } from "./decimal.ts";

/** What can be wrong with a row. In each representation, one requirement judges each kind (`checks/each.ts`). */
export type IssueKind =
  | "type"
  | "fraction"
  | "width"
  | "date-time"
  | "email"
  | "missing"
  | "null"
  /** Anything else that the schema says. */
  | "schema"
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

/**
 * Judges every item of a response against the operation's resource: by the schema of a row, then what no schema says. Items that are not
 * objects are left to REG-JSON-03. Row by row: ajv takes a time for the errors of a value that grows with their square.
 */
export function rowIssues({ row: schema, fields }: Operation, rows: readonly Datum[], show: Show): Issue[] {
  const known = fieldsByName(fields);
  // Fields are optional, so one row may have none of them; but not every row of the resource.
  const isForeign = !rows.some((row) => row.kind === "object" && row.members.some(({ name }) => known.has(name)));
  return rows.flatMap((row, index) => {
    if (row.kind !== "object") return [];
    const at = `/${index}`;
    const issues = [...schemaIssues(schema, row, at, show), ...objectIssues(fields, row, at, show)];
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

/** What ajv says against a row. */
function schemaIssues(schema: Schema, row: ObjectDatum, at: string, show: Show): Issue[] {
  const errors = schemaErrors(schema, toValue(row));
  // A value of another type is not judged any further.
  const mistyped = new Set(errors.flatMap(({ keyword, instancePath }) => (keyword === "type" ? instancePath : [])));
  return errors
    .filter(({ keyword, instancePath }) => keyword === "type" || !mistyped.has(instancePath))
    .flatMap((error) => schemaIssue(error, row, at, show));
}

/** No schema goes that deep: none contains itself. */
const maxDepth = 100;

/**
 * A value for ajv. Null is left out, because the contract says nothing about it: an optional field may be null. The last of duplicate
 * names counts, as in most parsers. Numbers are rounded, to no infinity: their text is judged apart. The object has no prototype, so that
 * `__proto__` is a name like any other.
 */
function toValue(datum: Datum, depth = 0): unknown {
  if (depth > maxDepth) return null;
  switch (datum.kind) {
    case "null":
      return null;
    case "boolean":
      return datum.value;
    case "number":
      return Math.min(Math.max(Number(datum.text), -Number.MAX_VALUE), Number.MAX_VALUE);
    case "string":
      return datum.text;
    case "array":
      return datum.items.map((item) => toValue(item, depth + 1));
    case "object": {
      const object: Record<string, unknown> = Object.create(null);
      for (const { name, value } of datum.members) {
        if (value.kind === "null") delete object[name];
        else object[name] = toValue(value, depth + 1);
      }
      return object;
    }
  }
}

type Wrong = Pick<Issue, "kind" | "expected"> & Partial<Pick<Issue, "found">>;

function schemaIssue(
  { keyword, instancePath, params, ...error }: SchemaError,
  row: Datum,
  at: string,
  show: Show,
): Issue[] {
  const value = locate(row, instancePath);
  if (keyword === "required") {
    const name: string = params.missingProperty;
    // Only what is null was left out.
    const isNull = value?.kind === "object" && member(value, name) !== undefined;
    const schema: Schema = (error.parentSchema as Schema | undefined)?.properties?.[name] ?? {};
    const { type } = schema;
    if (isNull && allows(schema, null)) return [];
    const isRequired = "because the field is required";
    const issue = isNull
      ? { kind: "null" as const, expected: `${typeNames(type ?? "value")}, ${isRequired}`, found: "null" }
      : { kind: "missing" as const, expected: `a value, ${isRequired}`, found: "nothing" };
    return [{ at: at + instancePath + pointerTo(name), ...issue }];
  }
  const wrong = keyword === "type" ? wrongType(params.type, value) : wrongValue(keyword, params, error.message);
  return wrong === undefined ? [] : [{ at: at + instancePath, found: describe(value, show), ...wrong }];
}

/** A number where an integer belongs is judged by its text, which shows any fraction. */
function wrongType(type: string | readonly string[], value: Datum | undefined): Wrong | undefined {
  const types = [type].flat();
  const isJudgedByText = value?.kind === "number" && types.includes("integer");
  return isJudgedByText ? undefined : { kind: "type", expected: typeNames(types) };
}

const article = (type: string): string => (type === "null" ? type : /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);

const typeNames = (type: string | readonly string[]): string => [type].flat().map(article).join(" or ");

/** The formats that a requirement of their own is about. A date is judged as a type. */
const formats: Readonly<Record<string, Wrong>> = {
  date: { kind: "type", expected: "a date (RFC 3339), such as 2024-10-31" },
  "date-time": { kind: "date-time", expected: "a date-time (RFC 3339)" },
  email: { kind: "email", expected: "an e-mail address" },
};

/** What a keyword says of a value that it forbids. No keyword is left out. */
function wrongValue(keyword: string, params: SchemaError["params"], message = "is what the schema says"): Wrong {
  const schema = (expected: string): Wrong => ({ kind: "schema", expected });
  switch (keyword) {
    case "format":
      return formats[params.format] ?? schema(`a value of the format ${params.format}`);
    case "enum":
      return schema(`one of ${params.allowedValues.map((one: unknown) => JSON.stringify(one)).join(", ")}`);
    case "const":
      return schema(JSON.stringify(params.allowedValue));
    case "pattern":
      return schema(`text that matches ${params.pattern}`);
    case "minLength":
      return schema(`at least ${counted(params.limit, "character")}`);
    case "maxLength":
      return schema(`at most ${counted(params.limit, "character")}`);
    case "minimum":
      return schema(`at least ${params.limit}`);
    case "maximum":
      return schema(`at most ${params.limit}`);
    default:
      return schema(`a value that ${message}`);
  }
}

/** One step of a JSON pointer (RFC 6901). */
const pointerTo = (name: string): string => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;

/** The value at a JSON pointer. */
function locate(row: Datum, pointer: string): Datum | undefined {
  let here: Datum | undefined = row;
  for (const step of pointer.split("/").slice(1)) {
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    here = here?.kind === "object" ? member(here, name) : here?.kind === "array" ? here.items[Number(name)] : undefined;
  }
  return here;
}

const byName = new WeakMap<readonly Field[], ReadonlyMap<string, Field>>();

/** The fields of a resource by name, cached, because there are thousands of rows. */
function fieldsByName(fields: readonly Field[]): ReadonlyMap<string, Field> {
  const known = byName.get(fields) ?? new Map(fields.map((field) => [field.name, field]));
  byName.set(fields, known);
  return known;
}

/** What no schema says of an object: how numbers and date-times are written, then the names. */
function* objectIssues(fields: readonly Field[], object: ObjectDatum, at: string, show: Show): Generator<Issue> {
  for (const field of fields) {
    const value = member(object, field.name);
    const place = at + pointerTo(field.name);
    yield* valueIssues(field, value, place, show);
  }
  yield* nameIssues(fields, object, at, show);
}

/** The same of a value, and of the items of a list. */
function* valueIssues(field: Field, value: Datum | undefined, at: string, show: Show): Generator<Issue> {
  const wrong = wrongText(field, value);
  if (wrong !== undefined) yield { at, found: describe(value, show), ...wrong };
  if (field.fields !== undefined && value?.kind === "object") yield* objectIssues(field.fields, value, at, show);
  const { items } = field;
  if (items === undefined || value?.kind !== "array") return;
  for (const [index, item] of value.items.entries()) yield* valueIssues(items, item, `${at}/${index}`, show);
}

function wrongText({ type, format }: Field, value: Datum | undefined): Wrong | undefined {
  if (value?.kind === "number" && type === "integer") return wrongInteger(format, value.text);
  if (value?.kind === "number" && format === "double") return wrongDouble(value.text);
  if (value?.kind !== "string" || format !== "date-time" || hasZone(value.text) || !isDateTime(value.text))
    return undefined;
  return { kind: "zone", expected: "a time zone at the end (Z or +01:00)", found: "a date-time without one" };
}

const wrongDouble = (text: string): Wrong | undefined =>
  Number.isFinite(Number(text)) ? undefined : { kind: "width", expected: "a number that fits in a double" };

/** Judged by its text: as a number, it would be rounded. */
function wrongInteger(format: string | undefined, text: string): Wrong | undefined {
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
      yield { kind: "twice", at: at + pointerTo(shown), expected: "the name once", found: "the name more than once" };
    seen.add(name);
    const meant = isKnown ? undefined : fields.find((one) => plain(one.name) === plain(name) && !present.has(one.name));
    if (meant !== undefined)
      yield { kind: "name", at: at + pointerTo(name), expected: `the name ${meant.name}`, found: `the name ${name}` };
  }
}
