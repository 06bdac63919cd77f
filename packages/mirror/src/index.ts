export { MirrorError, type MirrorErrorKind } from "./mirror-error.ts";
export type { ListChange } from "./store/copy.ts";
export type { GenerationSummary } from "./store/generations.ts";
export type { TargetOptions } from "./store/open.ts";
export type { Estimate, Proof, SyncEvent, SyncResult } from "./sync/events.ts";
export type { SourceOptions } from "./sync/source.ts";
export { type SyncOptions, sync } from "./sync/sync.ts";
