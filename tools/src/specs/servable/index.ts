/**
 * The one place that refuses a spec: what the clients cannot have, the server cannot serve or the suite cannot judge.
 * `pnpm check:specs` reports it, and `pnpm generate` writes nothing from such a spec.
 */
import type { OpenApi } from "../openapi.ts";
import { keysTo, positionOf } from "../openapi-text.ts";
import { refuseAll, SpecError } from "../spec-error.ts";
import { mirrorClashes } from "./mirror.ts";
import { type Operation, readOperations } from "./operation-table.ts";
import type { Problem } from "./problem.ts";
import { resolved } from "./resolved.ts";
import { rooted } from "./rooted.ts";
import { checkShape } from "./shape.ts";

/** Everything for which an OpenAPI document is refused. */
export function refusalsOf(document: OpenApi): Problem[] {
  const dangling = resolved(document);
  if (dangling.length > 0) return dangling;
  const mistake = mistakeIn(document);
  // A document of another shape cannot be read further.
  if (mistake !== undefined) return [mistake];
  return [...rooted(document), ...readOperations(document).unjudged, ...mirrorClashes(document)];
}

function mistakeIn(document: OpenApi): Problem | undefined {
  try {
    checkShape(document);
    return undefined;
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    return { at: keysTo(document, error.where), message: error.message };
  }
}

/**
 * The operations of a document, as the suite judges them.
 *
 * @param text - the document's text, for the positions in messages.
 * @param name - the file's name, for messages.
 * @throws SpecError with everything that is refused.
 */
export function acceptedOperations(document: OpenApi, text: string, name: string): Operation[] {
  refuseAll(refusalsOf(document).map(({ at, message }) => [`${name}:${positionOf(text, at)}`, message]));
  return readOperations(document).operations;
}
