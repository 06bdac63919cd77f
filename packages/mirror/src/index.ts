export { hearingsCalendar } from "./cases/calendar.ts";
export type { TimeZoneOptions } from "./cases/court-time.ts";
export {
  type FollowedCase,
  type FollowedOptions,
  type FollowOptions,
  type FollowResult,
  follow,
  followed,
  type UnfollowOptions,
  type UnfollowResult,
  unfollow,
} from "./cases/follow.ts";
export type { Followed } from "./cases/followed.ts";
export {
  type Hearing,
  type Hearings,
  type HearingsOptions,
  hearings,
} from "./cases/hearings.ts";
export type { CaseKey } from "./cases/mark.ts";
export { type ShownCase, showCase } from "./cases/show-case.ts";
export type { Change, ChangesSummary, FieldChange, ListChanges } from "./changes/change.ts";
export type { PostOptions } from "./changes/post.ts";
export type { Span } from "./changes/span.ts";
export type { SubjectMark } from "./changes/subjects.ts";
export { type ChangesOptions, changes } from "./changes/tell.ts";
export { type CheckedLine, type CheckOptions, type CheckSummary, check } from "./check/check.ts";
export type { ListSource } from "./check/company-list.ts";
export type { CheckedCompany, Match } from "./check/look-up.ts";
export {
  type ExportedList,
  type ExportOptions,
  type ExportResult,
  exportTo,
} from "./export/export.ts";
export type { ExportedFiles, ExportRecord } from "./export/record.ts";
export type { ExportFormat } from "./export/row-file.ts";
export { type AssistantServer, createMcpServer } from "./mcp/mcp.ts";
export { MirrorError, type MirrorErrorKind } from "./mirror-error.ts";
export { type PruneOptions, type PruneResult, prune } from "./prune/prune.ts";
export { type FoundSubject, type SearchOptions, type SearchResult, search } from "./search/search.ts";
export { type Served, type ServeOptions, serve } from "./serve/server.ts";
export { type Shown, type ShownList, type ShownRow, type ShownSubject, type ShowOptions, show } from "./show/show.ts";
export type { Standing } from "./show/standing.ts";
export type { NextState } from "./status/next-state.ts";
export { type Status, status, type UnfinishedList } from "./status/status.ts";
export type { Company, CompanyField } from "./store/company.ts";
export type { GenerationSummary, ListChange } from "./store/generations.ts";
export type { Sign } from "./store/insolvency.ts";
export type { TargetOptions } from "./store/open.ts";
export type { GenerationMark } from "./store/snapshot.ts";
export type { CaseOutcome, Estimate, ExpectedList, Proof, SyncEvent, SyncResult } from "./sync/events.ts";
export type { SourceOptions } from "./sync/source.ts";
export { type SyncOptions, sync } from "./sync/sync.ts";
export type { Upgraded } from "./sync/upgrade.ts";
export { type VerifyOptions, type VerifyProblem, type VerifyResult, verify } from "./verify/verify.ts";
export type { Interface } from "./wire/list.ts";
export { Digits, type WireObject, type WireValue } from "./wire/wire.ts";
