import { type RunningServer, startServer } from "@court-register/reference-server";
import type { RunOptions } from "../src/run/options.ts";

/** What the suite is told about a running reference server. */
export function serverOptions(server: RunningServer): RunOptions {
  return {
    baseUrl: server.url,
    key: server.keys[0],
    graphqlUrl: `${server.url}/graphql`,
    cases: server.exampleCases.map(({ oznakaBroj, sud }) => ({ mark: oznakaBroj, court: String(sud) })),
    seed: 7,
  };
}

/** A reference server on a free port, with few rows. */
export const smallServer = (): Promise<RunningServer> => startServer({ port: 0, rows: 120, seed: 3 });
