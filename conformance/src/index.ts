export type { State } from "./evidence/outcome.ts";
export type { RunEvent, RunOptions } from "./options/run-options.ts";
export {
  type Conclusion,
  exitCode,
  type Report,
  type ReportedRequirement,
  type ReportedSubject,
} from "./report/report.ts";
export type { ReportedFinding, Result } from "./report/result.ts";
export { type ReportFiles, writeReports } from "./report/write.ts";
export type { Level } from "./requirements/requirement.ts";
export { runConformance } from "./run/run.ts";
export { PlanError } from "./usage-error.ts";
