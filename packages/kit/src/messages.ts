import { withoutSecrets } from "./given-secrets.ts";
import { fitHelp } from "./lines.ts";
import type { Screen } from "./screen.ts";

/**
 * What commander says of wrong arguments, without those that may be a secret: the value of an option that there is not (`--keys=…`), or
 * that lacks its space (`--key…`, `-k…`), an argument too many, and a command that is no word.
 */
const withoutValues = (message: string): string =>
  message
    .replace(/(unknown option '(?:--(?:key|header|graphql-header|post)|-[^-]|[^'=]*=)).+'/s, "$1…'")
    .replace(
      /(too many arguments[^.]*)\. (Expected (\d+) arguments? but got \d+): .*/s,
      (_, what, counts, expected) => `${what}. ${expected === "0" ? "Every setting is an --option" : counts}.`,
    )
    .replace(/(unknown command ')(?![a-z-]{1,20}').+'/s, "$1…'");

/**
 * Where commander prints, for its `configureOutput`: help in lines of the terminal's width, and what is wrong without secrets.
 *
 * @param argv - The arguments of the command.
 */
export const commandOutput = (
  out: Screen,
  err: Screen,
  argv: readonly string[],
): { writeOut(text: string): void; writeErr(text: string): void } => ({
  writeOut: (text) => out.print(fitHelp(text.trimEnd(), out.width)),
  writeErr: (text) => err.print(withoutSecrets(withoutValues(text), argv).trimEnd()),
});
