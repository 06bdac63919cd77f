export {
  type ErrorDetails,
  type ErrorKind,
  type GraphQLFailure,
  type IntegerOf,
  type Integers,
  type IntegersOption,
  type Limiter,
  RegisterError,
  type RequestEvent,
  type ResponseEvent,
} from "@court-register/core";
export {
  type CourtCasesClient,
  createCourtCasesClient,
  type ReplaceNumbers,
  type RequestParameters,
  type WithIntegers,
} from "./client.ts";
export type { Document } from "./document.ts";
export { documents } from "./generated/documents.ts";
export type { Operations } from "./generated/operations.ts";
export type * from "./generated/types.ts";
export type { CallOptions, CourtCasesClientOptions, HeaderValues, Lookup, ManyOptions } from "./options.ts";
