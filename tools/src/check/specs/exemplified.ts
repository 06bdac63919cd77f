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

/** The representations of every response. */
const representations = ["application/json", "application/xml"];

/**
 * The mock responds with the examples, so every operation has one in each representation: the JSON is valid, and the XML is what the
 * same rows are in XML. There are no unused files; those of the GraphQL documents are named after these.
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
  const body = resolve<Schema>(document, { $ref: schema });
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
    } else if (type === "application/xml" && Array.isArray(rows)) {
      // The contract does not name the element of an item (section 4.6): here, as in the reference server, it is named after its resource.
      const root = isObject(body?.xml) ? body.xml.name : undefined;
      const difference = firstDifference(content, xmlOf(rows, root, nameOf(body?.items?.$ref)));
      if (difference !== undefined) report(`not the rows of the JSON example: ${difference}`);
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

function open(folder: string, file: string): string | undefined {
  try {
    return readText(join(folder, file));
  } catch {
    return undefined;
  }
}

function parseJson(text: string, report: (message: string) => void): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    report(`not JSON: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

/** Rows in XML, without blanks between the elements. */
function xmlOf(rows: readonly unknown[], root: unknown, item: string): string {
  const element = (name: string, value: unknown): string => {
    const content = isObject(value)
      ? Object.entries(value)
          .map((field) => element(...field))
          .join("")
      : String(value).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    return `<${name}>${content}</${name}>`;
  };
  return `<?xml version="1.0" encoding="UTF-8"?><${root}>${rows.map((row) => element(item, row)).join("")}</${root}>`;
}

/** The first element that is not the expected one, whatever blanks are between the elements. */
function firstDifference(xml: string, expected: string): string | undefined {
  const elementsOf = (text: string): string[] => [...text.split(/(?=<\w)/), "the end"];
  const [found, wanted] = [elementsOf(xml.trim().replaceAll(/>\s+</g, "><")), elementsOf(expected)];
  const index = wanted.findIndex((element, place) => element !== found[place]);
  return index < 0 ? undefined : `it has \`${found[index]}\` where \`${wanted[index]}\` should be.`;
}
