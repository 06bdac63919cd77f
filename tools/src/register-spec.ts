import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { parse } from "yaml";
import { root } from "./repository.ts";

/** The part of an OpenAPI document that the tools touch; the rest passes through untouched. */
export interface OpenApiDocument {
  servers: { url: string }[];
  paths: Record<string, { get: { responses: Record<string, { content: Record<string, MediaType> }> } }>;
}

interface MediaType {
  examples?: Record<string, { externalValue?: string; value?: unknown }>;
}

/**
 * Reads `specs/register.openapi.yaml`.
 *
 * @param options.examples - `"inline"` puts the example files in the place of their names, JSON as data and XML as text;
 *   `"drop"` leaves examples out.
 */
export async function readRegisterSpec(options: {
  examples: "inline" | "drop";
  specs?: string;
}): Promise<OpenApiDocument> {
  const file = join(options.specs ?? join(root, "specs"), "register.openapi.yaml");
  const document: OpenApiDocument = parse(await readFile(file, "utf8"));
  for (const mediaType of mediaTypes(document)) {
    if (options.examples === "drop") delete mediaType.examples;
    for (const example of Object.values(mediaType.examples ?? {})) {
      if (example.externalValue === undefined) continue;
      const text = await readFile(resolve(dirname(file), example.externalValue), "utf8");
      example.value = example.externalValue.endsWith(".json") ? JSON.parse(text) : text;
      delete example.externalValue;
    }
  }
  return document;
}

function mediaTypes(document: OpenApiDocument): MediaType[] {
  return Object.values(document.paths).flatMap(({ get }) =>
    Object.values(get.responses).flatMap((response) => Object.values(response.content)),
  );
}
