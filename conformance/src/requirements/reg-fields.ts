import type { Field, Operation } from "../contract/operation.ts";
import type { Datum } from "../evidence/datum.ts";
import type { OperationView } from "../evidence/operation-view.ts";
import type { Outcome } from "../evidence/outcome.ts";
import type { IssueKind } from "../evidence/row-issues.ts";
import { eachRow, type JudgedRows, objects, rowFindings, rowProbes } from "./reg-answers.ts";
import { every, type Level, type RegisterRequirement, type Selector } from "./requirement.ts";

/** Whether a resource has such a field, at any depth. */
function has(test: (field: Field) => boolean): (operation: Operation) => boolean {
  const inside = (fields: readonly Field[]): boolean =>
    fields.some((field) => test(field) || inside(field.fields ?? []));
  return ({ fields }) => inside(fields);
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
      if (field === undefined || member.value.kind === "null") return false;
      if (field.fields !== undefined && isIn(field.fields, member.value)) return true;
      return test(field) && (kinds?.includes(member.value.kind) ?? true);
    });
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
export const withRequired: Selector = {
  about: "resources with required fields",
  test: has(({ required }) => required),
};

function fieldRequirement(
  id: string,
  level: Level,
  title: string,
  selects: FieldSelector,
  kind: IssueKind,
): RegisterRequirement {
  const check = (view: OperationView): Outcome =>
    eachRow(view, (probe) => rowFindings(view, probe, (one) => one === kind), selects);
  return { id, level, title, section: "2.2", selects, needs: rowProbes, check };
}

export const fieldRequirements: readonly RegisterRequirement[] = [
  fieldRequirement("REG-TYPE-01", "MUST", "A field's value has the field's type.", anyField, "type"),
  fieldRequirement("REG-TYPE-02", "MUST", "An integer has no fraction.", withIntegers, "fraction"),
  fieldRequirement("REG-TYPE-03", "MUST", "A number fits its width: 32 or 64 bits, or a double.", withWidths, "width"),
  fieldRequirement("REG-TYPE-04", "MUST", "A date-time is a string in date-time format.", withDateTimes, "date-time"),
  fieldRequirement("REG-TYPE-05", "MUST", "An e-mail field holds an e-mail address.", withEmails, "email"),
  fieldRequirement("REG-TYPE-06", "SHOULD", "A date-time has a time zone.", withDateTimes, "zone"),
  fieldRequirement(
    "REG-TYPE-07",
    "SHOULD",
    "An integer is written in digits only, without an exponent or decimal point.",
    withIntegers,
    "spelling",
  ),
  fieldRequirement("REG-FIELD-01", "MUST", "Field names match the contract.", { ...every, ...objects }, "name"),
  fieldRequirement(
    "REG-FIELD-02",
    "MUST",
    "Every item has its required fields.",
    { ...withRequired, ...objects },
    "missing",
  ),
  fieldRequirement("REG-FIELD-03", "MUST", "A required field is not null.", { ...withRequired, ...objects }, "null"),
];
