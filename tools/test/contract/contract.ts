import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { mappedScalars, suiteOperation } from "../../src/generate/copies.ts";
import { readSpecs, type Specs, workingTree } from "../../src/spec-diff/specs.ts";
import { readRegister } from "../../src/specs/contract.ts";
import { readGraphqlSpecs } from "../../src/specs/graphql.ts";
import { registerOperations } from "../../src/specs/operations.ts";
import { refusalsOf } from "../../src/specs/refusals.ts";
import type { ScalarKind } from "../../src/specs/scalars.ts";
import { apply } from "../support/edits.ts";

/** The folder of a contract of a page, with its `specs`: what tests say of it stays true when the real contract changes. */
export const contractFolder: string = fileURLToPath(new URL(".", import.meta.url));

export const contract: Specs = await readSpecs(workingTree(contractFolder));

/** Its OpenAPI document with the examples in it, as `pnpm generate` writes it. */
export const document: object = readRegister(join(contractFolder, "specs")).document;

/** A GraphQL interface as `pnpm generate` writes it for the server and the suite. */
export interface CourtCases {
  sdl: string;
  scalars: Record<string, ScalarKind>;
  examples: Readonly<Record<string, string>>;
  documents: Record<string, string>;
}

function readCourtCases(): CourtCases {
  const { sdl, schema, documents, examples } = readGraphqlSpecs(join(contractFolder, "specs"));
  const texts = documents.map(({ name, text }) => [name, text] as const);
  return { sdl, scalars: mappedScalars(schema), examples, documents: Object.fromEntries(texts) };
}

/** Its GraphQL interface. */
export const courtCases: CourtCases = readCourtCases();

/** Its operations as the conformance suite has them. */
export const suiteOperations: readonly object[] = registerOperations(contract.openapi).map(suiteOperation);

/** The same after a field has another schema, as `pnpm generate` would write them. @throws Error if the document is refused. */
export function suiteOperationsWith(place: string, schema: object): readonly object[] {
  const { openapi } = apply(contract, [{ set: `/components/schemas/${place}`, to: schema }]);
  const [refusal] = refusalsOf(openapi);
  if (refusal !== undefined) throw new Error(`${refusal.at.join(" ")}: ${refusal.message}`);
  return registerOperations(openapi).map(suiteOperation);
}
