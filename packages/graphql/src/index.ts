export {
  type CourtCasesClient,
  createCourtCasesClient,
  type IntegerOf,
  type RequestParameters,
  type WithIntegers,
} from "./client.ts";
export type { Document } from "./document.ts";
export { CourtCasesError, type GraphQLFailure } from "./error.ts";
export { documents } from "./generated/documents.ts";
export type { Operations } from "./generated/operations.ts";
export type * from "./generated/types.ts";
export type { Integers } from "./integers.ts";
export { RegisterError } from "./interim.ts";
export type { CallOptions, CourtCasesClientOptions, HeadersOption, Lookup, ManyOptions } from "./options.ts";
