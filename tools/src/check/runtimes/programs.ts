/** Starts the server and the suite as someone does who installed them with npm alone. */
import { access } from "node:fs/promises";
import { join } from "node:path";
import { run, start, urlOf, withoutKey } from "../support/process.ts";

/** How programs are run: with which Node, in which project. */
export interface Installation {
  /** The folder that contains `node`. */
  node: string;
  project: string;
  /** Where the suite writes its report. */
  report: string;
}

const environment = (node: string): NodeJS.ProcessEnv => ({ PATH: `${node}:${process.env.PATH}` });

/** Starts the server with `npx`, passes its URL to `use`, and makes sure that SIGTERM ends it. */
export async function withServer<Result>(
  { node, project }: Installation,
  key: string,
  use: (url: string) => Promise<Result>,
): Promise<Result> {
  const args = ["--offline", "court-register-server", "--port", "0", "--key", key, "--rows", "200"];
  const options = { cwd: project, env: environment(node), timeout: 120_000 };
  const server = start("npx", args, { ...options, forceKillAfterDelay: 10_000 });
  try {
    const result = await use(await urlOf(server));
    server.kill("SIGTERM");
    if ((await server).isForcefullyTerminated) throw new Error("The server still ran 10 s after SIGTERM.");
    return result;
  } finally {
    server.kill("SIGKILL");
  }
}

/** Runs the suite's help, then the suite, which must find that the service conforms. */
export async function runSuite({ node, project, report }: Installation, url: string, key: string): Promise<void> {
  const suite = async (...args: string[]): Promise<string> => {
    const options = { cwd: project, env: { ...environment(node), COURT_REGISTER_KEY: key }, timeout: 120_000 };
    return withoutKey(await run("npx", ["--offline", "court-register-conformance", ...args], options), key);
  };
  const help = await suite("--help");
  if (!help.includes("--base-url")) throw new Error(`--help does not mention --base-url:\n${help}`);
  await suite("--base-url", url, "--graphql-url", `${url}/graphql`, "--report-dir", report);
  for (const file of ["report.json", "junit.xml", "report.html"]) await access(join(report, file));
}
