/** The examples of the specs are what the mock answers with: each must be an answer that the contract allows. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { SaxesParser } from "saxes";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { root } from "./repository.ts";

interface ArraySchema {
  items: { $ref: string };
  xml: { name: string };
}

type Content = Record<string, { schema: { $ref: string }; examples: Record<string, { externalValue: string }> }>;

interface RegisterSpec {
  paths: Record<string, { get: { responses: { "200": { content: Content } } } }>;
  components: { schemas: Record<string, object> };
}

const specs = join(root, "specs");
const spec: RegisterSpec = parse(await readFile(join(specs, "register.openapi.yaml"), "utf8"));
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(spec, "register");

/** What an XML document holds: text, or the children of an element with their names. */
type XmlContent = string | { name: string; content: XmlContent }[];

function parseXml(text: string): { name: string; content: XmlContent } {
  const stack: { name: string; text: string; children: { name: string; content: XmlContent }[] }[] = [
    { name: "", text: "", children: [] },
  ];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name }) => stack.push({ name, text: "", children: [] }));
  parser.on("text", (part) => {
    const top = stack.at(-1);
    if (top) top.text += part;
  });
  parser.on("closetag", () => {
    const { name = "", text: content = "", children = [] } = stack.pop() ?? {};
    stack.at(-1)?.children.push({ name, content: children.length > 0 ? children : content });
  });
  parser.write(text).close();
  const document = stack[0]?.children[0];
  if (document === undefined) throw new Error("The document has no root element.");
  return document;
}

/** A JSON value in the form that `parseXml` gives, `item` naming the elements of an array. */
function asXml(value: unknown, item: string): XmlContent {
  if (Array.isArray(value)) return value.map((row) => ({ name: item, content: asXml(row, item) }));
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value).map(([name, field]) => ({ name, content: asXml(field, item) }));
}

describe.each(Object.entries(spec.paths))("%s", (path, { get }) => {
  const { content } = get.responses["200"];
  const file = (type: string): Promise<string> =>
    readFile(join(specs, content[type]?.examples["rows"]?.externalValue ?? ""), "utf8");

  test("the JSON example is valid against the schema of the answer", async () => {
    const schema = content["application/json"]?.schema.$ref ?? "";
    const rows: unknown = JSON.parse(await file("application/json"));
    ajv.validate({ $ref: `register${schema}` }, rows);
    expect(ajv.errors).toBeNull();
    expect(rows).not.toHaveLength(0);
  });

  test("the XML example has the contract's root and carries the rows of the JSON example", async () => {
    const name = content["application/xml"]?.schema.$ref.split("/").at(-1) ?? "";
    const schema = spec.components.schemas[name] as ArraySchema | undefined;
    const document = parseXml(await file("application/xml"));
    expect(document.name).toBe(schema?.xml.name);
    const rows: unknown = JSON.parse(await file("application/json"));
    expect(document.content).toEqual(asXml(rows, path.split("/")[1] ?? ""));
  });
});

test("no example file is left over", async () => {
  const named = Object.values(spec.paths).flatMap(({ get }) =>
    Object.values(get.responses["200"].content).flatMap(({ examples }) =>
      Object.values(examples).map(({ externalValue }) => externalValue.replace("./examples/", "")),
    ),
  );
  expect((await readdir(join(specs, "examples"))).sort()).toEqual(named.sort());
});
