/**
 * `pnpm start`: the whole project in one command. Builds everything, starts the mock and the reference server on free ports, runs
 * the conformance suite on both, and exits 0 only if both conform.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { relative } from "node:path";
import { styleText } from "node:util";
import { readArguments } from "./arguments.ts";
import "./direct-loopback.ts";
import { endWithLauncher } from "./end-with-launcher.ts";
import { startMock } from "./mock.ts";
import { root } from "./repository.ts";
import { build } from "./turbo.ts";

interface Target {
  name: string;
  /** The suite's command-line options for the target. */
  options: string[];
}

/** Enough subjects for every requirement to find what it needs, such as more than 100 rows of each paged resource. */
const rows = 6000;

/** By exit code of the suite. */
const verdicts = ["conforms", "DOES NOT CONFORM", "could not be judged"];

const reportDirectory = (target: Target): string => `${root}/reports/${target.name.replaceAll(" ", "-")}`;

/** Runs the suite's CLI, with its output on this terminal. @returns its exit code. */
async function judge(target: Target): Promise<number> {
  console.log(`\n${styleText("bold", `── ${target.name} ──`)}`);
  const program = `${root}/conformance/dist/cli.js`;
  const suite = spawn(process.execPath, [program, ...target.options, "--report-dir", reportDirectory(target)], {
    stdio: "inherit",
  });
  const end = (): void => void suite.kill();
  process.once("exit", end);
  const [code] = await once(suite, "exit");
  process.off("exit", end);
  return code ?? 2;
}

async function main(): Promise<number> {
  await build();
  const { startServer, unserved } = await import("@court-register/reference-server");
  await using mock = await startMock();
  await using server = await startServer({ port: 0, rows });
  const key = server.keys[0] ?? "";
  const cases = server.exampleCases.flatMap(({ oznakaBroj, sud }) => ["--case", `${oznakaBroj}@${sud}`]);
  for (const line of unserved) console.log(`The reference server does not serve ${line}.`);
  const targets: Target[] = [
    { name: "mock", options: ["--base-url", mock.url, "--key", key, "--mock"] },
    {
      name: "reference server",
      options: ["--base-url", server.url, "--key", key, "--graphql-url", `${server.url}/graphql`, ...cases],
    },
  ];
  const codes: number[] = [];
  for (const target of targets) codes.push(await judge(target));

  console.log(`\n${styleText("bold", "Verdict")}`);
  for (const [index, target] of targets.entries()) {
    const code = codes[index] ?? 2;
    const verdict = styleText(code === 0 ? "green" : "red", (verdicts[code] ?? verdicts[2] ?? "").padEnd(20));
    console.log(`  ${target.name.padEnd(18)}${verdict}${relative(process.cwd(), reportDirectory(target))}/report.html`);
  }
  return Math.max(...codes);
}

readArguments(
  `pnpm start

Builds everything, starts a mock and the reference server on free ports, runs the conformance suite on both, and prints
the verdicts and where the reports are. \`pnpm serve\` starts only the reference server; \`pnpm conformance\` judges another service.

Exit code 0: both conform. 1: one does not. 2: one could not be judged.
`,
  {},
);
endWithLauncher();
// Exiting ends everything: the suite is killed, the mock notices, and the server lives in this process.
process.once("SIGINT", () => process.exit(130));
process.once("SIGTERM", () => process.exit(143));
try {
  process.exitCode = await main();
} catch (error) {
  // Why the mock or the server did not start is for users; the stack is not.
  console.error(`\nNothing was judged. ${error instanceof Error ? error.message : error}`);
  process.exitCode = 2;
}
