import { join, posix } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { listDocuments, listSpecs, readText } from "../../specs/files.ts";
import {
  isObject,
  nameOf,
  type OpenApi,
  operationsOf,
  type PlacedOperation,
  resolve,
  type Schema,
} from "../../specs/openapi.ts";
import type { Problem } from "../../specs/spec-error.ts";
import { asXml, firstDifference, parseXml, type XmlElement } from "./xml.ts";

/** The representations of every response. */
const representations = ["application/json", "application/xml"];

/**
 * The mock responds with the examples, so every operation has one in each representation: the JSON is valid, and the XML has the
 * same rows below the contract's root. There are no unused files; those of the GraphQL documents are named after these.
 */
export function exemplified(document: OpenApi, folder: string): Problem[] {
  const validate = validator(document);
  const problems = operationsOf(document).flatMap((placed) => judge(document, placed, folder, validate));
  const named = new Set([
    ...operationsOf(document).flatMap((placed) => exampleFiles(placed).map(({ file }) => posix.normalize(file))),
    ...listDocuments(folder).map((file) => `examples/${posix.basename(file, ".graphql")}.json`),
  ]);
  const unused = listSpecs(folder, "examples").filter((file) => !named.has(`examples/${file}`));
  return [
    ...problems,
    ...unused.map((file) => ({ at: ["paths"], message: `examples/${file} is not the example of any operation.` })),
  ];
}

type Validate = (schema: string, value: unknown) => string[];

function validator(document: OpenApi): Validate {
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });
  addFormats.default(ajv);
  ajv.addSchema(document, "register");
  return (schema, value) => {
    try {
      ajv.validate({ $ref: `register${schema}` }, value);
    } catch {
      return []; // such as a type that does not exist: other rules name its place, and an error here would end them all
    }
    return (ajv.errors ?? []).map(({ instancePath, message }) => `${instancePath || "/"} ${message}`);
  };
}

interface ExampleFile {
  at: (string | number)[];
  type: string;
  file: string;
}

function exampleFiles({ path, method, operation }: PlacedOperation): ExampleFile[] {
  return Object.entries(operation.responses?.["200"]?.content ?? {}).flatMap(([type, content]) => {
    const at = ["paths", path, method.toLowerCase(), "responses", "200", "content", type, "examples"];
    const examples = isObject(content) && isObject(content.examples) ? content.examples : {};
    return Object.entries(examples).map(([name, example]) => {
      const file = isObject(example) && typeof example.externalValue === "string" ? example.externalValue : "";
      return { at: [...at, name], type, file };
    });
  });
}

function judge(document: OpenApi, placed: PlacedOperation, folder: string, validate: Validate): Problem[] {
  const { path, method, operation, id } = placed;
  const at = ["paths", path, method.toLowerCase(), "responses"];
  const files = exampleFiles(placed);
  const problems: Problem[] = [];
  for (const type of representations) {
    if (!files.some((one) => one.type === type))
      problems.push({ at, message: `\`${id}\` needs an example as ${type}.` });
  }
  const schema = operation.responses?.["200"]?.content?.["application/json"]?.schema?.$ref ?? "";
  // The contract does not name the element of an item (section 4.6): here, as in the reference server, it is named after its resource.
  const item = nameOf(resolve<Schema>(document, { $ref: schema })?.items?.$ref);
  let rows: unknown;
  // JSON comes first: the XML is compared with its rows.
  for (const { at: place, type, file } of files.sort((a, b) => a.type.localeCompare(b.type, "en"))) {
    const report = (message: string): void =>
      void problems.push({ at: place, message: `${posix.normalize(file)}: ${message}` });
    const content = open(folder, file);
    if (content === undefined) {
      problems.push({
        at: place,
        message: `An example is a file: \`externalValue: ./examples/…\` naming one that exists, not "${file}".`,
      });
    } else if (type === "application/json") {
      rows = parseJson(content, report);
      if (rows !== undefined) for (const message of validate(schema, rows)) report(message);
      for (const field of unknownIn(document, { $ref: schema }, rows))
        report(`${field} is not a field of the contract.`);
      if (Array.isArray(rows) && rows.length === 0) report("an example must have at least one row.");
      for (const field of collapsed(document, placed) ? nestedIn(rows) : [])
        report(
          `shows \`${field}\`, but expand_relations is false by default, and an example is the response without it.`,
        );
    } else if (type === "application/xml") {
      judgeXml(content, rootOf(document, schema), rows, item, report);
    }
  }
  return problems;
}

/** Fields that the schema does not have. Services may send more, but an example shows the contract, and may misspell a name. */
function unknownIn(document: OpenApi, schema: Schema | undefined, value: unknown, at = ""): string[] {
  const { items, properties } = resolve<Schema>(document, schema) ?? {};
  if (Array.isArray(value)) return value.flatMap((item, index) => unknownIn(document, items, item, `${at}/${index}`));
  if (!isObject(value) || properties === undefined) return [];
  return Object.entries(value).flatMap(([name, field]) =>
    Object.hasOwn(properties, name) ? unknownIn(document, properties[name], field, `${at}/${name}`) : [`${at}/${name}`],
  );
}

/** Whether nested objects are left out unless requested. */
function collapsed(document: OpenApi, { operation }: PlacedOperation): boolean {
  const parameters = (operation.parameters ?? []).map((parameter) => resolve(document, parameter));
  return parameters.some((one) => one?.name === "expand_relations" && one.schema?.default === false);
}

/** The fields of rows that contain objects, each once. */
function nestedIn(rows: unknown): string[] {
  const fields = Array.isArray(rows) ? rows.flatMap((row) => (isObject(row) ? Object.entries(row) : [])) : [];
  return [...new Set(fields.filter(([, value]) => isObject(value)).map(([name]) => name))];
}

function open(folder: string, file: string): string | undefined {
  try {
    return readText(join(folder, file));
  } catch {
    return undefined;
  }
}

/** `JSON.parse` with source text access, which TypeScript does not know yet. */
type ParseWithSource = (
  text: string,
  reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
) => unknown;

function parseJson(text: string, report: (message: string) => void): unknown {
  try {
    return (JSON.parse as ParseWithSource)(text, (key, value, { source }) => {
      // The mock and the reference server's pages send the rounded number, and the XML is compared with it.
      if (typeof value === "number" && String(value) !== source)
        report(`\`${key}\`: ${source} is read as ${value}. Write a number that stays as it is written.`);
      return value;
    });
  } catch (error) {
    report(`not JSON: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

function judgeXml(text: string, root: unknown, rows: unknown, item: string, report: (message: string) => void): void {
  let xml: XmlElement;
  try {
    xml = parseXml(text);
  } catch (error) {
    report(`not well-formed: ${error instanceof Error ? error.message : error}`);
    return;
  }
  if (xml.name !== root) report(`the root is <${xml.name}>, expected <${String(root)}>.`);
  const difference = rows === undefined ? undefined : firstDifference(xml.content, asXml(rows, item));
  if (difference !== undefined) report(`not the rows of the JSON example: ${difference}.`);
}

function rootOf(document: OpenApi, schema: string): unknown {
  const body = resolve<Schema>(document, { $ref: schema });
  return isObject(body?.xml) ? body.xml.name : undefined;
}
