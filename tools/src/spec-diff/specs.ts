/** Reads the specs from the working tree or a commit. */
import { basename, join, relative } from "node:path";
import { git } from "../shared/git.ts";
import { listSpecs, readSpec } from "../specs/files.ts";
import { parseDocument, parseSchema } from "../specs/graphql.ts";
import { isObject, type OpenApi } from "../specs/openapi.ts";
import { parseOpenApi, positionOf } from "../specs/openapi-text.ts";
import { dangling } from "../specs/references.ts";
import { SpecError } from "../specs/spec-error.ts";
import { ComparisonError } from "./base.ts";
import type { GraphqlTexts } from "./graphql/compare.ts";

export interface Specs extends GraphqlTexts {
  openapi: OpenApi;
}

/** With the OpenAPI document as it is written, too. */
export interface WrittenSpecs extends Specs {
  yaml: string;
}

/** A source of files, by path from the repository's root. */
interface Origin {
  /** A ref; `undefined` for the working tree. */
  name?: string;
  read(path: string): Promise<string>;
  list(folder: string): Promise<string[]>;
}

export function workingTree(root: string): Origin {
  return {
    read: async (path) => readSpec(root, path, path),
    list: async (folder) => listSpecs(root, folder, folder),
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

/** A folder with the files of `specs/`. It has no versions of packages. */
export function folder(path: string): Origin {
  const within = (file: string): string => relative("specs", file);
  return {
    name: path,
    read: async (file) => readSpec(path, within(file), join(path, within(file))),
    list: async (folder) => listSpecs(path, within(folder), join(path, within(folder))),
  };
}

/** For messages, such as `specs/court-cases.graphql of v0.1.0`. */
const nameIn = ({ name }: Origin, path: string): string => (name === undefined ? path : `${path} of ${name}`);

/**
 * @throws ComparisonError when a commit has no such file.
 * @throws SpecError with the file, and the line if known, when a spec is invalid or cannot be read.
 */
export async function readSpecs(source: Origin): Promise<WrittenSpecs> {
  const folder = "specs/operations";
  const files = (await source.list(folder)).filter((file) => file.endsWith(".graphql")).sort();
  const documents = await Promise.all(
    files.map(async (file) => [basename(file, ".graphql"), await read(source, `${folder}/${file}`)] as const),
  );
  const sdl = await read(source, "specs/court-cases.graphql");
  parseSchema(sdl, nameIn(source, "specs/court-cases.graphql"));
  for (const [file, text] of documents) parseDocument(text, nameIn(source, `${folder}/${file}.graphql`));
  const spec = "specs/register.openapi.yaml";
  const yaml = await read(source, spec);
  const openapi = parseRegister(yaml, nameIn(source, spec));
  return { openapi, yaml, sdl, documents: Object.fromEntries(documents) };
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

/** oasdiff would name what a `$ref` points to, but not where it is. */
function parseRegister(text: string, name: string): OpenApi {
  const document = parseOpenApi(text, name);
  const [broken] = dangling(document);
  if (broken === undefined) return document;
  throw new SpecError(`${name}:${positionOf(text, broken.at)}`, broken.message);
}
