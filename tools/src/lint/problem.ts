import type { OpenApi } from "../specs/openapi.ts";
import { positionOf } from "../specs/openapi-text.ts";
import { SpecError } from "../specs/spec-error.ts";

/** A violation of a house rule. */
export interface Problem {
  /** Keys from the root of the OpenAPI document to the place. */
  at: (string | number)[];
  /** What is wrong and how to fix it. */
  message: string;
}

/** A house rule for the OpenAPI document. `folder` is where its examples are. */
export type Rule = (document: OpenApi, folder: string) => Problem[];

/** A problem as an error, for where the linter does not run. `name` is that of the file with this text. */
export function asError({ at, message }: Problem, text: string, name: string): SpecError {
  const place = at.join(at[0] === "paths" ? " " : "/");
  return new SpecError(`${name}:${positionOf(text, place)}`, message);
}
