import { realpathSync } from "node:fs";
import { join, posix, sep } from "node:path";
import { root } from "../shared/repository.ts";
import { readSpec, readText } from "./files.ts";
import { type MediaType, type OpenApi, operationsOf } from "./openapi.ts";
import { parseOpenApi } from "./openapi-text.ts";
import { SpecError } from "./spec-error.ts";

/**
 * Reads `specs/register.openapi.yaml`.
 *
 * @param options.examples - `"inline"` replaces the names of example files by their contents, JSON as data and XML as text;
 * `"drop"` removes the examples.
 * @param options.specs - the folder of the specs. @defaultValue the repository's
 * @throws SpecError with the place when it is not an OpenAPI document, or an example cannot be read.
 */
export function readRegisterSpec(options: { examples: "inline" | "drop"; specs?: string }): OpenApi {
  const folder = options.specs ?? join(root, "specs");
  const document = parseOpenApi(readSpec(folder, "register.openapi.yaml"), "specs/register.openapi.yaml");
  for (const mediaType of mediaTypes(document)) {
    if (options.examples === "drop") delete mediaType.examples;
    for (const example of Object.values(mediaType.examples ?? {})) {
      if (example.externalValue === undefined) continue;
      example.value = readExample(folder, example.externalValue);
      delete example.externalValue;
    }
  }
  return document;
}

function readExample(folder: string, path: string): unknown {
  const name = posix.join("specs", path);
  const text = readExampleText(folder, path, name);
  if (!path.endsWith(".json")) return text;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new SpecError(name, `not JSON: ${cause instanceof Error ? cause.message : cause}.`, { cause });
  }
}

function readExampleText(folder: string, path: string, name: string): string {
  try {
    const file = realpathSync(join(folder, path));
    // A link may lead anywhere, and what is read here is published.
    if (!file.startsWith(realpathSync(folder) + sep)) throw new Error("It leads out of the folder of the specs.");
    return readText(file);
  } catch (cause) {
    throw new SpecError(
      name,
      "it is the example of an operation, but cannot be read. Write it, or correct the name in register.openapi.yaml.",
      { cause },
    );
  }
}

function mediaTypes(document: OpenApi): MediaType[] {
  return operationsOf(document)
    .flatMap(({ operation }) => Object.values(operation.responses ?? {}))
    .flatMap((response) => Object.values(response.content ?? {}));
}
