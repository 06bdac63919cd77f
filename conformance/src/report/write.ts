import { rm } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder, prepareFile, writeAllWhole } from "../shared/whole-file.ts";
import { htmlReport } from "./html.ts";
import { junitReport } from "./junit.ts";
import type { Report } from "./report.ts";

/** Where the reports were written. */
export interface ReportFiles {
  json: string;
  junit: string;
  html: string;
}

const filesIn = (directory: string): ReportFiles => ({
  json: join(directory, "report.json"),
  junit: join(directory, "junit.xml"),
  html: join(directory, "report.html"),
});

/** Creates the directory and removes the reports in it, so that those of an earlier run are not taken for this one's. */
export async function removeReports(directory: string): Promise<void> {
  for (const file of Object.values(filesIn(directory))) {
    await prepareFile(file);
    await rm(file, { force: true });
  }
}

/** Writes `report.json`, `junit.xml` and `report.html` to a directory, which is created if it is missing: all three or none. */
export async function writeReports(report: Report, directory: string): Promise<ReportFiles> {
  await makeFolder(directory);
  const files = filesIn(directory);
  writeAllWhole({
    [files.json]: `${JSON.stringify(report, null, 2)}\n`,
    [files.junit]: junitReport(report),
    [files.html]: htmlReport(report),
  });
  return files;
}
