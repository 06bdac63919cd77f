import { eachRow, findingsFor, info, type JudgedRows, list, objects, rowProbes } from "../../checks/each.ts";
import { every, type Level, must, type RegisterRequirement, type Selector } from "../../checks/requirement.ts";
import { ifAny, named, type Sentence } from "../../checks/sentence.ts";
import { operations } from "../../contract/operations.ts";
import type { Field, Operation } from "../../contract/shape/operation.ts";
import { type Datum, member } from "../../evidence/datum.ts";
import type { OperationView } from "../../evidence/operation-view.ts";
import { notTested, type Outcome, observed } from "../../evidence/outcome.ts";
import { returnsArrays } from "../answers/requirements.ts";

/** Whether a resource has such a field, at any depth and in lists. */
function has(test: (field: Field) => boolean): (operation: Operation) => boolean {
  const isSuch = (field: Field): boolean =>
    test(field) || (field.fields ?? []).some(isSuch) || (field.items !== undefined && isSuch(field.items));
  return ({ fields }) => fields.some(isSuch);
}

/** Which operations have fields of a kind, and what their values are called. */
export interface FieldSelector extends Selector, JudgedRows {}

function fieldsThat(
  about: string,
  value: string,
  test: (field: Field) => boolean,
  kinds?: readonly Datum["kind"][],
): FieldSelector {
  const isIn = (fields: readonly Field[], item: Datum): boolean =>
    item.kind === "object" &&
    item.members.some((member) => {
      const field = fields.find(({ name }) => name === member.name);
      return field !== undefined && holds(field, member.value);
    });
  const holds = (field: Field, value: Datum): boolean => {
    const { items } = field;
    if (value.kind === "null") return false;
    if (field.fields !== undefined && isIn(field.fields, value)) return true;
    if (items !== undefined && value.kind === "array" && value.items.some((item) => holds(items, item))) return true;
    return test(field) && (kinds?.includes(value.kind) ?? true);
  };
  return { about, test: has(test), isIn, without: `no row has ${value}` };
}

export const anyField: FieldSelector = fieldsThat(every.about, "a value", () => true);

export const withIntegers: FieldSelector = fieldsThat(
  "resources with integer fields",
  "an integer",
  ({ type }) => type === "integer",
  ["number"],
);

const withWidths = fieldsThat(
  "resources with fields of a stated width",
  "a number",
  ({ format }) => ["int32", "int64", "double"].includes(format ?? ""),
  ["number"],
);

const withDateTimes = fieldsThat("resources with date-times", "a date-time", ({ format }) => format === "date-time", [
  "string",
]);

const withEmails = fieldsThat("resources with e-mail addresses", "an address", ({ format }) => format === "email", [
  "string",
]);

/** Keywords and formats that requirements of their own are about. */
const apart: ReadonlySet<string> = new Set(["type", "format", "properties", "required", "items"]);
const formatsApart: ReadonlySet<string> = new Set(["int32", "int64", "double", "date", "date-time", "email"]);

/** Whether the schema of a field says more of its values than their type, such as an `enum` or a `maxLength`. */
const hasBounds = ({ schema, format = "double" }: Field): boolean =>
  !formatsApart.has(format) || Object.keys(schema).some((keyword) => !apart.has(keyword));

const withBounds = fieldsThat("resources whose schema says which values are allowed", "such a value", hasBounds);

export const withRequired: Selector = {
  about: "resources with required fields",
  test: has(({ required }) => required),
};

function fieldRequirement(
  id: string,
  level: Level,
  title: string,
  judges: Sentence,
  selects: FieldSelector,
  ...others: Sentence[]
): RegisterRequirement {
  const check = (view: OperationView): Outcome =>
    eachRow(view, "json", (probe) => findingsFor(id, view, probe), selects);
  return { id, level, title, section: judges.section, judges: [judges, ...others], selects, needs: rowProbes, check };
}

