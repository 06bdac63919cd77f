import type { Case } from "./case.ts";
import { documentCases } from "./documents.ts";
import { accessCases } from "./openapi-access.ts";
import { boundCases } from "./openapi-bounds.ts";
import { fieldCases } from "./openapi-fields.ts";
import { operationCases } from "./openapi-operations.ts";
import { parameterCases } from "./openapi-parameters.ts";
import { schemaCases } from "./sdl.ts";

export const groups: [string, Case[]][] = [
  ["operations", operationCases],
  ["access", accessCases],
  ["parameters", parameterCases],
  ["fields", fieldCases],
  ["bounds and values", boundCases],
  ["SDL", schemaCases],
  ["documents", documentCases],
];
