/**
 * Prepares a spec for the templates: refuses what the clients' runtime does not support, and annotates names and descriptions
 * with how they are printed (`x-key`, `x-doc`, …), because Mustache templates can neither escape nor decide.
 */
import { methods, type OpenApi, type Operation, type Parameter, type Schema } from "../../specs/openapi.ts";
import { SpecError } from "../../specs/spec-error.ts";
import { access, code, docComment, key, literal, markdown, oneLine } from "../print.ts";
import { resolve } from "./resolve.ts";

/** Facts about the whole service. */
export interface Service {
  /** Prefix of every operation's path, such as `/javni`. */
  basePath: string;
  /** Request header for the key, in lower case. */
  keyHeader: string;
}

/** Annotates `document` in place. */
export function prepare(document: OpenApi): Service {
  const service = readService(document);
  const schemas = document.components?.schemas ?? {};
  for (const [name, schema] of Object.entries(schemas)) {
    if (schema.type !== "array") prepareRow(schemas, name, schema);
  }
  for (const [name, parameter] of Object.entries(document.components?.parameters ?? {})) {
    prepareParameter(`components/parameters/${name}`, parameter);
  }
  const owners = new Map<string, string>();
  const unique = (name: string, owner: string, where: string, message: (other: string) => string): void => {
    const other = owners.get(name) ?? owner;
    owners.set(name, other);
    if (other !== owner) throw new SpecError(where, message(other));
  };
  const uniqueInCode = (space: string, name: string, where: string): void => {
    // The generator makes the same type name of `a_b`, `a-b` and `AB`.
    const id = name.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
    const message = (other: string): string =>
      `"${name}" and "${other}" give the same name in code: rename one of them.`;
    unique(`${space} ${id}`, name, where, message);
  };
  for (const name of Object.keys(schemas)) {
    const where = `components/schemas/${name}`;
    if (!/^[\w.-]*[a-z\d][\w.-]*$/i.test(name))
      throw new SpecError(where, `${literal(name)} cannot name a type: use letters from a to z, digits and "_".`);
    uniqueInCode("schema", name, where);
  }
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const method of methods.filter((name) => name in item)) {
      const where = `paths ${path} ${method}`;
      if (method !== "get") throw new SpecError(where, "the clients only read: only GET is supported.");
      const operation = item[method] as Operation;
      prepareOperation(document, where, path, operation, service.keyHeader);
      const { tags: [tag = ""] = [], operationId: id = "" } = operation;
      uniqueInCode("tag", tag, where);
      unique(`id ${id}`, path, where, (other) => `"${id}" is the operationId of ${other} as well: rename one.`);
      if (operation["x-paged"] !== true) continue;
      const message = (other: string): string =>
        `tag "${tag}" already has a paged operation, ${other}: .all() and .pages() of one resource walk one operation.`;
      unique(`paged ${tag}`, id, where, message);
    }
  }
  return service;
}

function readService(document: OpenApi): Service {
  const url = document.servers?.[0]?.url ?? "";
  const basePath = /^\{base_url\}((?:\/[\w.~-]+)*)$/.exec(url)?.[1];
  if (basePath === undefined)
    throw new SpecError(
      "servers",
      `the first URL must be {base_url} and a path, such as {base_url}/javni, but is "${url}".`,
    );
  const schemes = Object.entries(document.components?.securitySchemes ?? {});
  const scheme = schemes.find(([, { type, in: place }]) => type === "apiKey" && place === "header");
  const keyHeader = scheme?.[1].name;
  if (schemes.length !== 1 || keyHeader === undefined)
    throw new SpecError("components/securitySchemes", "exactly one scheme is supported, an apiKey in a header.");
  if (!/^[\w-]+$/.test(keyHeader))
    throw new SpecError("components/securitySchemes", `"${keyHeader}" is not a header name.`);
  return { basePath, keyHeader: keyHeader.toLowerCase() };
}

function checkName(where: string, name: string, refused: string[] = []): void {
  if (["__proto__", ...refused].includes(name))
    throw new SpecError(where, `"${name}" has a meaning of its own in JavaScript or in the clients: rename it.`);
  if (oneLine(name) !== name || name === "") throw new SpecError(where, `${literal(name)} is not a name on one line.`);
}

/** An integer that a JavaScript number may round: 64 bits, or no stated width. */
const isExact = (schema: Schema): boolean => schema.type === "integer" && schema.format !== "int32";

const targetOf = (schema: Schema): string | undefined => schema.$ref ?? schema.allOf?.[0]?.$ref;

/** Paths of the exact integers in a schema, such as `mbs` and `drzava.id`. */
function integerPaths(schemas: Record<string, Schema>, schema: Schema, where: string, above: Schema[] = []): string[] {
  const ref = targetOf(schema);
  if (ref !== undefined) return integerPaths(schemas, resolve(schemas, "schemas", ref, where), where, above);
  if (above.includes(schema)) throw new SpecError(where, "an object that contains itself is not supported.");
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const value = field.items ?? field;
    const below = isExact(value)
      ? [name]
      : integerPaths(schemas, value, where, [...above, schema]).map((path) => `${name}.${path}`);
    if (below.length > 0 && field.items)
      throw new SpecError(`${where} ${name}`, "64-bit integers in an array are not supported.");
    if (below.length > 0 && name.includes("."))
      throw new SpecError(`${where} ${name}`, "the name of an integer field must not contain a dot.");
    return below;
  });
}

