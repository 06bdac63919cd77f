import { posix } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Example, Register } from "../../specs/contract.ts";
import { listDocuments, listSpecs } from "../../specs/files.ts";
import { isObject, type OpenApi } from "../../specs/openapi.ts";
import type { Problem } from "../../specs/spec-error.ts";

/**
 * The mock responds with the examples, so every operation has one in each representation: the JSON is valid, and the XML is what the
 * same rows are in XML. There are no unused files; those of the GraphQL documents are named after these.
 */
export function exemplified({ document, operations, examples }: Register, folder: string): Problem[] {
  const missing = operations.flatMap((operation) =>
    ["application/json", "application/xml"]
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
  const wrongRows = rowsJudge(document);
  const wrong = examples.flatMap((example) => {
    const messages = example.type === "application/json" ? wrongRows(example) : wrongXml(example, examples);
    return messages.map((message) => ({ at: example.at, message: `${posix.normalize(example.file)}: ${message}` }));
  });
  return [
    ...missing,
    ...wrong,
    ...unused.map((file) => ({ at: ["paths"], message: `examples/${file} is not the example of any operation.` })),
  ];
}

/** What is wrong with the rows of a JSON example. Services may send more fields, but an example shows the contract, and may misspell a name. */
function rowsJudge(document: OpenApi): (example: Example) => string[] {
  const exact = structuredClone(document);
  for (const schema of Object.values(exact.components?.schemas ?? {}))
    if (schema.properties !== undefined) schema.additionalProperties = false;
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });
  addFormats.default(ajv);
  ajv.addSchema(exact, "register");
  return ({ operation, content }) => {
    if (Array.isArray(content) && content.length === 0) return ["an example must have at least one row."];
    ajv.validate({ $ref: `register#/components/schemas/${operation.root}` }, content);
    return (ajv.errors ?? []).map(({ instancePath, message, params }) =>
      params.additionalProperty === undefined
        ? `${instancePath || "/"} ${message}`
        : `${instancePath}/${params.additionalProperty} is not a field of the contract.`,
    );
  };
}

/** What is wrong with an XML example: it has the rows of the one in JSON. */
function wrongXml({ operation, content }: Example, examples: readonly Example[]): string[] {
  const rows = examples.find((one) => one.operation === operation && one.type === "application/json")?.content;
  if (!Array.isArray(rows)) return [];
  // The contract does not name the element of an item (section 4.6): here, as in the reference server, it is named after its resource.
  const difference = firstDifference(String(content), xmlOf(rows, operation.root, operation.row));
  return difference === undefined ? [] : [`not the rows of the JSON example: ${difference}`];
}

/** Rows in XML, without blanks between the elements. */
function xmlOf(rows: readonly unknown[], root: string, item: string): string {
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
