import type { Field, Operation } from "../contract/operations.ts";
import type { IssueKind } from "../evidence/row-issues.ts";
import type { OperationView } from "../run/operation-view.ts";
import { eachAnswer, rowFindings, rowProbes } from "./reg-answers.ts";
import { every, type Level, notTested, type Outcome, type RegisterRequirement, type Selector } from "./requirement.ts";

/** Whether a resource has such a field, at any depth. */
function has(test: (field: Field) => boolean): (operation: Operation) => boolean {
  const inside = (fields: readonly Field[]): boolean =>
    fields.some((field) => test(field) || inside(field.fields ?? []));
  return ({ fields }) => inside(fields);
}

export const withIntegers: Selector = {
  about: "resources with integer fields",
  test: has(({ type }) => type === "integer"),
};
const withWidths: Selector = {
  about: "resources with fields of a stated width",
  test: has(({ format }) => ["int32", "int64", "double"].includes(format ?? "")),
};
const withDateTimes: Selector = {
  about: "resources with date-times",
  test: has(({ format }) => format === "date-time"),
};
const withEmails: Selector = {
  about: "resources with e-mail addresses",
  test: has(({ format }) => format === "email"),
};
export const withRequired: Selector = {
  about: "resources with required fields",
  test: has(({ required }) => required),
};

/** Judges the rows of every JSON response; not tested if there are none. */
function rowsCheck(view: OperationView, judged: IssueKind): Outcome {
  const outcome = eachAnswer(view, rowProbes, (probe) => rowFindings(view, probe, (kind) => kind === judged));
  if (outcome.state !== "pass") return outcome;
  const isEmpty = rowProbes.every((probe) => (view.knownRows(probe) ?? []).length === 0);
  return isEmpty ? notTested("the resource has no rows") : outcome;
}

function fieldRequirement(
  id: string,
  level: Level,
  title: string,
  selects: Selector,
  kind: IssueKind,
): RegisterRequirement {
  return { id, level, title, section: "2.2", selects, needs: rowProbes, check: (view) => rowsCheck(view, kind) };
}

export const fieldRequirements: readonly RegisterRequirement[] = [
  fieldRequirement("REG-TYPE-01", "MUST", "A field's value has the field's type.", every, "type"),
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
  fieldRequirement("REG-FIELD-01", "MUST", "Field names match the contract.", every, "name"),
  fieldRequirement("REG-FIELD-02", "MUST", "Every item has its required fields.", withRequired, "missing"),
  fieldRequirement("REG-FIELD-03", "MUST", "A required field is not null.", withRequired, "null"),
];
