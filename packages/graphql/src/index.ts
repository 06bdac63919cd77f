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
  type RequestParameters,
} from "./client.ts";
export type { Document } from "./document.ts";
export type { ReplaceNumbers, WithIntegers } from "./exact.ts";
export { documents } from "./generated/documents.ts";
export type { Operations } from "./generated/operations.ts";
export type * from "./generated/types.ts";
export type { CallOptions, CourtCasesClientOptions, HeaderValues, Lookup, ManyOptions } from "./options.ts";
