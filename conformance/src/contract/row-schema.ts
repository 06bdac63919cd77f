/** Ajv judges values by the schemas of the OpenAPI document. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { fullFormats } from "ajv-formats/dist/formats.js";
import { isDateTime, isEmail } from "./formats.ts";
import type { Schema } from "./shape/operation.ts";

export type SchemaError = ErrorObject;

const ajv = new Ajv2020({
  allErrors: true,
  // The schema that an error is about.
  verbose: true,
  // Or every row would have a field called `constructor`.
  ownProperties: true,
  // A keyword or a format that ajv does not know is an error, and not left out in silence. Whether a schema is a good one, the specs say.
  strict: true,
  strictTypes: false,
  strictRequired: false,
  meta: false,
  validateSchema: false,
  // It takes longer than it saves.
  code: { optimize: false },
  messages: true,
  formats: {
    ...fullFormats,
    "date-time": isDateTime,
    email: isEmail,
    // Judged by the text of a number (evidence/row-issues.ts): ajv sees one that was rounded.
    int32: true,
    int64: true,
    double: true,
  },
});

/** Formats that no check knows are carried along. */
function addFormats({ format, properties = {}, items }: Schema): void {
  if (format !== undefined && !Object.hasOwn(ajv.formats, format)) ajv.addFormat(format, true);
  for (const schema of [...Object.values(properties), ...(items ? [items] : [])]) addFormats(schema);
}

const compiled = new WeakMap<Schema, ValidateFunction>();

function validatorOf(schema: Schema): ValidateFunction {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  addFormats(schema);
  const made = ajv.compile(schema);
  compiled.set(schema, made);
  return made;
}

/** What a schema says against a value. */
export function schemaErrors(schema: Schema, value: unknown): readonly SchemaError[] {
  const validate = validatorOf(schema);
  return validate(value) ? [] : (validate.errors ?? []);
}

/** Whether a schema allows a value. */
export const allows = (schema: Schema, value: unknown): boolean => validatorOf(schema)(value);
