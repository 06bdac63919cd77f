/** Annotates operations and their parameters: each becomes a documented method. */
import { access, code, docComment, key, literal, markdown, oneLine } from "../../shared/print.ts";
import { hasExact, integerPaths, isExact } from "../../specs/integers.ts";
import type { OpenApi, Operation, Parameter } from "../../specs/openapi.ts";
import { listOf, pages, parametersOf } from "../../specs/operation-parts.ts";
import { formatOf } from "./rows.ts";

export function prepareParameter(parameter: Parameter): void {
  const { name, description = `${name}.`, schema = {} } = parameter;
  const type = schema.type === "integer" ? (isExact(schema) ? "number | bigint" : "number") : String(schema.type);
  const format = formatOf(schema);
  const doc = [`${description}${format ? ` Format: ${format}.` : ""}`];
  if (schema.default !== undefined)
    doc.push(`@defaultValue \`${oneLine(String(schema.default)).replaceAll("`", "'")}\``);
  if (parameter.deprecated) doc.push("@deprecated");
  parameter["x-key"] = key(name);
  // An offset may be given as a number, even where the contract says string.
  parameter["x-type"] = name === "offset" && type === "string" ? "number | string" : type;
  parameter["x-doc"] = docComment(doc, "  ");
}

export function prepareOperation(document: OpenApi, path: string, operation: Operation): void {
  const [tag = ""] = operation.tags ?? [];
  const verb = operation.operationId?.slice(tag.length + 1) ?? "";
  const parameters = parametersOf(document, operation);
  for (const parameter of parameters) if (parameter["x-key"] === undefined) prepareParameter(parameter);
  const { fields: row } = listOf(document, operation);
  const headers = parameters.filter((one) => one.in === "header").map(({ name }) => name);
  const integers = integerPaths(document, row);
  const paged = pages(parameters);
  const answered = Object.keys(operation.responses?.["200"]?.headers ?? {});
  const total = answered.some((name) => name.toLowerCase() === "x-total-count");
  Object.assign(operation, {
    "x-tag": key(tag),
    "x-verb": key(verb),
    "x-call": code(`register${access(tag)}${access(verb)}(params, options)`),
    "x-all-call": code(`register${access(tag)}.all(params, options)`),
    "x-pages-call": code(`register${access(tag)}.pages(params, options)`),
    "x-id": key(`${tag}.${verb}`),
    // The table of operations has only what differs from the default.
    "x-integers": integers.length > 0 ? list(integers) : false,
    "x-path": path === `/${tag}` ? false : literal(path),
    "x-paged": paged,
    "x-total": total,
    "x-headers": headers.length > 0 ? list(headers) : false,
    "x-optional": parameters.every((parameter) => !parameter.required),
    "x-exact": hasExact(document, row),
    ...texts(document, tag, verb, operation),
    "x-markdown": `${code(`GET ${path}`)}${paged ? ", paged" : ""}${total ? ", with a total" : ""}${operation.deprecated ? ", deprecated" : ""}`,
    "x-markdown-params": parameters
      .map(({ name, required }) => `${code(name)}${required ? " (required)" : ""}`)
      .join(", "),
  });
}

/** Code of a list of texts. */
const list = (texts: readonly string[]): string => `[${texts.map(literal).join(", ")}]`;

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
