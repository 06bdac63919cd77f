/** Annotates operations and their parameters: each becomes a documented method. */
import { isObject, type OpenApi, type Operation, type Parameter, type Schema } from "../../specs/openapi.ts";
import { SpecError } from "../../specs/spec-error.ts";
import { access, code, docComment, key, literal, markdown, oneLine } from "../print.ts";
import { component, hasExact, integerPaths, isExact } from "./integers.ts";
import { checkName } from "./names.ts";
import { formatOf } from "./rows.ts";

export function prepareParameter(where: string, parameter: Parameter): void {
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

export function prepareOperation(
  document: OpenApi,
  where: string,
  path: string,
  operation: Operation,
  keyHeader: string,
): void {
  const { tag, verb } = readNames(where, operation);
  if (/[{}]/.test(path) || oneLine(path) !== path)
    throw new SpecError(where, "parameters in the path are not supported.");
  if (operation.requestBody !== undefined) throw new SpecError(where, "a request body is not supported.");
  const parameters = (operation.parameters ?? []).map((parameter) => {
    if ("$ref" in parameter && typeof parameter.$ref === "string")
      return component<Parameter>(document, "parameters", parameter.$ref, where);
    prepareParameter(`${where} parameters`, parameter as Parameter);
    return parameter as Parameter;
  });
  checkParameters(where, parameters, keyHeader);
  const row = rowOf(document, where, operation);
  const namesIn = (place: string): string[] => parameters.filter((one) => one.in === place).map(({ name }) => name);
  const headers = namesIn("header");
  const paged = ["offset", "limit"].every((name) => namesIn("query").includes(name));
  const { headers: answered = {} } = operation.responses?.["200"] ?? {};
  if (!isObject(answered))
    throw new SpecError(`${where} responses 200 headers`, "headers must be an object, each under its name.");
  const total = Object.keys(answered).some((name) => name.toLowerCase() === "x-total-count");
  Object.assign(operation, {
    "x-tag": key(tag),
    "x-verb": key(verb),
    "x-call": code(`register${access(tag)}${access(verb)}(params, options)`),
    "x-all-call": code(`register${access(tag)}.all(params, options)`),
    "x-pages-call": code(`register${access(tag)}.pages(params, options)`),
    "x-id": key(`${tag}.${verb}`),
    "x-integers": list(integerPaths(document, row, where)),
    "x-path": literal(path),
    "x-paged": paged,
    "x-total": total,
    "x-headers": headers.length > 0 ? list(headers) : false,
    "x-optional": parameters.every((parameter) => !parameter.required),
    "x-exact": hasExact(document, row, where),
    ...texts(document, tag, verb, operation),
    "x-markdown": `${code(`GET ${path}`)}${paged ? ", paged" : ""}${total ? ", with a total" : ""}${operation.deprecated ? ", deprecated" : ""}`,
    "x-markdown-params": parameters
      .map(({ name, required }) => `${code(name)}${required ? " (required)" : ""}`)
      .join(", "),
  });
}

/** Code of a list of texts. */
const list = (texts: readonly string[]): string => `[${texts.map(literal).join(", ")}]`;

/** What the operation is called by: `register.<tag>.<verb>`. */
function readNames(where: string, { operationId: id = "", tags = [] }: Operation): { tag: string; verb: string } {
  const [tag = ""] = tags;
  if (tags.length !== 1)
    throw new SpecError(
      `${where} tags`,
      `an operation has one tag, the name of its property in the clients, not ${tags.length}.`,
    );
  if (tag.includes(".")) throw new SpecError(`${where} tags`, `the tag "${tag}" must not contain a dot.`);
  checkName(`${where} tags`, tag, ["then"]);
  const [, verb] = id.startsWith(`${tag}.`) ? (/^\.([a-z]\w*)$/.exec(id.slice(tag.length)) ?? []) : [];
  if (verb === undefined)
    throw new SpecError(
      `${where} operationId`,
      `the operationId must be the tag, a dot and a verb, such as "${tag}.list", not "${id}".`,
    );
  checkName(`${where} operationId`, verb, ["then", "all", "pages"]);
  return { tag, verb };
}

/** The docstrings, and what the list of operations says. */
function texts(document: OpenApi, tag: string, verb: string, operation: Operation): Record<string, string> {
  const about = document.tags?.find(({ name }) => name === tag)?.description ?? `${tag}.`;
  const { summary = `${verb} of ${tag}.`, description = "" } = operation;
  const deprecated = operation.deprecated ? ["@deprecated"] : [];
  return {
    "x-tag-doc": docComment([about], "  "),
    "x-doc": docComment([summary, description, ...deprecated], "    "),
    "x-params-doc": docComment([`Parameters of \`${tag}.${verb}\`.`], ""),
    "x-walk-doc": docComment(
      [`Walk over every row: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}`, ...deprecated],
      "    ",
    ),
    "x-pages-doc": docComment(
      ["The same walk page by page, each with a `cursor` that resumes after it.", ...deprecated],
      "    ",
    ),
    "x-heading": markdown(tag),
    "x-about": markdown(about),
    "x-summary": markdown(summary),
  };
}

/** The schema of one row of the response. */
function rowOf(document: OpenApi, where: string, operation: Operation): Schema {
  const schema = operation.responses?.["200"]?.content?.["application/json"]?.schema;
  const body = schema?.$ref === undefined ? schema : component<Schema>(document, "schemas", schema.$ref, where);
  const ref = body?.type === "array" ? body.items?.$ref : undefined;
  if (ref === undefined)
    throw new SpecError(where, "status 200 must return application/json with an array of a named object.");
  return component(document, "schemas", ref, where);
}
