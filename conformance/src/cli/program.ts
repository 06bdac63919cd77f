import { Command, Option } from "commander";
import { registerPath } from "../contract/operations.ts";
import { defaultMaxRequests } from "../run/plan.ts";
import { suite } from "../suite.ts";
import { splitCases, splitHeaders, splitNames } from "./settings.ts";

const collect =
  (split: (text: string) => string[]) =>
  (value: string, before: string[] | undefined): string[] => [...(before ?? []), ...split(value)];

/** What a recording says itself. */
const ofRuns = ["mock", "xmlBy", "maxRequests", "rate", "timeout", "seed", "audits"];

/** The command's options. Those with an environment variable say so in the help; a configuration file takes those of `settingTypes`. */
export function makeProgram(): Command {
  return new Command("court-register-conformance")
    .description("Judges a court-register service against the public contract, requirement by requirement.")
    .version(suite.version)
    .allowExcessArguments(true)
    .addOption(
      new Option(
        "--base-url <url>",
        `root of the service, without ${registerPath}; not needed for interface B alone`,
      ).env("COURT_REGISTER_BASE_URL"),
    )
    .addOption(
      new Option("--key <key>", "subscription key; safer in the environment, where process lists do not show it").env(
        "COURT_REGISTER_KEY",
      ),
    )
    .addOption(
      new Option("--graphql-url <url>", "URL of interface B; without it, interface B is not tested").env(
        "COURT_REGISTER_GRAPHQL_URL",
      ),
    )
    .addOption(
      new Option("--graphql-header <header>", "header for interface B, as 'Name: value' (repeatable)")
        .argParser(collect(splitHeaders))
        .env("COURT_REGISTER_GRAPHQL_HEADERS"),
    )
    .addOption(
      new Option("--case <mark@court>", "a case that exists, such as Ovr-1283/2015@12 (repeatable)")
        .argParser(collect(splitCases))
        .env("COURT_REGISTER_CASES"),
    )
    .option("--mock", "the target returns fixed responses: what needs paging, parameters or keys is not applicable")
    .option("--only <ids>", "only these requirements, by id or prefix, such as REG-PAGE,CASE", collect(splitNames))
    .option("--operation <names>", "only these operations, such as sjediste,sud", collect(splitNames))
    .option(
      "--xml-by <how>",
      "how to ask for XML: accept, header:NAME[=XML,JSON], query:NAME[=XML,JSON] (default: accept)",
    )
    .option("--max-requests <count>", `maximum number of requests (default: ${defaultMaxRequests()})`)
    .option("--rate <count>", "requests per minute (default: no limit)")
    .option("--timeout <seconds>", "how long a response may take (default: 30)")
    .option("--seed <number>", "seed of the sampled offsets (default: random, and printed)")
    .option("--fail-on <level>", "must or should: the lowest level whose failures make the exit code 1 (default: must)")
    .option(
      "--evidence <what>",
      "shape or values: whether findings show values of rows, which are personal data (default: shape)",
    )
    .option("--no-audits", "skip the GraphQL over HTTP audits")
    .option("--report-dir <dir>", "directory for report.json, junit.xml and report.html (default: conformance-report)")
    .option("--baseline <file>", "accepted failures and untested requirements: any change from it is a failure")
    .option(
      "--write-baseline <file>",
      "write a baseline from this run, if it could be judged; reasons in an existing file are kept",
    )
    .option("--record <dir>", "save every exchange in DIR, if the service could be judged, to judge it again offline")
    .addOption(
      // What was asked, and how, is in the recording. A configuration file or the environment may have these for runs.
      new Option("--replay <dir>", "judge a recording instead of a service, by what was asked then").conflicts(ofRuns),
    )
    .addOption(
      // All of a recording is judged, and nothing is written.
      new Option(
        "--self-test <dir>",
        "show which faults the suite would catch in a recording, and which not",
      ).conflicts([
        ...ofRuns,
        "only",
        "operation",
        "failOn",
        "evidence",
        "baseline",
        "writeBaseline",
        "record",
        "replay",
        "compare",
      ]),
    )
    .option("--compare <report>", "print what changed since an older report.json")
    .option("--plan", "print the planned requests, send none, and exit")
    .option("--print-config", "print the settings and where each comes from, without secrets, and exit")
    .addOption(
      new Option("--config <file>", "settings as JSON (default: court-register-conformance.json, if it exists)").env(
        "COURT_REGISTER_CONFORMANCE_CONFIG",
      ),
    )
    .addHelpText("after", "\nExit code: 0 conforms, 1 does not, 2 could not be judged.\n");
}
