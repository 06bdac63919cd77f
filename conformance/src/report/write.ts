import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { htmlReport } from "./html.ts";
import { junitReport } from "./junit.ts";
import type { Report } from "./report.ts";

/** Where the reports were written. */
export interface ReportFiles {
  json: string;
  junit: string;
  html: string;
}

/** Writes `report.json`, `junit.xml` and `report.html` into a directory, which is made when it is missing. */
export async function writeReports(report: Report, directory: string): Promise<ReportFiles> {
  await mkdir(directory, { recursive: true });
  const files = {
    json: join(directory, "report.json"),
    junit: join(directory, "junit.xml"),
    html: join(directory, "report.html"),
  };
  await writeFile(files.json, `${JSON.stringify(report, null, 2)}\n`);
  await writeFile(files.junit, junitReport(report));
  await writeFile(files.html, htmlReport(report));
  return files;
}
