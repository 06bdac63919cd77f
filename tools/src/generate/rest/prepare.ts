/**
 * Annotates names and descriptions of a spec with how they are printed (`x-key`, `x-doc`, …), because Mustache templates can
 * neither escape nor decide: each row becomes a documented type, each operation a documented call. The spec is one that
 * `specs/refusals.ts` accepts.
 */
import { access, code, docComment, docLines, key, list, literal, markdown, oneLine } from "../../shared/print.ts";
import type { OpenApi, Parameter, Schema } from "../../specs/openapi.ts";
import {
  accessOf,
  basePathOf,
  hasExact,
  integerPaths,
  isExact,
  parameterType,
  type RegisterOperation,
  registerOperations,
} from "../../specs/operations.ts";
import { allowedBy } from "../../specs/values.ts";

/** The document with annotations. */
export function prepared(document: OpenApi): OpenApi {
  const result = structuredClone(document);
  const operations = registerOperations(result);
  const exactTags = new Set(operations.filter(({ fields }) => integerPaths(fields).length > 0).map(({ tag }) => tag));
  for (const operation of operations) prepareOperation(result, operation, exactTags.has(operation.tag));
  for (const [name, schema] of Object.entries(result.components?.schemas ?? {}))
    if (schema.type !== "array") prepareRow(document, name, schema);
  return Object.assign(result, {
    "x-base-path": literal(basePathOf(document)),
    "x-key-header": literal(accessOf(document).keyHeader?.toLowerCase() ?? ""),
    "x-version": literal(String(document.info?.version ?? "0.0.0")),
  });
}

/** The format for a docstring; what to expect of a number without one. */
const formatOf = (schema: Schema): string | undefined =>
  schema.format ??
  (schema.type === "integer" ? "integer of no stated width" : schema.type === "number" ? "number" : undefined);

function prepareRow(document: OpenApi, name: string, schema: Schema): void {
  schema["x-doc"] = docComment([schema.description ?? `${name}.`], "");
  schema["x-about"] = markdown(schema.description ?? `${name}.`);
  schema["x-exact"] = hasExact(document, schema);
  const fields = Object.entries(schema.properties ?? {});
  schema.properties = Object.fromEntries(fields.map(([field, one]) => [field, prepareField(document, field, one)]));
}

/** The values that a field may have, if its schema lists them. */
const valuesOf = (field: Schema): readonly unknown[] | undefined =>
  "const" in field ? [field.const] : Array.isArray(field.enum) ? field.enum : undefined;

const literalOf = (value: unknown): string => (typeof value === "string" ? literal(value) : String(value));

function prepareField(document: OpenApi, name: string, field: Schema): Schema {
  const format = formatOf(field);
  const values = valuesOf(field)?.map(literalOf);
  // A bigint may be in the place of a number, so the type of these does not list them.
  const isUnion = values !== undefined && !isExact(field);
  const allowed = isUnion ? allowedBy(field, "enum", "const") : allowedBy(field);
  const texts = [
    field.description ?? `${name}.`,
    format && `Format: ${format}.`,
    allowed.length > 0 && `Values: ${allowed.join("; ")}.`,
  ];
  const doc = [texts.filter(Boolean).join(" ")];
  if (field.deprecated) doc.push("@deprecated");
  // A $ref cannot have extensions, but an allOf around it can. What is listed is printed by us: the generator would name a type for it.
  const { $ref, enum: _, const: __, ...rest } = field;
  return {
    ...rest,
    ...($ref === undefined ? {} : { allOf: [{ $ref }] }),
    ...(isUnion ? { "x-values": values.join(" | ") } : {}),
    "x-key": key(name),
    "x-cell": code(name).replaceAll("|", "\\|"),
    "x-about": markdown(doc.join(" ")),
    "x-doc": docComment(doc, "  "),
    "x-integer": isExact(field),
    "x-nested": hasExact(document, field),
  };
}

function prepareParameter(parameter: Parameter): Parameter {
  const { name, description = `${name}.`, schema = {} } = parameter;
  const format = formatOf(schema);
  const doc = [`${description}${format ? ` Format: ${format}.` : ""}`];
  if (schema.default !== undefined)
    doc.push(`@defaultValue \`${oneLine(String(schema.default)).replaceAll("`", "'")}\``);
  if (parameter.deprecated) doc.push("@deprecated");
  return {
    ...parameter,
    "x-key": key(name),
    "x-type": parameterType(parameter),
    "x-doc": docComment(doc, "  "),
  };
}

function prepareOperation(document: OpenApi, operation: RegisterOperation, isExactResource: boolean): void {
  const { id, tag, verb, path, written, parameters, paged, total } = operation;
  written.parameters = parameters.map(prepareParameter);
  const headers = parameters.filter((one) => one.in === "header").map(({ name }) => name);
  const integers = integerPaths(operation.fields);
  Object.assign(written, {
    "x-tag": key(tag),
    // A method called `new` would be a constructor.
    "x-verb": verb === "new" ? literal(verb) : key(verb),
    "x-call": code(`register${access(tag)}${access(verb)}(params, options)`),
    "x-all-call": code(`register${access(tag)}.all(params, options)`),
    "x-pages-call": code(`register${access(tag)}.pages(params, options)`),
    "x-id": literal(id),
    "x-path": literal(path),
    "x-integers": list(integers),
    "x-paged": paged,
    "x-total": total,
    "x-headers": headers.length > 0 ? list(headers) : false,
    "x-optional": parameters.every((parameter) => !parameter.required),
    "x-exact": integers.length > 0,
    "x-exact-resource": isExactResource,
    ...texts(document, operation),
    "x-markdown": `${code(`GET ${path}`)}${paged ? ", paged" : ""}${total ? ", with a total" : ""}${written.deprecated ? ", deprecated" : ""}`,
    "x-markdown-params": parameters
      .map(({ name, required }) => `${code(name)}${required ? " (required)" : ""}`)
      .join(", "),
  });
}

/** The docstrings, and what the list of operations says. */
function texts(document: OpenApi, { id, tag, verb, written }: RegisterOperation): Record<string, string> {
  const about = document.tags?.find(({ name }) => name === tag)?.description ?? `${tag}.`;
  const { summary = `${verb} of ${tag}.`, description = "" } = written;
  const deprecated = written.deprecated ? ["@deprecated"] : [];
  return {
    "x-property-doc": docComment([about], "  "),
    "x-tag-doc": docComment([about], ""),
    "x-doc-lines": docLines([summary, description], "  "),
    "x-params-doc": docComment([`Parameters of \`${id}\`.`], ""),
    "x-walk-doc-lines": docLines([`Walk over every row: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}`], "  "),
    "x-pages-doc": docComment(
      ["The same walk page by page, each with a `cursor` that resumes after it.", ...deprecated],
      "  ",
    ),
    "x-heading": markdown(tag),
    "x-about": markdown(about),
    "x-summary": markdown(summary),
  };
}
