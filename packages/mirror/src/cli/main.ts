import { inspect } from "node:util";
import { CommanderError } from "commander";
import { withoutSecrets } from "#kit/given-secrets";
import { commandOutput } from "#kit/messages";
import { printable } from "#kit/printable";
import { explainDenied } from "#kit/watch-output";
import { MirrorError } from "../mirror-error.ts";
import { forCommands, writeText } from "../option-text.ts";
import { isOptionError, problemOf } from "../sync/advice.ts";
import { makeProgram } from "./program.ts";
import { OutputEnded, Run, wrap } from "./screen.ts";

/** Runs the command. @returns its exit code: 0 done, 1 stopped but kept, 2 refused or wrong use. */
export async function main(argv: readonly string[], run: Run = new Run()): Promise<number> {
  const program = makeProgram(run);
  for (const command of [program, ...program.commands])
    command.exitOverride().configureOutput(commandOutput(run.out, run.err, argv));
  try {
    await program.parseAsync([...argv], { from: "user" });
    return run.exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof OutputEnded) return run.exitCode;
    // A service, or a database, may have quoted what it was sent.
    run.err.print(wrap(run.err, `court-register-mirror: ${withoutSecrets(messageOf(error), argv)}`, ""));
    return error instanceof MirrorError && error.resumable ? 1 : 2;
  }
}

/** What to tell of an error, with the names that options have here. A bug shows where it is; everything else says what to do. */
function messageOf(error: unknown): string {
  // In one line: what a service says in it begins none of its own.
  if (error instanceof MirrorError) return printable(writeText(error.text, forCommands));
  if (isOptionError(error)) return printable(problemOf(forCommands(error), error));
  if (error instanceof TypeError || error instanceof RangeError) return printable(error.message);
  return explainDenied(error) ?? `this is a bug in the mirror, please report it: ${inspect(error)}`;
}
