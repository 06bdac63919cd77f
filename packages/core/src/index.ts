export { buildClient, type CallOptions, type ClientOptions, type Flavour, type WalkOptions } from "./client.ts";
export { type ErrorDetails, type ErrorKind, RegisterError } from "./errors.ts";
export { keyHeader } from "./generated/operations.ts";
export type * from "./generated/types.ts";
export { noRows } from "./no-rows.ts";
export type { Cursor, Ends, Page, Rows, WalkParams, WalkSettings } from "./walk.ts";
