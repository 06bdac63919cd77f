import type { OpenApi } from "../../specs/openapi.ts";
import type { Problem } from "../../specs/spec-error.ts";

export type { Problem };

/** A house rule for the OpenAPI document. `folder` is where its examples are. */
export type Rule = (document: OpenApi, folder: string) => Problem[];
