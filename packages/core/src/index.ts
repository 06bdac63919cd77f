export { type HttpCall, type SendSettings, send } from "./attempts.ts";
export { type Body, readBody, tooLarge } from "./body.ts";
export type { Call } from "./call.ts";
export type { CallReport, Fail } from "./call-report.ts";
export { type ClientKind, createCaller, type WalkCaller } from "./caller.ts";
export {
  aFunction,
  anything,
  callOptions,
  checkOptions,
  clientOptions,
  hasMethod,
  isFunction,
  isHeaders,
  milliseconds,
  type OptionError,
  type OptionRules,
  optionError,
  requestOptions,
} from "./check-options.ts";
export type { Cursor } from "./cursor.ts";
export type { Decoded } from "./decode.ts";
export { required, userAgent } from "./environment.ts";
export { type ErrorDetails, type ErrorKind, type GraphQLFailure, RegisterError } from "./errors.ts";
export { fetchTransport } from "./fetch-transport.ts";
export { keyHeader } from "./generated/service.ts";
export type * from "./generated/types.ts";
export { denotesInteger } from "./integers.ts";
export { noRows } from "./no-rows.ts";
export type { AnyOperation, ObjectOperation, Operation, PagedOperation, PageParams } from "./operation.ts";
export * from "./options.ts";
export { placeParameters } from "./path.ts";
export { redactValue } from "./redact.ts";
export type { ResponseHeaders, WholeResponse } from "./response.ts";
export type { Gate } from "./retry.ts";
export type * from "./transport.ts";
export type { Page, RowWalk, WalkParams } from "./walk.ts";
