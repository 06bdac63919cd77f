/**
 * `pnpm start`: the whole project in one command. Starts the mock and the reference server on free ports, runs the
 * conformance suite on both, and exits 0 only if both conform.
 */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { styleText } from "node:util";
import { readArguments } from "../shared/arguments.ts";
import "../shared/direct-loopback.ts";
import { endWithLauncher } from "../shared/end-with-launcher.ts";
import { root } from "../shared/repository.ts";
import { claimReportFolder } from "./report-folder.ts";

interface Target {
  name: string;
  /** The suite's command-line options for the target. */
  options: string[];
  /** What it gets by its environment besides: no secret stands on a command line. */
  env: Readonly<Record<string, string>>;
}

/** Enough subjects for every requirement to find what it needs, such as more than 100 rows of each paged resource. */
const rows = 6000;

/** By the conclusion of a report: what is printed, and the exit code. */
const verdicts = new Map<unknown, [words: string, code: 0 | 1 | 2]>([
  ["conforms", ["conforms", 0]],
  ["does not conform", ["DOES NOT CONFORM", 1]],
]);
const noVerdict = ["could not be judged", 2] as const;

/** Runs the suite's CLI, with its output on this terminal. @returns its report, if it ended with one. */
async function judge(target: Target, folder: string): Promise<{ conclusion?: unknown; html: string } | undefined> {
  console.log(`\n${styleText("bold", `── ${target.name} ──`)}`);
  // No report of an earlier run is taken for this one's.
  await rm(folder, { recursive: true, force: true });
  const program = ["--conditions=@court-register/source", `${root}/conformance/src/cli.ts`];
  const suite = spawn(process.execPath, [...program, ...target.options, "--report-dir", folder], {
    stdio: "inherit",
    env: { ...process.env, ...target.env },
  });
  const end = (): void => void suite.kill();
  process.once("exit", end);
  await once(suite, "exit");
  process.off("exit", end);
  // The exit code does not tell a verdict from a crash: Node ends with 1 then, too.
  const report = await readFile(join(folder, "report.json"), "utf8").catch(() => undefined);
  return report === undefined ? undefined : { ...JSON.parse(report), html: join(folder, "report.html") };
}

async function main(): Promise<number> {
  const { startServer, unserved } = await import("@court-register/reference-server");
  const { startMock } = await import("./mock.ts");
  await using mock = await startMock();
  const { keyHeader, tokens } = mock.access;
  // Both ask for all that the contract has: the server by these options, the mock by the contract, which takes any key and token.
  await using server = await startServer({
    ...{ port: 0, rows },
    ...(keyHeader === undefined ? {} : { keys: [randomUUID()] }),
    ...(tokens ? { client: "start" } : {}),
  });
  const { client, keys } = server;
  const access = [
    ...keys.flatMap((key) => ["--key", key]),
    ...(client ? ["--token-url", `${server.url}/token`, "--client-id", client.id] : []),
  ];
  const env = client ? { COURT_REGISTER_CLIENT_SECRET: client.secret } : {};
  const cases = server.exampleCases.flatMap(({ oznakaBroj, sud }) => ["--case", `${oznakaBroj}@${sud}`]);
  for (const line of unserved) console.log(`The reference server does not serve ${line}.`);
  const targets: Target[] = [
    { name: "mock", options: ["--base-url", mock.url, ...access, "--mock"], env },
    {
      name: "reference server",
      options: ["--base-url", server.url, ...access, "--graphql-url", `${server.url}/graphql`, ...cases],
      env,
    },
  ];
  const reports = claimReportFolder(root);
  const judged = [];
  for (const target of targets)
    judged.push({ target, report: await judge(target, join(reports, target.name.replaceAll(" ", "-"))) });

  console.log(`\n${styleText("bold", "Verdict")}`);
  let worst = 0;
  for (const { target, report } of judged) {
    const [words, code] = verdicts.get(report?.conclusion) ?? noVerdict;
    worst = Math.max(worst, code);
    const verdict = styleText(code === 0 ? "green" : "red", words.padEnd(20));
    const where = report === undefined ? "no report: the suite ended early" : relative(process.cwd(), report.html);
    console.log(`  ${target.name.padEnd(18)}${verdict}${where}`);
  }
  return worst;
}

await readArguments(
  `pnpm start

Starts a mock and the reference server on free ports, runs the conformance suite on both, and prints the verdicts and where the reports are. \`pnpm serve\` starts only the reference server; \`pnpm conformance\` judges another service.

Exit code 0: both conform. 1: one does not, and its report says why. 2: one could not be judged.
`,
  {},
);
endWithLauncher();
// Exiting ends everything: the suite is killed, the server lives in this process, and the mock ends with it.
process.once("SIGINT", () => process.exit(130));
process.once("SIGTERM", () => process.exit(143));
try {
  process.exitCode = await main();
} catch (error) {
  // Why the mock or the server did not start is for users; the stack is not.
  console.error(`\nNothing was judged. ${error instanceof Error ? error.message : error}`);
  process.exitCode = 2;
}
