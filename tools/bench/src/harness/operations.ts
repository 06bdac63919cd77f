import { readFile } from "node:fs/promises";
import { parse } from "yaml";

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

interface Parameter {
  $ref?: string;
  name: string;
  schema: { type: string };
}

interface Document {
  paths: Record<string, { get: { tags: string[]; parameters?: Parameter[]; responses: { 200: Response } } }>;
  components: {
    parameters: Record<string, Parameter>;
    schemas: Record<string, { items?: { $ref: string }; properties?: Record<string, unknown> }>;
  };
}

interface Response {
  content: Record<string, { schema: { $ref: string } }>;
}

const lastPart = (ref: string): string => ref.slice(ref.lastIndexOf("/") + 1);

/** All operations of an OpenAPI document of interface A. */
export async function readOperations(spec: string): Promise<ListOperation[]> {
  const { paths, components }: Document = parse(await readFile(spec, "utf8"));
  return Object.entries(paths).map(([path, { get }]) => {
    const parameters = get.parameters?.map((one) =>
      one.$ref === undefined ? one : components.parameters[lastPart(one.$ref)],
    );
    const offset = parameters?.find((one) => one?.name === "offset")?.schema.type;
    const array = components.schemas[lastPart(get.responses[200].content["application/json"]?.schema.$ref ?? "")];
    const row = components.schemas[lastPart(array?.items?.$ref ?? "")];
    const field = Object.keys(row?.properties ?? {}).find((name) => /^[a-z]+$/.test(name));
    const [tag] = get.tags;
    if (tag === undefined || field === undefined) throw new Error(`${path} has no tag, or rows without a plain field.`);
    return { path, tag, field, offset: offset === undefined ? undefined : offset === "string" ? '"0"' : "0" };
  });
}
