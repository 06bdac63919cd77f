import type { OpenApi } from "../../specs/openapi.ts";

/** A violation of a house rule. */
export interface Problem {
  /** Keys from the root of the OpenAPI document to the place. */
  at: (string | number)[];
  /** What is wrong and how to fix it. */
  message: string;
}

/** A house rule for the OpenAPI document. `folder` is where its examples are. */
export type Rule = (document: OpenApi, folder: string) => Problem[];
