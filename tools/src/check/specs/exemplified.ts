import { posix } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Example, Register } from "../../specs/contract.ts";
import { listDocuments, listSpecs } from "../../specs/files.ts";
import { isObject, type Schema } from "../../specs/openapi.ts";
import type { RegisterOperation } from "../../specs/operations.ts";
import type { Problem } from "../../specs/spec-error.ts";

/**
 * The mock responds with the examples, so every operation has one in each of its representations: the JSON is valid, and the XML is what
 * the same rows are in XML. There are no unused files; those of the GraphQL documents are named after these.
 */
export function exemplified({ operations, examples }: Register, folder: string): Problem[] {
  const missing = operations.flatMap((operation) =>
    Object.keys(operation.written.responses?.["200"]?.content ?? {})
      .filter((type) => !examples.some((one) => one.operation === operation && one.type === type))
      .map((type) => ({
        at: ["paths", operation.path, "get", "responses"],
        message: `\`${operation.id}\` needs an example as ${type}, in a file: \`externalValue: ./examples/…\`.`,
      })),
  );
  const named = new Set([
    ...examples.map(({ file }) => posix.normalize(file)),
    ...listDocuments(folder).map((file) => `examples/${posix.basename(file, ".graphql")}.json`),
  ]);
  const unused = listSpecs(folder, "examples").filter((file) => !named.has(`examples/${file}`));
  const wrongRows = rowsJudge();
  const wrong = examples.flatMap((example) => {
    const messages =
      example.type === "application/json"
        ? wrongRows(example)
        : example.type === "application/xml"
          ? wrongXml(example, examples)
          : [];
    return messages.map((message) => ({ at: example.at, message: `${posix.normalize(example.file)}: ${message}` }));
  });
  return [
    ...missing,
    ...wrong,
    ...unused.map((file) => ({ at: ["paths"], message: `examples/${file} is not the example of any operation.` })),
  ];
}

/** What is wrong with the rows of a JSON example. Services may send more fields, but an example shows the contract, and may misspell a name. */
function rowsJudge(): (example: Example) => string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });
  addFormats.default(ajv);
  return ({ operation: { answer, rowSchema }, content }) => {
    if (Array.isArray(content) && content.length === 0) return ["an example must have at least one row."];
    const row = closed(rowSchema);
    ajv.validate(answer === "list" ? { type: "array", items: row } : row, content);
    return (ajv.errors ?? []).map(({ instancePath, message, params }) =>
      params.additionalProperty === undefined
        ? `${instancePath || "/"} ${message}`
        : `${instancePath}/${params.additionalProperty} is not a field of the contract.`,
    );
  };
}

/** A schema that allows no field that it does not name, at any depth. */
function closed({ properties, items, ...schema }: Schema): Schema {
  const fields = Object.entries(properties ?? {}).map(([name, field]) => [name, closed(field)] as const);
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(fields), additionalProperties: false }),
    ...(items && { items: closed(items) }),
  };
}

/** What is wrong with an XML example: it has the rows of the one in JSON. */
function wrongXml({ operation, content }: Example, examples: readonly Example[]): string[] {
  const json = examples.find((one) => one.operation === operation && one.type === "application/json")?.content;
  if (typeof json !== "object" || json === null) return [];
  // The contract does not name the element of an item (section 4.6): here, as in the reference server, it is named after its resource.
  const difference = firstDifference(String(content), xmlOf(json, operation));
  return difference === undefined ? [] : [`not the rows of the JSON example: ${difference}`];
}

/** An answer in XML, without blanks between the elements: a list is an element for each of its items, and null is none. */
function xmlOf(json: object, { root, row }: RegisterOperation): string {
  const element = (name: string, value: unknown): string => {
    // In a list of lists, items have no name of their own.
    if (Array.isArray(value))
      return value
        .map((item) => (Array.isArray(item) ? `<${name}>${element("item", item)}</${name}>` : element(name, item)))
        .join("");
    if (value === null) return "";
    const content = isObject(value)
      ? Object.entries(value)
          .map((field) => element(...field))
          .join("")
      : String(value).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    return `<${name}>${content}</${name}>`;
  };
  return `<?xml version="1.0" encoding="UTF-8"?>${element(root, Array.isArray(json) ? { [row]: json } : json)}`;
}

/** The first element that is not the expected one, whatever blanks are between the elements. */
function firstDifference(xml: string, expected: string): string | undefined {
  const elementsOf = (text: string): string[] => [...text.split(/(?=<\w)/), "the end"];
  const [found, wanted] = [elementsOf(xml.trim().replaceAll(/>\s+</g, "><")), elementsOf(expected)];
  const index = wanted.findIndex((element, place) => element !== found[place]);
  return index < 0 ? undefined : `it has \`${found[index]}\` where \`${wanted[index]}\` should be.`;
}
