import { type RunningServer, startServer } from "@court-register/reference-server";
import { operations } from "../../src/contract/operations.ts";
import type { Report } from "../../src/index.ts";
import type { RunOptions } from "../../src/run/run-options.ts";
import { accessHeader, sentAs } from "./access.ts";

/** A server has a client where the contract has no key. */
const accessTo = ({ url, keys, client }: RunningServer): RunOptions =>
  client === undefined
    ? { baseUrl: url, key: keys[0] }
    : { baseUrl: url, tokenUrl: `${url}/token`, clientId: client.id, clientSecret: client.secret };

/** Asks REST of a running reference server, past the suite. */
export async function ask(server: RunningServer, path: string): Promise<Response> {
  return await fetch(`${server.url}/javni${path}`, { headers: await headersFor(server) });
}

async function headersFor({ url, keys: [key = ""], client }: RunningServer): Promise<Record<string, string>> {
  if (client === undefined) return { [accessHeader]: key };
  const { id: client_id, secret: client_secret } = client;
  const body = new URLSearchParams({ grant_type: "client_credentials", client_id, client_secret });
  const { access_token: token } = await (await fetch(`${url}/token`, { method: "POST", body })).json();
  return { [accessHeader]: sentAs(token) };
}

/** The options of the suite for a running reference server. */
export function serverOptions(server: RunningServer): RunOptions {
  return {
    ...accessTo(server),
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
