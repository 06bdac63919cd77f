import { oneLine } from "../../shared/print.ts";
import { integerPaths } from "../integers.ts";
import { isObject, type OpenApi, type Operation, type Parameter } from "../openapi.ts";
import { parametersOf, rowOf } from "../operation-parts.ts";
import { SpecError } from "../spec-error.ts";
import { checkName } from "./names.ts";

/** @throws SpecError when an operation cannot be a method of the clients. */
export function checkOperation(
  document: OpenApi,
  where: string,
  path: string,
  operation: Operation,
  keyHeader: string,
): void {
  checkNames(where, operation);
  if (/[{}]/.test(path) || oneLine(path) !== path)
    throw new SpecError(where, "parameters in the path are not supported.");
  if (operation.requestBody !== undefined) throw new SpecError(where, "a request body is not supported.");
  for (const parameter of operation.parameters ?? [])
    if (!("$ref" in parameter)) checkParameter(`${where} parameters`, parameter);
  refuseSameParameters(where, parametersOf(document, operation, where), keyHeader);
  integerPaths(document, rowOf(document, operation, where), where);
  const { headers } = operation.responses?.["200"] ?? {};
  if (headers !== undefined && !isObject(headers))
    throw new SpecError(`${where} responses 200 headers`, "headers must be an object, each under its name.");
}

/** An operation is called as `register.<tag>.<verb>`. */
function checkNames(where: string, { operationId: id = "", tags = [] }: Operation): void {
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
}

/** @throws SpecError when a parameter cannot be sent by the clients. */
export function checkParameter(where: string, { name, in: place, schema = {} }: Parameter): void {
  checkName(where, name);
  if (!["query", "header"].includes(place))
    throw new SpecError(where, `a parameter in "${place}" is not supported, only query and header.`);
  if (place === "header" && !/^[\w-]+$/.test(name)) throw new SpecError(where, `"${name}" is not a header name.`);
  if (!["string", "boolean", "number", "integer"].includes(String(schema.type)))
    throw new SpecError(where, `the parameter "${name}" is not supported: only strings, numbers and booleans are.`);
}

/** Parameters become properties of one object, and no header may be set twice. */
function refuseSameParameters(where: string, parameters: Parameter[], keyHeader: string): void {
  for (const [index, { name, in: place }] of parameters.entries()) {
    const header = place === "header" ? name.toLowerCase() : undefined;
    // OpenAPI says that parameters with the first three names are ignored.
    if (header !== undefined && ["accept", "content-type", "authorization", keyHeader.toLowerCase()].includes(header))
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
