export {
  type Conclusion,
  exitCode,
  type Report,
  type ReportedFinding,
  type ReportedRequirement,
  type ReportedSubject,
  type Result,
} from "./report/report.ts";
export { type ReportFiles, writeReports } from "./report/write.ts";
export type { Level, State } from "./requirements/requirement.ts";
export type { RunEvent, RunOptions } from "./run/options.ts";
export { PlanError } from "./run/refuse.ts";
export { runConformance } from "./run/run.ts";
