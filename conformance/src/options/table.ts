import { registerPath } from "../contract/operations.ts";
import { defaultMaxRequests } from "../run/plan.ts";
import type { RunOptions } from "../run/run-options.ts";
import type { OptionKind, Raw } from "./kinds.ts";
import * as kinds from "./kinds.ts";

/** What an option is about: a recording says itself how it was asked, and a self-test judges all of it. */
export type Concern = "service" | "asking" | "judging" | "verdict" | "command";

interface DescribedOption {
  /** As the command takes it. */
  flag: string;
  /** As `--help` says it. */
  help: string;
  env?: string;
  about: Concern;
  /** Whether it is for a single run, so that a configuration file does not take it. */
  single?: true;
}

/** An option that a program can set too, under this name. */
type RunSetting<Option extends keyof RunOptions> = DescribedOption & {
  option: Option;
  kind: OptionKind<never, RunOptions[Option]>;
};

/** An option of the command. */
export type Setting =
  | { [Option in keyof RunOptions]-?: RunSetting<Option> }[keyof RunOptions]
  | (DescribedOption & { option?: never; kind: OptionKind<never> });

/**
 * Every option, once, in the order of `--help`. The command, the configuration file, and what is refused in all of them and in a
 * program, follow from this; what a program's options mean is in `RunOptions`.
 */
export const settings: Readonly<Record<string, Setting>> = {
  baseUrl: {
    flag: "--base-url <url>",
    help: `root of the service, without ${registerPath}; not needed for GraphQL alone`,
    env: "COURT_REGISTER_BASE_URL",
    kind: kinds.root,
    about: "service",
    option: "baseUrl",
  },
  key: {
    flag: "--key <key>",
    help: "subscription key; safer in the environment, where process lists do not show it",
    env: "COURT_REGISTER_KEY",
    kind: kinds.key,
    about: "service",
    option: "key",
  },
  header: {
    flag: "--header <header>",
    help: "header for REST, as 'Name: value' (repeatable)",
    env: "COURT_REGISTER_HEADERS",
    kind: kinds.headers,
    about: "service",
    option: "headers",
  },
  tokenUrl: {
    flag: "--token-url <url>",
    help: "where access tokens are got (OAuth 2), beside a key or in its place; the secret is COURT_REGISTER_CLIENT_SECRET of the environment",
    env: "COURT_REGISTER_TOKEN_URL",
    kind: kinds.optional(kinds.address),
    about: "service",
    option: "tokenUrl",
  },
  clientId: {
    flag: "--client-id <id>",
    help: "who asks for tokens",
    env: "COURT_REGISTER_CLIENT_ID",
    kind: kinds.optional(kinds.text),
    about: "service",
    option: "clientId",
  },
  scope: {
    flag: "--scope <names>",
    help: "what tokens are to allow (default: none)",
    env: "COURT_REGISTER_SCOPE",
    kind: kinds.optional(kinds.text),
    about: "service",
    option: "scope",
  },
  clientAuth: {
    flag: "--client-auth <how>",
    help: "how the secret is sent for a token: basic, in the header; or post, in the body (default: basic)",
    kind: kinds.choice("basic", "post"),
    about: "service",
    option: "clientAuth",
  },
  graphqlUrl: {
    flag: "--graphql-url <url>",
    help: "URL of GraphQL; without it, GraphQL is not tested",
    env: "COURT_REGISTER_GRAPHQL_URL",
    kind: kinds.address,
    about: "service",
    option: "graphqlUrl",
  },
  graphqlHeader: {
    flag: "--graphql-header <header>",
    help: "header for GraphQL, as 'Name: value' (repeatable)",
    env: "COURT_REGISTER_GRAPHQL_HEADERS",
    kind: kinds.headers,
    about: "service",
    option: "graphqlHeaders",
  },
  case: {
    flag: "--case <mark@court>",
    help: "a case that exists, such as Ovr-1283/2015@12 (repeatable)",
    env: "COURT_REGISTER_CASES",
    kind: kinds.cases,
    about: "service",
    option: "cases",
  },
  mock: {
    flag: "--mock",
    help: "the target returns fixed responses: what needs paging, parameters or keys is not applicable",
    kind: kinds.target,
    about: "asking",
    option: "kind",
  },
  only: {
    flag: "--only <ids>",
    help: "only these requirements, by id or prefix, such as REG-PAGE,CASE",
    kind: kinds.names("REG-PAGE,CASE"),
    about: "judging",
    option: "only",
  },
  operation: {
    flag: "--operation <names>",
    help: "only these operations, such as sjediste,sud",
    kind: kinds.names("sjediste,sud"),
    about: "judging",
    option: "operations",
  },
  xmlBy: {
    flag: "--xml-by <how>",
    help: "how to ask for XML: accept, header:NAME[=XML,JSON], query:NAME[=XML,JSON] (default: accept)",
    kind: kinds.xmlBy,
    about: "asking",
    option: "xmlBy",
  },
  maxRequests: {
    flag: "--max-requests <count>",
    help: `maximum number of requests, except for second looks at failures (default: ${defaultMaxRequests()})`,
    kind: kinds.count(1),
    about: "asking",
    option: "maxRequests",
  },
  rate: {
    flag: "--rate <count>",
    help: "requests per minute (default: no limit)",
    kind: kinds.number(0.01),
    about: "asking",
    option: "rate",
  },
  timeout: {
    flag: "--timeout <seconds>",
    help: "how long a response may take (default: 30)",
    kind: kinds.number(0.001, 1000),
    about: "asking",
    option: "timeout",
  },
  seed: {
    flag: "--seed <number>",
    help: "seed of the sampled offsets (default: random, and printed)",
    kind: kinds.count(0),
    about: "asking",
    option: "seed",
  },
  failOn: {
    flag: "--fail-on <level>",
    help: "must or should: the lowest level whose failures make the exit code 1 (default: must)",
    kind: kinds.choice("must", "should"),
    about: "judging",
    option: "failOn",
  },
  evidence: {
    flag: "--evidence <what>",
    help: "shape or values: whether findings show values of rows, which are personal data (default: shape)",
    kind: kinds.choice("shape", "values"),
    about: "judging",
    option: "evidence",
  },
  audits: {
    flag: "--no-audits",
    help: "skip the GraphQL over HTTP audits",
    kind: kinds.flag,
    about: "asking",
    option: "audits",
  },
  reportDir: {
    flag: "--report-dir <dir>",
    help: "directory for report.json, junit.xml and report.html (default: conformance-report)",
    kind: kinds.place,
    about: "command",
  },
  baseline: {
    flag: "--baseline <file>",
    help: "an older report.json: what fails or is not tested in it is accepted, any change is a failure",
    kind: kinds.place,
    about: "verdict",
  },
  writeBaseline: {
    flag: "--write-baseline <file>",
    help: "write the report as a baseline, if it could be judged; reasons in an existing file are kept",
    kind: kinds.place,
    about: "verdict",
    single: true,
  },
  record: {
    flag: "--record <dir>",
    help: "save every exchange in DIR, if the service could be judged, to judge it again offline",
    kind: kinds.place,
    about: "verdict",
    single: true,
  },
  replay: {
    flag: "--replay <dir>",
    help: "judge a recording instead of a service, by what was asked then",
    kind: kinds.place,
    about: "verdict",
    single: true,
  },
  selfTest: {
    flag: "--self-test <dir>",
    help: "show which faults the suite would catch in a recording, and which not",
    kind: kinds.place,
    about: "command",
    single: true,
  },
  compare: {
    flag: "--compare <report>",
    help: "print what changed since an older report.json",
    kind: kinds.place,
    about: "verdict",
    single: true,
  },
  plan: {
    flag: "--plan",
    help: "print the planned requests, send none, and exit",
    kind: kinds.flag,
    about: "command",
    single: true,
  },
  printConfig: {
    flag: "--print-config",
    help: "print the settings and where each comes from, without secrets, and exit",
    kind: kinds.flag,
    about: "command",
    single: true,
  },
  config: {
    flag: "--config <file>",
    help: "settings as JSON (default: court-register-conformance.json, if it exists)",
    env: "COURT_REGISTER_CONFORMANCE_CONFIG",
    kind: kinds.place,
    about: "command",
    single: true,
  },
};

