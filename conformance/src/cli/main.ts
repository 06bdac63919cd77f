import { existsSync } from "node:fs";
import { type Command, CommanderError } from "commander";
import { redactor } from "../exchange/redact.ts";
import { exitCode } from "../report/report.ts";
import { tellSummary, textReporter } from "../report/text.ts";
import { writeReports } from "../report/write.ts";
import { allRequirements } from "../requirements/catalogue.ts";
import type { RunOptions } from "../run/options.ts";
import { PlanError } from "../run/plan.ts";
import { runConformance } from "../run/run.ts";
import { makeProgram } from "./program.ts";
import {
  checkBaseUrl,
  checkKey,
  parseCase,
  parseChoice,
  parseHeader,
  parseNumber,
  parseUrl,
  parseXmlBy,
  readConfiguration,
  type Settings,
  UsageError,
} from "./settings.ts";

/** What the command needs of the process around it. */
export interface Surroundings {
  stdout: { write: (text: string) => unknown; isTTY?: boolean };
  stderr: { write: (text: string) => unknown };
  env: Readonly<Record<string, string | undefined>>;
}

/** Runs the command and returns its exit code: 0 conforms, 1 does not, 2 could not be judged. */
export async function main(argv: readonly string[], around: Surroundings): Promise<number> {
  const program = makeProgram()
    .exitOverride()
    .configureOutput({ writeErr: (text) => around.stderr.write(text), writeOut: (text) => around.stdout.write(text) });
  try {
    program.parse([...argv], { from: "user" });
    return await run(program, readSettings(program), around);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof UsageError || error instanceof PlanError) {
      const redact = redactor([program.opts<Settings>().key ?? ""]);
      around.stderr.write(`court-register-conformance: ${redact(error.message)}\n`);
      return 2;
    }
    throw error;
  }
}

const usualConfiguration = "court-register-conformance.json";

/** Flags first, then the environment, then the configuration file. */
function readSettings(program: Command): Settings {
  const flags = program.opts<Settings>();
  const file = flags.config ?? (existsSync(usualConfiguration) ? usualConfiguration : undefined);
  if (file === undefined) return flags;
  for (const [name, value] of Object.entries(readConfiguration(file))) {
    const source = program.getOptionValueSource(name);
    if (source === undefined || source === "default") program.setOptionValueWithSource(name, value, "config");
  }
  return program.opts<Settings>();
}

function runOptions(settings: Settings): RunOptions {
  const timeout = parseNumber(settings.timeout, "--timeout", 0.001);
  if (settings.graphqlUrl !== undefined) parseUrl(settings.graphqlUrl, "--graphql-url");
  return {
    baseUrl: checkBaseUrl(settings.baseUrl),
    key: checkKey(settings.key),
    graphqlUrl: settings.graphqlUrl,
    graphqlHeaders: Object.fromEntries((settings.graphqlHeader ?? []).map(parseHeader)),
    cases: (settings.case ?? []).map(parseCase),
    kind: settings.mock === true ? "mock" : "live",
    only: settings.only,
    operations: settings.operation,
    xmlBy: parseXmlBy(settings.xmlBy),
    maxRequests: parseNumber(settings.maxRequests, "--max-requests", 1),
    rate: parseNumber(settings.rate, "--rate", 0.01),
    timeout: timeout === undefined ? undefined : timeout * 1000,
    seed: parseNumber(settings.seed, "--seed", 0),
    failOn: parseChoice(settings.failOn, "--fail-on", ["must", "should"]),
    evidence: parseChoice(settings.evidence, "--evidence", ["shape", "values"]),
    audits: settings.audits,
  };
}

async function run(_program: Command, settings: Settings, around: Surroundings): Promise<number> {
  const options = runOptions(settings);
  const lines = {
    line: (text: string) => around.stdout.write(`${text}\n`),
    colour: around.stdout.isTTY === true && around.env.NO_COLOR === undefined,
  };
  const levels = new Map(allRequirements.map(({ id, level }) => [id, level]));
  const report = await runConformance({ ...options, onEvent: textReporter(lines, levels) });
  tellSummary(lines, report);
  const files = await writeReports(report, settings.reportDir ?? "conformance-report");
  lines.line(`Reports: ${files.html}, ${files.json}, ${files.junit}`);
  return exitCode(report);
}
