/** Reads the SDL and the operation documents, for generation and for linting. */
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import {
  type ASTNode,
  buildASTSchema,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getLocation,
  parse,
  Source,
  validate,
  validateSchema,
} from "graphql";
import { validateSDL } from "graphql/validation/validate.js";
import { listDocuments, listSpecs, readSpec } from "./files.ts";
import { type Fault, refuseAll } from "./spec-error.ts";

/** The GraphQL specs, valid: each document is valid against the schema. */
export interface GraphqlSpecs {
  sdl: string;
  schema: GraphQLSchema;
  /** Sorted by name: that of the file, without `.graphql`. */
  documents: { name: string; text: string; document: DocumentNode }[];
  /** The text of the example of each document that has one. */
  examples: Readonly<Record<string, string>>;
}

/** Reads them with the examples. @param folder - the folder of the specs. @throws SpecError with everything that is wrong, each with file, line and column. */
export function readGraphqlSpecs(folder: string): GraphqlSpecs {
  const documents = listDocuments(folder).map((file) => [
    basename(file, ".graphql"),
    readSpec(folder, `operations/${file}`),
  ]);
  const specs = parseGraphqlSpecs(readSpec(folder, "court-cases.graphql"), Object.fromEntries(documents));
  const shown = new Set(existsSync(join(folder, "examples")) ? listSpecs(folder, "examples") : []);
  const examples = specs.documents
    .filter(({ name }) => shown.has(`${name}.json`))
    .map(({ name }) => [name, readSpec(folder, `examples/${name}.json`)]);
  return { ...specs, examples: Object.fromEntries(examples) };
}

/** @param texts - the operation documents, by name. @throws SpecError as `readGraphqlSpecs` does. */
export function parseGraphqlSpecs(sdl: string, texts: Record<string, string>): GraphqlSpecs {
  const schema = parseSchema(sdl, "specs/court-cases.graphql");
  const documents = Object.entries(texts).map(([name, text]) => ({
    name,
    text,
    document: parseDocument(text, `specs/operations/${name}.graphql`),
  }));
  refuseAll(documents.flatMap(({ document }) => validate(schema, document).map(faultOf)));
  return { sdl, schema, documents, examples: {} };
}

/** The schema that SDL describes. @throws SpecError with everything that is wrong. */
export function parseSchema(text: string, name: string): GraphQLSchema {
  const sdl = parseDocument(text, name);
  refuseAll(validateSDL(sdl).map(faultOf));
  const schema = refuse(() => buildASTSchema(sdl));
  refuseAll(validateSchema(schema).map(faultOf));
  return schema;
}

/** A GraphQL document. @throws SpecError with the place of a syntax error. */
export function parseDocument(text: string, name: string): DocumentNode {
  return refuse(() => parse(new Source(text, name)));
}

/** The position of a node of the SDL, such as `specs/court-cases.graphql:12:3`. */
export function placeOf(node: ASTNode | null | undefined): string {
  const loc = node?.loc;
  if (loc === undefined) return "specs/court-cases.graphql";
  const { line, column } = getLocation(loc.source, loc.start);
  return `${loc.source.name}:${line}:${column}`;
}

function refuse<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof GraphQLError) refuseAll([faultOf(error)]);
    throw error;
  }
}

/** What is wrong, with the place. */
export function faultOf({ source, locations, message }: GraphQLError): Fault {
  const [at] = locations ?? [];
  const place = at ? `:${at.line}:${at.column}` : "";
  return [`${source?.name ?? "specs/court-cases.graphql"}${place}`, message.replaceAll("\n", " ")];
}
