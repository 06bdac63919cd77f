import { inspect } from "node:util";
import { CommanderError } from "commander";
import { explainDenied, fitHelp, printable, withoutSecrets } from "../generated/output.ts";
import { MirrorError } from "../mirror-error.ts";
import { forCommands, writeText } from "../option-text.ts";
import { isPostgres } from "../store/target-name.ts";
import { isOptionError, problemOf } from "../sync/advice.ts";
import { makeProgram } from "./program.ts";
import { OutputEnded, Run, wrap } from "./screen.ts";

/** Runs the command. @returns its exit code: 0 done, 1 stopped but kept, 2 refused or wrong use. */
export async function main(argv: readonly string[], run: Run = new Run()): Promise<number> {
  const program = makeProgram(run);
  for (const command of [program, ...program.commands])
    command.exitOverride().configureOutput({
      outputError: (text) => run.err.print(withoutUrls(withoutValue(text), argv).trimEnd()),
      writeOut: (text) => run.out.print(fitHelp(text.trimEnd(), run.out.width)),
    });
  try {
    await program.parseAsync([...argv], { from: "user" });
    return run.exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof OutputEnded) return run.exitCode;
    run.err.print(wrap(run.err, `court-register-mirror: ${withoutUrls(messageOf(error, argv), argv)}`, ""));
    return error instanceof MirrorError && error.resumable ? 1 : 2;
  }
}

/** Shortens an unknown option to its name: `--keys=…` may be a key. */
const withoutValue = (message: string): string =>
  message.replace(/(unknown option '[^='\n]*)(=[^\n]*)'/, (_, option: string) => `${option}=…'`);

/** Shortens the URLs of databases that a text quotes: they may hold a password. */
const withoutUrls = (text: string, argv: readonly string[]): string =>
  argv.filter(isPostgres).reduce((shown, url) => shown.replaceAll(url, "postgres://…"), text);

/** What to tell of an error, with the names that options have here. A bug shows where it is; everything else says what to do. */
function messageOf(error: unknown, argv: readonly string[]): string {
  // In one line: what a service says in it begins none of its own.
  if (error instanceof MirrorError) return printable(writeText(error.text, forCommands));
  if (isOptionError(error)) return printable(problemOf(forCommands(error), error));
  if (error instanceof TypeError || error instanceof RangeError) return printable(withoutSecrets(error.message, argv));
  const denied = explainDenied(error);
  if (denied !== undefined) return denied;
  // A service, or a database, may have quoted what it was sent.
  return `this is a bug in the mirror, please report it: ${withoutSecrets(inspect(error), argv)}`;
}
