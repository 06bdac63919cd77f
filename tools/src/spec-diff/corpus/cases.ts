import type { Case } from "./case.ts";
import { documentCases } from "./documents.ts";
import { absentCases } from "./openapi-absent.ts";
import { accessCases } from "./openapi-access.ts";
import { fieldCases } from "./openapi-fields.ts";
import { operationCases } from "./openapi-operations.ts";
import { parameterCases } from "./openapi-parameters.ts";
import { schemaCases } from "./sdl.ts";

/** By what they change: the OpenAPI document, the SDL, or the operation documents. */
export const corpus: Readonly<Record<"openapi" | "sdl" | "documents", Case[]>> = {
  openapi: [...operationCases, ...accessCases, ...parameterCases, ...fieldCases, ...absentCases],
  sdl: schemaCases,
  documents: documentCases,
};