function nulls(view: OperationView): Outcome {
  const rows = view.objects("json");
  if (rows.length === 0) return notTested("the resource has no rows");
  const isNull = new Set<string>();
  const absent = new Set<string>();
  for (const { name } of view.operation.fields) {
    for (const row of rows) {
      const value = member(row, name);
      if (value === undefined) absent.add(name);
      else if (value.kind === "null") isNull.add(name);
    }
  }
  const parts = [
    isNull.size > 0 ? `sometimes null: ${list(isNull)}` : "",
    absent.size > 0 ? `sometimes omitted: ${list(absent)}` : "",
  ].filter((part) => part !== "");
  return observed(parts.length === 0 ? "every field has a value in every row" : parts.join("; "));
}

function extraFields(view: OperationView): Outcome {
  const declared = new Set(view.operation.fields.map(({ name }) => name));
  const extra = new Set(
    view
      .objects("json")
      .flatMap((row) => row.members.map(({ name }) => name))
      .filter((name) => !declared.has(name)),
  );
  return observed(extra.size === 0 ? "no fields beyond the contract" : `fields beyond the contract: ${list(extra)}`);
}

const requiredOf = operations
  .map(({ name, fields }) => ({ name, required: fields.filter(({ required }) => required) }))
  .filter(({ required }) => required.length > 0)
  .map(({ name, required }) => `\`${name}\`: ${named(required.map((field) => field.name))}`);

export const fieldsOfResources: Sentence = {
  section: "2.2",
  text: "The table lists the fields of each resource, with their types.",
};

export const widths: Sentence = {
  section: "2.2",
  text: ifAny(withWidths.test, "int32 and int64 are integers of that width."),
};

export const formats: Sentence = {
  section: "2.2",
  text: ifAny(
    has(({ format }) => ["double", "date-time", "email"].includes(format ?? "")),
    "A double is a floating number, a date-time is a string in date-time format, and an email is a string that is an e-mail address.",
  ),
};

export const requiredFields: Sentence = {
  section: "2.2",
  text: ifAny(
    withRequired.test,
    `Every field is optional, except in these resources, where the required ones are neither omitted nor null: ${requiredOf.join("; ")}.`,
  ),
};

export const fieldRequirements: readonly RegisterRequirement[] = [
  must({
    id: "REG-JSON-04",
    title: "No object repeats a field.",
    judges: [fieldsOfResources],
    selects: every,
    needs: rowProbes,
    check: (view) => eachRow(view, "json", (probe) => findingsFor("REG-JSON-04", view, probe), objects),
  }),
  fieldRequirement("REG-TYPE-01", "MUST", "A field's value has the field's type.", fieldsOfResources, anyField),
  fieldRequirement("REG-TYPE-02", "MUST", "An integer has no fraction.", fieldsOfResources, withIntegers, widths),
  fieldRequirement(
    "REG-TYPE-03",
    "MUST",
    "A number fits its width: 32 or 64 bits, or a double.",
    widths,
    withWidths,
    formats,
  ),
  fieldRequirement("REG-TYPE-04", "MUST", "A date-time is a string in date-time format.", formats, withDateTimes),
  fieldRequirement("REG-TYPE-05", "MUST", "An e-mail field holds an e-mail address.", formats, withEmails),
  fieldRequirement("REG-TYPE-06", "SHOULD", "A date-time has a time zone.", formats, withDateTimes),
  fieldRequirement(
    "REG-TYPE-07",
    "SHOULD",
    "An integer is written in digits only, without an exponent or decimal point.",
    widths,
    withIntegers,
  ),
  fieldRequirement(
    "REG-TYPE-08",
    "MUST",
    "A value is one that the field's schema allows.",
    fieldsOfResources,
    withBounds,
  ),
  fieldRequirement(
    "REG-FIELD-01",
    "MUST",
    "Field names match the contract.",
    fieldsOfResources,
    { ...every, ...objects },
    returnsArrays,
  ),
  fieldRequirement("REG-FIELD-02", "MUST", "Every item has its required fields.", requiredFields, {
    ...withRequired,
    ...objects,
  }),
  fieldRequirement("REG-FIELD-03", "MUST", "A required field is not null.", requiredFields, {
    ...withRequired,
    ...objects,
  }),
  info("REG-INFO-05", "Fields that are null or omitted.", "2.3", every, ["json"], nulls),
  info("REG-INFO-06", "Fields beyond the contract.", "2.2", every, ["json"], extraFields),
];
