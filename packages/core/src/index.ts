export type { Call, CallResult, CallVariant, Start } from "./call.ts";
export { buildClient, type CallOptions, type ClientOptions, type WalkOptions } from "./client.ts";
export { keyHeader } from "./generated/operations.ts";
export type * from "./generated/types.ts";
export * from "./http.ts";
export { noRows } from "./no-rows.ts";
export type { Cursor, Page, Rows, WalkParams, WalkSettings } from "./walk.ts";