/** Code of a function that reads these fields of a row, such as `(row) => [row.mbs, row.drzava?.id]`: faster than names in a list. */
function fieldsOf(paths: readonly string[]): string {
  const fields = paths.map((path) => {
    const [first = "", ...inner] = path.split(".").map(access);
    return `row${first}${inner.map((step) => step.replace(/^\.?/, "?.")).join("")}`;
  });
  return fields.length > 0 ? `(row) => [${fields.join(", ")}]` : "() => []";
}

const hasExact = (schemas: Record<string, Schema>, schema: Schema, where: string): boolean =>
  integerPaths(schemas, schema, where).length > 0;

const formatOf = (schema: Schema): string | undefined =>
  schema.format ??
  (schema.type === "integer" ? "integer of no stated width" : schema.type === "number" ? "number" : undefined);

function prepareRow(schemas: Record<string, Schema>, name: string, schema: Schema): void {
  const where = `components/schemas/${name}`;
  checkName(where, name);
  if (schema.type !== "object" || !schema.properties)
    throw new SpecError(where, "a row must be an object with properties.");
  const section = /section ([\d.]+\d)/.exec(schema.description ?? "")?.[1];
  schema["x-doc"] = docComment([schema.description ?? `${name}.`], "");
  schema["x-exact"] = hasExact(schemas, schema, where);
  for (const [field, property] of Object.entries(schema.properties)) {
    checkName(`${where}/${field}`, field);
    schema.properties[field] = prepareField(schemas, `${where}/${field}`, field, property, section);
  }
}

function prepareField(
  schemas: Record<string, Schema>,
  where: string,
  name: string,
  field: Schema,
  section: string | undefined,
): Schema {
  const value = field.type === "array" && field.items ? field.items : field;
  const ref = targetOf(value);
  const simple = ["string", "integer", "number", "boolean"].includes(String(value.type));
  if (ref === undefined && !simple)
    throw new SpecError(
      where,
      "only text, numbers, booleans, a $ref to a named object, and arrays of these are supported.",
    );
  const format = formatOf(value);
  const facts = [format && `Format: ${format}`, section && `contract section ${section}`].filter(Boolean).join("; ");
  const doc = [
    [field.description ?? `${name}.`, facts && `${facts[0]?.toUpperCase()}${facts.slice(1)}.`]
      .filter(Boolean)
      .join(" "),
  ];
  if (field.deprecated) doc.push("@deprecated");
  // The generator would have a Blob, but JSON and XML have text.
  if (value.format === "binary") delete value.format;
  // A $ref cannot have extensions, but an allOf around it can.
  const { $ref, ...rest } = field;
  return {
    ...($ref === undefined ? field : { ...rest, allOf: [{ $ref }] }),
    "x-key": key(name),
    "x-doc": docComment(doc, "  "),
    "x-integer": isExact(value),
    "x-nested": ref !== undefined && hasExact(schemas, value, where),
  };
}

