/** Reads the whole contract, both interfaces, and refuses it in one place. */
import { realpathSync } from "node:fs";
import { join, posix, sep } from "node:path";
import { acceptedCourtCases } from "./court-cases.ts";
import { readSpec, readText } from "./files.ts";
import type { GraphqlSpecs } from "./graphql.ts";
import { caseNameFaults } from "./mirror-names.ts";
import type { OpenApi } from "./openapi.ts";
import { parseOpenApi, positionOf } from "./openapi-text.ts";
import { type RegisterOperation, registerOperations } from "./operations.ts";
import { refusalsOf } from "./refusals.ts";
import { faultsIn, type Problem, refuseAll, SpecError } from "./spec-error.ts";

export interface Contract extends Register {
  courtCases: GraphqlSpecs;
}

/** The REST interface. */
export interface Register {
  /** The OpenAPI document as it is written. */
  yaml: string;
  /** With the examples in it: JSON as data, and XML as text. */
  document: OpenApi;
  operations: readonly RegisterOperation[];
  examples: readonly Example[];
}

/** An example file of an operation. */
export interface Example {
  operation: RegisterOperation;
  /** Of the representation, such as `application/json`. */
  type: string;
  /** As the document names it. */
  file: string;
  /** Where the document names it. */
  at: string[];
  /** JSON as data, and XML as text. */
  content: unknown;
}

/**
 * @param folder - the folder of the specs.
 * @throws SpecError with everything for which either interface is refused.
 */
export function readContract(folder: string): Contract {
  refuseAll([...faultsIn(() => readRegister(folder)), ...faultsIn(() => acceptedCourtCases(folder))]);
  const contract = { ...readRegister(folder), courtCases: acceptedCourtCases(folder) };
  refuseAll(caseNameFaults(contract.courtCases, contract.operations));
  return contract;
}

/** Reads `register.openapi.yaml`. @throws SpecError with everything for which it is refused, or an example that cannot be read. */
export function readRegister(folder: string): Register {
  const [file, name] = ["register.openapi.yaml", "specs/register.openapi.yaml"];
  const yaml = readSpec(folder, file);
  const document = parseOpenApi(yaml, name);
  const placeOf = (at: Problem["at"]): string => `${name}:${positionOf(yaml, at)}`;
  refuseAll(refusalsOf(document).map(({ at, message }) => [placeOf(at), message]));
  const operations = registerOperations(document);
  const read = (path: string, at: string[]): unknown => readExample(folder, path, () => placeOf(at));
  return { yaml, document, operations, examples: operations.flatMap((operation) => takeInExamples(operation, read)) };
}

/** Puts the contents of the example files of an operation into the document, instead of their names. @returns them. */
function takeInExamples(operation: RegisterOperation, read: (path: string, at: string[]) => unknown): Example[] {
  const { path, written } = operation;
  return Object.entries(written.responses?.["200"]?.content ?? {}).flatMap(([type, { examples = {} }]) =>
    Object.entries(examples).flatMap(([name, example]) => {
      const at = ["paths", path, "get", "responses", "200", "content", type, "examples", name, "externalValue"];
      const { externalValue: file } = example;
      if (file === undefined) return [];
      const content = read(file, at);
      delete example.externalValue;
      example.value = content;
      return [{ operation, type, file, at, content }];
    }),
  );
}

/** The content of an example file: JSON as data, and XML as text. */
function readExample(folder: string, path: string, placeOfName: () => string): unknown {
  const text = readInside(folder, path, placeOfName);
  if (!path.endsWith(".json")) return text;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new SpecError(posix.join("specs", path), `not JSON: ${cause instanceof Error ? cause.message : cause}.`, {
      cause,
    });
  }
}

function readInside(folder: string, path: string, placeOfName: () => string): string {
  try {
    const file = realpathSync(join(folder, path));
    // A link may lead anywhere, and what is read here is published.
    if (file.startsWith(realpathSync(folder) + sep)) return readText(file);
  } catch (cause) {
    throw new SpecError(placeOfName(), `the example \`${path}\` cannot be read: write it, or correct its name.`, {
      cause,
    });
  }
  throw new SpecError(placeOfName(), `\`${path}\` leads out of the folder of the specs: move the file into it.`);
}
