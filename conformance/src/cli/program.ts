import { Command, Option } from "commander";
import { settings } from "../options/table.ts";
import { suite } from "../shared/suite.ts";

const collect =
  (split: (text: string) => string[]) =>
  (value: string, before: string[] | undefined): string[] => [...(before ?? []), ...split(value)];

/**
 * What cannot be said together with an option: a recording says itself how it was asked, a self-test judges all of it, and neither sends
 * what a plan would list.
 */
const excluded: Readonly<Record<string, readonly string[]>> = {
  replay: ["asking", "plan"],
  selfTest: ["asking", "judging", "verdict", "plan"],
};

/** The command's options. Those with an environment variable say so in the help. */
export function makeProgram(): Command {
  const program = new Command("court-register-conformance")
    .description("Judges a court-register service against the public contract, requirement by requirement.")
    .version(suite.version)
    .allowExcessArguments(true)
    .addHelpText("after", "\nExit code: 0 conforms, 1 does not, 2 could not be judged.\n");
  for (const [name, { flag, help, env, kind }] of Object.entries(settings)) {
    const option = new Option(flag, help);
    if (env !== undefined) option.env(env);
    if (kind.split !== undefined) option.argParser(collect(kind.split));
    const others = Object.entries(settings).filter(([other, { about }]) =>
      [other, about].some((one) => excluded[name]?.includes(one)),
    );
    option.conflicts(others.map(([other]) => other));
    program.addOption(option);
  }
  return program;
}
