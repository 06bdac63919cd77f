/** Reads the specs from the working tree or a commit. */
import { basename, join } from "node:path";
import { buildSchema, parse as parseGraphql, Source } from "graphql";
import { parse } from "yaml";
import { listSpecs, readSpec } from "../specs/files.ts";
import { isObject, type OpenApi } from "../specs/openapi.ts";
import { SpecError } from "../specs/spec-error.ts";
import { ComparisonError } from "./comparison-error.ts";
import { git } from "./git.ts";
import type { GraphqlSpecs } from "./graphql/compare.ts";

export interface Specs extends GraphqlSpecs {
  openapi: OpenApi;
}

/** A source of files, by path from the repository's root. */
interface Origin {
  /** For messages: `the working tree` or a ref. */
  name: string;
  read(path: string): Promise<string>;
  list(folder: string): Promise<string[]>;
}

export function workingTree(root: string): Origin {
  return {
    name: "the working tree",
    read: async (path) => readSpec(join(root, path), path),
    list: async (folder) => listSpecs(join(root, folder), folder),
  };
}

export function commit(root: string, ref: string): Origin {
  return {
    name: ref,
    read: (path) => git(root, "show", `${ref}:${path}`),
    list: async (folder) => {
      const paths = await git(root, "ls-tree", "-z", "--name-only", ref, `${folder}/`);
      return paths.split("\0").map((path) => basename(path));
    },
  };
}

/**
 * @throws ComparisonError with the file, and the line if known, when a spec is missing or invalid.
 * @throws SpecError when a file of the working tree cannot be read.
 */
export async function readSpecs(source: Origin): Promise<Specs> {
  const folder = "specs/operations";
  const files = (await source.list(folder)).filter((file) => file.endsWith(".graphql")).sort();
  const documents = await Promise.all(
    files.map(async (file) => [basename(file, ".graphql"), await read(source, `${folder}/${file}`)] as const),
  );
  const sdl = await read(source, "specs/court-cases.graphql");
  checkGraphql(() => buildSchema(new Source(sdl, `specs/court-cases.graphql of ${source.name}`)));
  for (const [file, text] of documents) {
    checkGraphql(() => parseGraphql(new Source(text, `${folder}/${file}.graphql of ${source.name}`)));
  }
  const openapi = parseOpenApi(await read(source, "specs/register.openapi.yaml"), source.name);
  return { openapi, sdl, documents: Object.fromEntries(documents) };
}

/** The version of a published package, if it exists there. */
export async function readVersion(source: Origin, folder: string): Promise<string | undefined> {
  const text = await source.read(`${folder}/package.json`).catch(() => "{}");
  const manifest: unknown = JSON.parse(text);
  return isObject(manifest) && typeof manifest.version === "string" ? manifest.version : undefined;
}

async function read(source: Origin, path: string): Promise<string> {
  try {
    return await source.read(path);
  } catch (cause) {
    if (cause instanceof SpecError) throw cause;
    throw new ComparisonError(`${path} is not in ${source.name}. Name another commit with --base.`, { cause });
  }
}

function checkGraphql(build: () => unknown): void {
  try {
    build();
  } catch (cause) {
    // As text, a GraphQLError names the file and shows the line.
    throw new ComparisonError(String(cause), { cause });
  }
}

function parseOpenApi(text: string, where: string): OpenApi {
  try {
    const document: unknown = parse(text);
    if (isObject(document)) return document;
  } catch (cause) {
    throw new ComparisonError(
      `specs/register.openapi.yaml of ${where} is not YAML: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
  throw new ComparisonError(`specs/register.openapi.yaml of ${where} is not an OpenAPI document.`);
}
