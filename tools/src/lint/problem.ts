import type { OpenApi } from "../compatibility/openapi/document.ts";

/** Where a spec breaks a house rule. */
export interface Problem {
  /** Keys from the top of the OpenAPI document to the place. */
  at: (string | number)[];
  /** What is wrong and what would mend it. */
  message: string;
}

/** A house rule over the OpenAPI document. `folder` is where its examples are. */
export type Rule = (document: OpenApi, folder: string) => Problem[];
