import { existsSync } from "node:fs";
import { inspect } from "node:util";
import { type Command, CommanderError } from "commander";
import { passwordsIn, withoutSecrets } from "#kit/given-secrets";
import { commandOutput } from "#kit/messages";
import { redactor } from "#kit/redact";
import { Screen } from "#kit/screen";
import { explainDenied } from "#kit/watch-output";
import { refusePlaces, type Settings } from "../options/table.ts";
import { secretsOf } from "../run/run-options.ts";
import { printable } from "../shared/text.ts";
import { PlanError, UsageError } from "../shared/usage-error.ts";
import { isSystemError } from "../shared/whole-file.ts";
import { readConfiguration } from "./configuration.ts";
import { makeProgram } from "./program.ts";
import type { Surroundings } from "./surroundings.ts";

/** Runs the command and returns its exit code: 0 conforms, 1 does not, 2 could not be judged. */
export async function main(argv: readonly string[], around: Surroundings): Promise<number> {
  const program = makeProgram()
    .exitOverride()
    .configureOutput(commandOutput(new Screen(around.stdout, around.env), new Screen(around.stderr, around.env), argv));
  try {
    program.parse([...argv], { from: "user" });
    // The message does not quote it: it may be a key without its option.
    if (program.args.length > 0)
      throw new UsageError(
        "unexpected argument without an option before it: every setting is an --option (see --help)",
      );
    const settings = readSettings(program);
    return await act(program, settings, around);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    // Those of a configuration file, too.
    const redactConfigured = redactor(secrets(program.opts<Settings>()));
    const redact = (line: string): string => withoutSecrets(redactConfigured(line), argv);
    // A bug in the suite is no verdict on the service, but its message may quote it.
    const expected = explainDenied(error) ?? (isExpected(error) ? error.message : undefined);
    const lines =
      expected !== undefined
        ? [expected]
        : ["this is a bug in the suite, please report it:", ...inspect(error).split("\n")];
    around.stderr.write(`court-register-conformance: ${lines.map((line) => printable(redact(line))).join("\n| ")}\n`);
    return 2;
  }
}

/** Does what the settings ask for. What only that needs is loaded here, and not for the help: it takes longer than all else together. */
async function act(program: Command, settings: Settings, around: Surroundings): Promise<number> {
  if (settings.printConfig === true || settings.plan === true) {
    const { printConfig, printPlan } = await import("./show.ts");
    return settings.printConfig === true
      ? printConfig(program, settings, around, redactor(secrets(settings)))
      : printPlan(settings, around);
  }
  if (settings.selfTest !== undefined) {
    const { testRecording } = await import("./test-recording.ts");
    return testRecording(settings.selfTest, around);
  }
  const { judgeService } = await import("./judge-service.ts");
  return judgeService(settings, around);
}

/** Whether the user can fix it, as with errors of the system; anything else is a bug, and shows its stack. */
function isExpected(error: unknown): error is Error {
  return error instanceof UsageError || error instanceof PlanError || isSystemError(error);
}

/** Reads headers unchecked: the message may be about one that is invalid. */
function secrets({ key, header = [], graphqlHeader = [], baseUrl = "", graphqlUrl, tokenUrl }: Settings): string[] {
  const { COURT_REGISTER_CLIENT_SECRET: clientSecret } = process.env;
  const values = [...header, ...graphqlHeader].map((one, index) => [index, one.slice(one.indexOf(":") + 1).trim()]);
  return [
    ...secretsOf({ key, clientSecret, graphqlUrl, tokenUrl, graphqlHeaders: Object.fromEntries(values) }),
    // A run refuses such a root. What is shown before may not quote it.
    ...passwordsIn(baseUrl),
  ];
}

const usualConfiguration = "court-register-conformance.json";

/** Flags first, then the environment, then the configuration file. */
function readSettings(program: Command): Settings {
  const flags = program.opts<Settings>();
  refusePlaces(flags);
  const file = flags.config ?? (existsSync(usualConfiguration) ? usualConfiguration : undefined);
  if (file === undefined) return flags;
  for (const [name, value] of Object.entries(readConfiguration(file))) {
    const source = program.getOptionValueSource(name);
    if (source === undefined || source === "default") program.setOptionValueWithSource(name, value, "config");
  }
  const all = program.opts<Settings>();
  refusePlaces(all);
  return all;
}