/** What the command was given by flags, environment and configuration file, before it is read. Those that it uses itself are named. */
export interface Settings {
  readonly [name: string]: Raw | undefined;
  readonly baseUrl?: string;
  readonly graphqlUrl?: string;
  readonly tokenUrl?: string;
  readonly key?: string;
  readonly header?: readonly string[];
  readonly graphqlHeader?: readonly string[];
  readonly reportDir?: string;
  readonly baseline?: string;
  readonly writeBaseline?: string;
  readonly record?: string;
  readonly replay?: string;
  readonly selfTest?: string;
  readonly compare?: string;
  readonly plan?: boolean;
  readonly printConfig?: boolean;
  readonly config?: string;
}

/** The flag of an option alone: `--base-url`. */
const flagOf = ({ flag }: Pick<Setting, "flag">): string => flag.split(" ")[0] ?? flag;

/** Refuses files and directories that nothing can be read from or written to. */
export function refusePlaces(given: Settings): void {
  for (const [name, setting] of Object.entries(settings))
    if (setting.kind === kinds.place && given[name] !== undefined) setting.kind.refuse(given[name], flagOf(setting));
}

/** The options of a run that settings have, or those of one concern. Throws for a value that no run can use: the message names its flag. */
export function readOptions(given: Settings, concern?: Concern): Partial<RunOptions> {
  const options: Partial<Record<keyof RunOptions, unknown>> = {};
  for (const [name, setting] of Object.entries(settings)) {
    const written: Raw | undefined = given[name];
    if (written === undefined || setting.option === undefined) continue;
    if (concern !== undefined && setting.about !== concern) continue;
    // Flags and the environment hold texts, and a configuration file was checked.
    const value = setting.kind.read(written as never, flagOf(setting));
    // Of some kinds, an empty text counts as not given.
    if (value !== undefined) setting.kind.refuse(value, flagOf(setting));
    options[setting.option] = value;
  }
  return options as Partial<RunOptions>; // each is of its kind
}

/** Refuses what a program may give although its types forbid it, and what a run could only fail with. */
export function refuseUnusable(given: RunOptions): void {
  for (const [, { option, kind }] of Object.entries(settings))
    if (option !== undefined && (option === "baseUrl" || given[option] !== undefined))
      kind.refuse(given[option], option);
}
