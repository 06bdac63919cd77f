import { refuseUnusable } from "./options/table.ts";
import type { Report } from "./report/report.ts";
import { runConformance as run } from "./run/run.ts";
import type { RunOptions } from "./run/run-options.ts";

export type { Level } from "./checks/requirement.ts";
export type { ResultState } from "./evidence/outcome.ts";
export type { RunEvent } from "./report/events.ts";
export {
  type Conclusion,
  exitCode,
  type Report,
  type ReportedRequirement,
  type ReportedSubject,
} from "./report/report.ts";
export type { ReportedFinding, Result } from "./report/result.ts";
export { type ReportFiles, writeReports } from "./report/write.ts";
export type { RunOptions } from "./run/run-options.ts";
export { PlanError } from "./shared/usage-error.ts";

/** Judges a service against the contract, requirement by requirement. Options that allow no run are a `PlanError`. */
export async function runConformance(options: RunOptions): Promise<Report> {
  refuseUnusable(options);
  return await run(options);
}
