import { isObject, nameOf, type OpenApi, operationsOf, type Schema } from "../openapi.ts";
import type { Problem } from "./problem.ts";

/** Each response is an array with a name of its own, which is also its XML root: the root tells which resource a document holds. */
export function rooted(document: OpenApi): Problem[] {
  const schemas = document.components?.schemas ?? {};
  const problems: Problem[] = [];
  const roots = new Map<string, string>();
  for (const { path, method, operation } of operationsOf(document)) {
    for (const [type, content] of Object.entries(operation.responses?.["200"]?.content ?? {})) {
      const at = ["paths", path, method.toLowerCase(), "responses", "200", "content", type, "schema"];
      const schema = isObject(content) && isObject(content.schema) ? content.schema : {};
      const name = typeof schema.$ref === "string" ? nameOf(schema.$ref) : "";
      if (schemas[name] === undefined)
        problems.push({ at, message: "The body must be a $ref to an array under components/schemas." });
      else problems.push(...sharedBy(roots, name, path, at));
    }
  }
  return [...problems, ...[...roots.keys()].flatMap((name) => judge(name, schemas[name] ?? {}))];
}

function judge(name: string, body: Schema): Problem[] {
  const at = ["components", "schemas", name];
  const xml = { ...(typeof body.xml === "object" ? body.xml : {}) } as { name?: unknown; wrapped?: unknown };
  const problems: Problem[] = [];
  if (body.type !== "array")
    problems.push({ at, message: `The body \`${name}\` must be an array: every operation returns a list.` });
  if (body.items?.$ref === undefined)
    problems.push({
      at,
      message: `The items of \`${name}\` must be a $ref to a named object: its name is that of the rows' type.`,
    });
  if (xml.name !== name || xml.wrapped !== true) {
    problems.push({
      at,
      message: `\`${name}\` needs \`xml: { name: ${name}, wrapped: true }\`: the XML root has the name of the array.`,
    });
  }
  return problems;
}

function sharedBy(roots: Map<string, string>, name: string, path: string, at: string[]): Problem[] {
  const other = roots.get(name) ?? path;
  roots.set(name, other);
  return other === path
    ? []
    : [{ at, message: `\`${name}\` is already the root of \`${other}\`: a root names one operation.` }];
}
