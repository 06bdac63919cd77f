/** The shape of document that the clients' runtime and templates support. */
import { isObject, isReference, type OpenApi, operationsOf } from "../openapi.ts";
import { SpecError } from "../spec-error.ts";
import { refuseEqualNames } from "./names.ts";
import { checkOperation, checkParameter } from "./operations.ts";
import { checkRow } from "./rows.ts";
import { readBasePath, readKeyHeader } from "./service.ts";

/** @throws SpecError with the place of the first thing that is not supported. */
export function checkShape(document: OpenApi): void {
  within("servers", () => readBasePath(document));
  const keyHeader = within("components/securitySchemes", () => readKeyHeader(document));
  refuseEmptyFields(document);
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
    const where = `components/schemas/${name}`;
    within(where, () => {
      refuseAlias(where, schema);
      if (schema.type !== "array") checkRow(document, name, schema);
    });
  }
  for (const [name, parameter] of Object.entries(document.components?.parameters ?? {})) {
    const where = `components/parameters/${name}`;
    within(where, () => {
      refuseAlias(where, parameter);
      checkParameter(where, parameter);
    });
  }
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    const operations = isObject(item) ? within(`paths ${path}`, () => operationsOf({ paths: { [path]: item } })) : [];
    if (operations.length === 0)
      throw new SpecError(`paths ${path}`, "a path must be an object, with its operation under `get`.");
    for (const { method, operation } of operations) {
      const where = `paths ${path} ${method.toLowerCase()}`;
      if (method !== "GET") throw new SpecError(where, "the clients only read: only GET is supported.");
      within(where, () => checkOperation(document, where, path, operation, keyHeader));
    }
  }
  refuseEqualNames(document);
}

/** Does the work on one part of the document, whose shape only the linter checks. @throws SpecError when it has another. */
function within<T>(where: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    const what = `not the shape that OpenAPI asks for (${cause.message}). The rule \`struct\` of \`pnpm check:specs\` says what is wrong.`;
    throw new SpecError(where, what, { cause });
  }
}

/** YAML has null where nothing follows a name: first of all, because rows that contain the object would fail before it. */
function refuseEmptyFields(document: OpenApi): void {
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {}))
    for (const [field, property] of Object.entries(schema?.properties ?? {}))
      if (!isObject(property))
        throw new SpecError(
          `components/schemas/${name}/${field}`,
          "a field must be an object, with its type or a $ref.",
        );
}

/** OpenAPI allows it, but nothing needs it: each component has one name in the clients, the suite and the server. */
function refuseAlias(where: string, part: object): void {
  if (isReference(part))
    throw new SpecError(
      where,
      `a component that is only a $ref is not supported: remove it, and let what refers to it refer to \`${part.$ref}\`.`,
    );
}
