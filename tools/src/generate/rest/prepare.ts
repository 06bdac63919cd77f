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
import { innerName, leafOf, namedObject, objectsOf, type Shape, shapeOf } from "../../specs/shapes.ts";
import { allowedBy, literalOf, valuesOf } from "../../specs/values.ts";

/** The document with annotations. Each object has a name, its parts in one, and each reference leads to it directly. */
export function prepared(document: OpenApi): OpenApi {
  const result = structuredClone(document);
  const operations = registerOperations(result);
  const exactTags = new Set(operations.filter(({ fields }) => integerPaths(fields).length > 0).map(({ tag }) => tag));
  for (const operation of operations) prepareOperation(result, operation, exactTags.has(operation.tag));
  for (const item of Object.values(result.paths ?? {})) delete item.parameters;
  const { parameters: _, ...components } = result.components ?? {};
  const lists = operations
    .filter(({ answer }) => answer === "list")
    .map(({ root, row }) => [root, { ...components.schemas?.[root], items: referring(row) }] as const);
  const objects = objectsOf(document).map(({ name, object }) => [name, prepareObject(document, name, object)] as const);
  return Object.assign(result, {
    components: { ...components, schemas: Object.fromEntries([...lists, ...objects]) },
    "x-base-path": literal(basePathOf(document)),
    "x-key-header": literal(accessOf(document).keyHeader?.toLowerCase() ?? ""),
    "x-token-url": literal(accessOf(document).tokenUrl ?? ""),
    "x-place": operations.some(({ parameters }) => isPlaced(parameters)),
    "x-version": literal(String(document.info?.version ?? "0.0.0")),
  });
}

const isExploded = (one: Parameter): boolean =>
  one.in === "query" && one.schema?.type === "array" && one.explode !== false;

/** Whether the runtime has to be told how parameters are sent. */
const isPlaced = (parameters: readonly Parameter[]): boolean =>
  parameters.some((one) => one.in === "path" || isExploded(one));

const referring = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** The format for a docstring; what to expect of a number without one. */
const formatOf = (schema: Schema): string | undefined =>
  schema.format ??
  (schema.type === "integer" ? "integer of no stated width" : schema.type === "number" ? "number" : undefined);

function prepareObject(document: OpenApi, name: string, written: Schema): Schema {
  const { description = `${name}.`, required, properties = {}, deprecated } = shapeOf(document, written);
  const fields = Object.entries(properties).map(
    ([field, one]) =>
      [field, prepareField(document, innerName(name, field), field, one, required?.includes(field))] as const,
  );
  return {
    type: "object",
    description,
    ...(required && { required }),
    properties: Object.fromEntries(fields),
    "x-doc": docComment([description, ...(deprecated ? ["@deprecated"] : [])], ""),
    "x-about": markdown(description),
    "x-exact": hasExact(document, written),
  };
}

/** A field. `own` is the name of an object that is written in it. */
function prepareField(document: OpenApi, own: string, name: string, field: Schema, isRequired = false): Schema {
  const { description = `${name}.`, deprecated } = shapeOf(document, field);
  const leaf = leafOf(document, field);
  const shape = shapeOf(document, leaf);
  const format = formatOf(shape);
  const allowed = isUnion(shape) ? allowedBy(shape, "enum", "const") : allowedBy(shape);
  const texts = [description, format && `Format: ${format}.`, allowed.length > 0 && `Values: ${allowed.join("; ")}.`];
  const doc = [texts.filter(Boolean).join(" ")];
  if (deprecated) doc.push("@deprecated");
  const type = typeOf(document, field);
  // What is not required may be null in any case.
  const [before = "", after] = (isRequired ? type : type.replace(/ \| null$/, "")).split(model);
  return {
    ...simplified(document, own, field),
    description,
    ...(deprecated ? { deprecated } : {}),
    "x-key": key(name),
    "x-cell": code(name).replaceAll("|", "\\|"),
    "x-about": markdown(doc.join(" ")),
    "x-doc": docComment(doc, "  "),
    "x-model": after !== undefined,
    "x-before": before,
    "x-after": after,
    "x-type-cell": after === undefined ? code(before).replaceAll("|", "\\|") : after && code(after),
    "x-nested": hasExact(document, leaf),
  };
}

