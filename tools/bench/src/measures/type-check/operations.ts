import { readFile } from "node:fs/promises";
import { operationsOf, type Parameter, resolve, type Schema } from "../../../../src/specs/openapi.ts";
import { parseOpenApi } from "../../../../src/specs/openapi-text.ts";

/** What a consumer needs to know about an operation to call it and use a field of its rows. */
export interface ListOperation {
  path: string;
  /** The resource's tag. */
  tag: string;
  /** Source text for the value of `offset`, if required. */
  offset: string | undefined;
  /** A field of the rows that no generator renames. */
  field: string;
}

/** All operations of an OpenAPI document of interface A. */
export async function listOperations(spec: string): Promise<ListOperation[]> {
  const document = parseOpenApi(await readFile(spec, "utf8"), spec);
  return operationsOf(document).map(({ path, operation: { tags: [tag] = [], parameters = [], responses } }) => {
    const taken = parameters.map((one) => resolve<Parameter>(document, one));
    const offset = taken.find((one) => one?.name === "offset")?.schema?.type;
    const array = resolve<Schema>(document, responses?.["200"]?.content?.["application/json"]?.schema);
    const row = resolve<Schema>(document, array?.items);
    const field = Object.keys(row?.properties ?? {}).find((name) => /^[a-z]+$/.test(name));
    if (tag === undefined || field === undefined) throw new Error(`${path} has no tag, or rows without a plain field.`);
    return { path, tag, field, offset: offset === undefined ? undefined : offset === "string" ? '"0"' : "0" };
  });
}
