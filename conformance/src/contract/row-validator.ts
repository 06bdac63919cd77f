import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { fullFormats } from "ajv-formats/dist/formats.js";
import type { Field, Operation } from "./shape/operation.ts";

/** `validator(value)` is whether the value is an item of the operation's resource; `validator.errors` says where it is not. */
export type RowValidator = ValidateFunction;
export type RowError = ErrorObject;

const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true, verbose: true });
// Widths, fractions and rounding are judged from the raw text (row-issues.ts): a validator sees a rounded number.
for (const format of ["int32", "int64", "double"]) ajv.addFormat(format, { type: "number", validate: () => true });
ajv.addFormat("date", fullFormats.date);
ajv.addFormat("date-time", isDateTime);
ajv.addFormat("email", isEmail);

/**
 * Whether a string is in date-time format, with or without a zone: registers of this kind are known to omit it, and a missing
 * zone is judged separately (REG-TYPE-06).
 */
export function isDateTime(text: string): boolean {
  const format = fullFormats["date-time"];
  if (typeof format !== "object" || !("validate" in format) || typeof format.validate !== "function")
    throw new Error("ajv-formats has no date-time format");
  // The grammar requires a T, and a colon in an offset: ajv-formats is more lenient, but knows the days of the months.
  if (!/^[\d-]+[Tt][\d:.]+(?:[Zz]|[+-]\d\d:\d\d)?$/.test(text)) return false;
  const validate: (text: string) => unknown = format.validate as (text: string) => boolean;
  return validate(text) === true || validate(`${text}Z`) === true;
}

/** Whether a date-time has a zone. */
export const hasZone = (text: string): boolean => /(?:[zZ]|[+-]\d\d(?::?\d\d)?)$/.test(text);

/**
 * An e-mail address: atoms separated by single dots, or a quoted string; `@`; the labels of a host, which neither start nor end
 * with a hyphen, or an address in brackets (RFC 5321). Both sides may have letters of any language (RFC 6531).
 */
const email: RegExp = (() => {
  const atom = String.raw`[^\s\p{Cc}"(),.:;<>@[\\\]]+`;
  const quoted = String.raw`"(?:[^"\\\p{Cc}]|\\[^\p{Cc}])+"`;
  const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?`;
  const address = String.raw`\[[\w.:-]+\]`;
  return new RegExp(String.raw`^(?:${atom}(?:\.${atom})*|${quoted})@(?:${label}(?:\.${label})*|${address})$`, "u");
})();

/** Whether a string is one e-mail address. */
export function isEmail(text: string): boolean {
  return text.length <= 320 && email.test(text);
}

function fieldSchema(field: Field): object {
  const schema = field.fields === undefined ? { type: field.type } : objectSchema(field.fields);
  const format = field.format === undefined ? {} : { format: field.format };
  // The contract says nothing about null, so an optional field may be null.
  return field.required ? { ...schema, ...format } : { ...schema, ...format, type: [field.type, "null"] };
}

function objectSchema(fields: readonly Field[]): object {
  return {
    type: "object",
    properties: Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)])),
    required: fields.filter((field) => field.required).map((field) => field.name),
  };
}

const compiled = new Map<string, RowValidator>();

/** The validator of an operation's items, compiled once. */
export function rowValidator(operation: Operation): RowValidator {
  const known = compiled.get(operation.id);
  if (known !== undefined) return known;
  const validator = ajv.compile(objectSchema(operation.fields));
  compiled.set(operation.id, validator);
  return validator;
}
