import { type RunningServer, startServer } from "@court-register/reference-server";
import { operations } from "../../src/contract/operations.ts";
import type { Report } from "../../src/index.ts";
import type { RunOptions } from "../../src/run/run-options.ts";

/** The options of the suite for a running reference server. */
export function serverOptions(server: RunningServer): RunOptions {
  return {
    baseUrl: server.url,
    key: server.keys[0],
    graphqlUrl: `${server.url}/graphql`,
    cases: server.exampleCases.map(({ oznakaBroj, sud }) => ({ mark: oznakaBroj, court: String(sud) })),
    seed: 7,
  };
}

/** A budget for all sampled probes, so that the recording has the responses for any seed. */
export const largeBudget: number = 14 * operations.length;

/** A reference server on a free port, with few rows: enough to see the default limit, unless the rows do not matter. */
export const smallServer = (rows = 120): Promise<RunningServer> => startServer({ port: 0, rows });

/** Failures and errors, except of observations. */
export const mustFailures: (report: Report) => string[] = (report) => {
  const must = new Set(report.requirements.filter(({ level }) => level !== "INFO").map(({ id }) => id));
  return report.results
    .filter(({ requirement, state }) => must.has(requirement) && (state === "fail" || state === "error"))
    .map((result) => JSON.stringify(result));
};
