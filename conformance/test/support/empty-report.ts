import type { ReportBody } from "../../src/report/report.ts";

/** A report without requirements and results: tests add what they are about. */
export const emptyReport: ReportBody = {
  schema: 1,
  suite: { name: "suite", version: "0" },
  target: { baseUrl: "https://registar.primjer.hr", kind: "live" },
  started: "",
  milliseconds: 0,
  seed: 1,
  requests: { sent: 0, planned: 0, most: 0 },
  failOn: "must",
  requirements: [],
  subjects: [],
  results: [],
};