function prepareParameter(where: string, parameter: Parameter): void {
  const schema = parameter.schema ?? {};
  checkName(where, parameter.name);
  if (!["query", "header"].includes(parameter.in))
    throw new SpecError(where, `a parameter in "${parameter.in}" is not supported, only query and header.`);
  if (parameter.in === "header" && !/^[\w-]+$/.test(parameter.name))
    throw new SpecError(where, `"${parameter.name}" is not a header name.`);
  const types: Record<string, string> = {
    string: "string",
    boolean: "boolean",
    number: "number",
    integer: isExact(schema) ? "number | bigint" : "number",
  };
  const type = types[String(schema.type)];
  if (type === undefined)
    throw new SpecError(
      where,
      `the parameter "${parameter.name}" is not supported: only strings, numbers and booleans are.`,
    );
  const format = formatOf(schema);
  const doc = [`${parameter.description ?? `${parameter.name}.`}${format ? ` Format: ${format}.` : ""}`];
  if (schema.default !== undefined)
    doc.push(`@defaultValue \`${oneLine(String(schema.default)).replaceAll("`", "'")}\``);
  if (parameter.deprecated) doc.push("@deprecated");
  parameter["x-key"] = key(parameter.name);
  // An offset may be given as a number, even where the contract says string.
  parameter["x-type"] = parameter.name === "offset" && type === "string" ? "number | string" : type;
  parameter["x-doc"] = docComment(doc, "  ");
}

/** Parameters become properties of one object, and no header may be set twice. */
function checkParameters(where: string, parameters: Parameter[], keyHeader: string): void {
  for (const [index, { name, in: place }] of parameters.entries()) {
    const header = place === "header" ? name.toLowerCase() : undefined;
    // OpenAPI says that parameters with the first three names are ignored.
    if (header !== undefined && ["accept", "content-type", "authorization", keyHeader].includes(header))
      throw new SpecError(where, `the header "${name}" cannot be a parameter: the clients set it, or never send it.`);
    const duplicate = parameters
      .slice(0, index)
      .find((other) => other.name === name || (other.in === "header" && other.name.toLowerCase() === header));
    if (duplicate !== undefined)
      throw new SpecError(
        where,
        `the parameters "${duplicate.name}" and "${name}" would be the same in the clients: rename one.`,
      );
  }
}

function prepareOperation(
  document: OpenApi,
  where: string,
  path: string,
  operation: Operation,
  keyHeader: string,
): void {
  const id = operation.operationId ?? "";
  const tag = operation.tags?.[0] ?? "";
  const verb = id.startsWith(`${tag}.`) ? id.slice(tag.length + 1) : "";
  if (operation.tags?.length !== 1 || verb === "")
    throw new SpecError(where, `an operation needs one tag and an operationId of the form <tag>.<verb>, not "${id}".`);
  if (tag.includes(".")) throw new SpecError(where, `the tag "${tag}" must not contain a dot.`);
  checkName(where, tag, ["then"]);
  checkName(where, verb, ["then", "all", "pages"]);
  if (/[{}]/.test(path) || oneLine(path) !== path)
    throw new SpecError(where, "parameters in the path are not supported.");
  if (operation.requestBody !== undefined) throw new SpecError(where, "a request body is not supported.");
  const parameters = (operation.parameters ?? []).map((parameter) => {
    if ("$ref" in parameter && typeof parameter.$ref === "string")
      return resolve(document.components?.parameters, "parameters", parameter.$ref, where);
    prepareParameter(`${where} parameters`, parameter as Parameter);
    return parameter as Parameter;
  });
  checkParameters(where, parameters, keyHeader);
  const schemas = document.components?.schemas ?? {};
  const row = rowOf(schemas, where, operation);
  const names = parameters.filter((parameter) => parameter.in === "query").map((parameter) => parameter.name);
  const headers = parameters.filter((parameter) => parameter.in === "header").map((parameter) => parameter.name);
  const paged = names.includes("offset") && names.includes("limit");
  const total = Object.keys(operation.responses?.["200"]?.headers ?? {}).some(
    (name) => name.toLowerCase() === "x-total-count",
  );
  const about = document.tags?.find(({ name }) => name === tag)?.description ?? `${tag}.`;
  const summary = operation.summary ?? `${verb} of ${tag}.`;
  const doc = [summary, operation.description ?? "", ...(operation.deprecated ? ["@deprecated"] : [])];
  Object.assign(operation, {
    "x-tag": key(tag),
    "x-verb": key(verb),
    "x-call": code(`register${access(tag)}${access(verb)}(params, options)`),
    "x-all-call": code(`register${access(tag)}.all(params, options)`),
    "x-pages-call": code(`register${access(tag)}.pages(params, options)`),
    "x-id": key(id),
    "x-integers": fieldsOf(integerPaths(schemas, row, where)),
    // Most paths are the tag's name: the operation table omits them.
    "x-path": path !== `/${tag}` ? literal(path) : headers.length > 0 ? "undefined" : false,
    "x-paged": paged,
    "x-total": total,
    "x-flags": (paged ? 1 : 0) + (total ? 2 : 0),
    "x-headers": headers.length > 0 ? `[${headers.map(literal).join(", ")}]` : false,
    "x-optional": parameters.every((parameter) => !parameter.required),
    "x-exact": hasExact(schemas, row, where),
    "x-tag-doc": docComment([about], "  "),
    "x-doc": docComment(doc, "    "),
    "x-params-doc": docComment([`Parameters of \`${tag}.${verb}\`.`], ""),
    "x-walk-doc": docComment([`Walk over every row: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}`], "    "),
    "x-pages-doc": docComment(["The same walk page by page, each with a `cursor` that resumes after it."], "    "),
    "x-heading": markdown(tag),
    "x-about": markdown(about),
    "x-summary": markdown(summary),
    "x-markdown": `${code(`GET ${path}`)}${paged ? ", paged" : ""}${total ? ", with a total" : ""}`,
    "x-markdown-params": parameters
      .map(({ name, required }) => `${code(name)}${required ? " (required)" : ""}`)
      .join(", "),
  });
}

/** The schema of one row of the response. */
function rowOf(schemas: Record<string, Schema>, where: string, operation: Operation): Schema {
  const schema = operation.responses?.["200"]?.content?.["application/json"]?.schema;
  const body = schema?.$ref === undefined ? schema : resolve(schemas, "schemas", schema.$ref, where);
  const ref = body?.type === "array" ? body.items?.$ref : undefined;
  if (ref === undefined)
    throw new SpecError(where, "status 200 must return application/json with an array of a named object.");
  return resolve(schemas, "schemas", ref, where);
}
