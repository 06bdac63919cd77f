/** Starts the server and the suite as someone does who installed them with npm alone. */
import { access } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { root } from "../../shared/repository.ts";
import { readContract } from "../../specs/contract.ts";
import { run, start } from "../support/process.ts";

/** How programs are run: with which Node, in which project. */
export interface Place {
  /** The folder that contains `node`. */
  node: string;
  project: string;
  /** Where the suite writes its report. */
  report: string;
}

const environment = (node: string): NodeJS.ProcessEnv => ({ PATH: `${node}:${process.env.PATH}` });

/** Starts the server with `npx`, passes its URL to `use`, and makes sure that SIGTERM ends it. */
export async function withServer<Result>(
  { node, project }: Place,
  key: string,
  use: (url: string) => Promise<Result>,
): Promise<Result> {
  const listening = Promise.withResolvers<string>();
  const args = ["--offline", "court-register-server", "--port", "0", "--key", key, "--rows", "200"];
  const server = start("npx", args, { cwd: project, env: environment(node), timeout: 120_000 }, () => {
    const url = /^Listening on (http:\S+)\n/m.exec(server.output())?.[1];
    if (url) listening.resolve(url);
  });
  server.ended.then(() => listening.reject(new Error(`error: the server has ended\n${server.output()}`)));
  try {
    const result = await use(await listening.promise);
    server.signal("SIGTERM");
    const ended = await Promise.race([server.ended.then(() => true), setTimeout(10_000, false, { ref: false })]);
    if (!ended) throw new Error("error: the server still runs 10 s after SIGTERM");
    return result;
  } finally {
    server.signal("SIGKILL");
  }
}

/** Requests a list from the server with its key. */
export async function askServer(url: string, key: string): Promise<string> {
  const { basePath, keyHeader } = readContract(join(root, "specs"));
  const answer = await fetch(`${url}${basePath}/drzava`, { headers: { [keyHeader]: key } });
  const rows: unknown = await answer.json();
  if (!Array.isArray(rows) || rows.length === 0) throw new Error(`error: status ${answer.status}, and no rows`);
  return `${rows.length} rows`;
}

/** Runs the suite's help, then the suite, which must find that the service conforms. */
export async function runSuite({ node, project, report }: Place, url: string, key: string): Promise<string> {
  const suite = (...args: string[]): Promise<string> =>
    run("npx", ["--offline", "court-register-conformance", ...args], {
      cwd: project,
      env: { ...environment(node), COURT_REGISTER_KEY: key },
      timeout: 120_000,
    });
  const help = await suite("--help");
  if (!help.includes("--base-url")) throw new Error(`error: --help does not mention --base-url\n${help}`);
  const output = await suite("--base-url", url, "--graphql-url", `${url}/graphql`, "--report-dir", report);
  for (const file of ["report.json", "junit.xml", "report.html"]) await access(join(report, file));
  return output;
}