/** Stands for the name of an object, which the generator makes. */
const model = "\0";

/** A bigint may be in the place of a number, so the type of these does not list them. */
const isUnion = (shape: Shape): boolean => valuesOf(shape) !== undefined && !isExact(shape);

/** The type of a field in the clients. */
function typeOf(document: OpenApi, field: Schema): string {
  const shape = shapeOf(document, field);
  const { type, items = {}, nullable } = shape;
  const values = valuesOf(shape)?.filter((value) => value !== null);
  const inner = type === "array" ? typeOf(document, items) : "";
  const text =
    type === "array"
      ? `${inner.includes(" | ") ? `(${inner})` : inner}[]`
      : type === "object"
        ? model
        : isExact(shape)
          ? "Int"
          : (values?.map(literalOf).join(" | ") ?? (type === "integer" ? "number" : type));
  return nullable ? `${text} | null` : text;
}

/** What the generator reads of a field. A $ref cannot have extensions, but an allOf around it can; for what is listed, it would name a type. */
function simplified(document: OpenApi, own: string, field: Schema): Schema {
  const { type, format, items = {} } = shapeOf(document, field);
  if (type === "array") return { type, items: simplified(document, own, items) };
  if (type === "object") return { allOf: [referring(namedObject(document, field) ?? own)] };
  return { type, ...(format && { format }) };
}

function prepareParameter(parameter: Parameter): Parameter {
  const { name, description = `${name}.`, schema = {} } = parameter;
  const value = schema.items ?? schema;
  const format = formatOf(value);
  const allowed = allowedBy(value, "enum", "const");
  const texts = [description, format && `Format: ${format}.`, allowed.length > 0 && `Values: ${allowed.join("; ")}.`];
  const doc = [texts.filter(Boolean).join(" ")];
  if (schema.default !== undefined)
    doc.push(`@defaultValue \`${oneLine(String(schema.default)).replaceAll("`", "'")}\``);
  if (parameter.deprecated) doc.push("@deprecated");
  const { type, format: written } = schema;
  return {
    ...parameter,
    // What is listed is printed by us: the generator would name a type for it.
    schema: { type: type === "array" ? "string" : String(type), ...(written && { format: written }) },
    "x-key": key(name),
    "x-type": parameterType(parameter),
    "x-doc": docComment(doc, "  "),
  };
}

function prepareOperation(document: OpenApi, operation: RegisterOperation, isExactResource: boolean): void {
  const { id, tag, verb, path, written, parameters, paged, total, answer, root, row } = operation;
  written.parameters = parameters.map(prepareParameter);
  const headers = parameters.filter((one) => one.in === "header").map(({ name }) => name);
  const exploded = parameters.filter(isExploded).map(({ name }) => name);
  const integers = integerPaths(operation.fields);
  const isList = answer === "list";
  for (const media of Object.values(written.responses?.["200"]?.content ?? {}))
    media.schema = referring(isList ? root : row);
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
    "x-exploded": exploded.length > 0 ? list(exploded) : false,
    "x-place": isPlaced(parameters),
    "x-list": isList,
    "x-kind": isList ? (paged ? "PagedOperation" : "Operation") : "ObjectOperation",
    "x-optional": parameters.every((parameter) => !parameter.required),
    "x-exact": integers.length > 0,
    "x-exact-resource": isExactResource,
    ...texts(document, operation),
    "x-markdown": `${code(`GET ${path}`)}${isList ? "" : ", one object"}${paged ? ", paged" : ""}${total ? ", with a total" : ""}${written.deprecated ? ", deprecated" : ""}`,
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
