import { Command, Option } from "commander";
import { registerPath } from "../contract/operations.ts";
import { suite } from "../suite.ts";
import { splitCases, splitHeaders } from "./settings.ts";

const collect =
  (split: (text: string) => string[]) =>
  (value: string, before: string[] | undefined): string[] => [...(before ?? []), ...split(value)];
const splitNames = (text: string): string[] =>
  text
    .trim()
    .split(/\s*,\s*/)
    .filter(Boolean);

/** The command's options. Each may stand in the environment where its help says so; a configuration file takes those of `settingTypes`. */
export function makeProgram(): Command {
  return new Command("court-register-conformance")
    .description("Judges a court-register service against the public contract, requirement by requirement.")
    .version(suite.version)
    .allowExcessArguments(true)
    .addOption(
      new Option("--base-url <url>", `root of the service, without ${registerPath}`).env("COURT_REGISTER_BASE_URL"),
    )
    .addOption(
      new Option("--key <key>", "subscription key; better in the environment, where no process list shows it").env(
        "COURT_REGISTER_KEY",
      ),
    )
    .addOption(
      new Option("--graphql-url <url>", "address of interface B; without it interface B is not tested").env(
        "COURT_REGISTER_GRAPHQL_URL",
      ),
    )
    .addOption(
      new Option("--graphql-header <header>", "header for interface B, as 'Name: value' (repeatable)")
        .argParser(collect(splitHeaders))
        .env("COURT_REGISTER_GRAPHQL_HEADERS"),
    )
    .addOption(
      new Option("--case <mark@court>", "a case that exists, as Ovr-1283/2015@12 (repeatable)")
        .argParser(collect(splitCases))
        .env("COURT_REGISTER_CASES"),
    )
    .option("--mock", "the target gives fixed answers: what needs paging, parameters or keys is not applicable")
    .option("--only <ids>", "requirements by id or its beginning, as REG-PAGE,CASE", collect(splitNames))
    .option("--operation <names>", "operations by name, as sjediste,sud", collect(splitNames))
    .option(
      "--xml-by <how>",
      "how XML is asked for: accept, header:NAME[=XML,JSON], query:NAME[=XML,JSON] (default: accept)",
    )
    .option("--max-requests <count>", "the most requests to send (default: 250)")
    .option("--rate <count>", "requests a minute (default: as fast as they are answered)")
    .option("--timeout <seconds>", "how long an answer may take (default: 30)")
    .option("--seed <number>", "seed of the sampled offsets (default: drawn, and printed)")
    .option("--fail-on <level>", "must or should: the least level that makes the exit code 1 (default: must)")
    .option(
      "--evidence <what>",
      "shape or values: whether findings show values of rows, which hold personal data (default: shape)",
    )
    .option("--no-audits", "leave out the GraphQL over HTTP audits")
    .option("--report-dir <dir>", "where report.json, junit.xml and report.html go (default: conformance-report)")
    .option("--baseline <file>", "accepted failures and untested requirements: any change from it is a failure")
    .option(
      "--write-baseline <file>",
      "write such a file from this run, if it could be judged; reasons in one that is there are kept",
    )
    .option("--record <dir>", "keep every exchange in DIR, to judge again without the service, if it could be judged")
    .option("--replay <dir>", "judge a recording instead of a service")
    .option("--self-test <dir>", "show which faults this suite would have caught in a recording, and which not")
    .option("--compare <report>", "print what changed since an older report.json")
    .option("--plan", "print what would be asked, and stop")
    .option("--print-config", "print the settings and where each comes from, without secrets, and stop")
    .addOption(
      new Option(
        "--config <file>",
        "settings as JSON (default: court-register-conformance.json, where there is one)",
      ).env("COURT_REGISTER_CONFORMANCE_CONFIG"),
    )
    .addHelpText("after", "\nExit code: 0 conforms, 1 does not, 2 could not be judged.\n");
}
