import { readFileSync } from "node:fs";
import { Command, InvalidArgumentError, Option } from "commander";
import { commandOutput } from "#kit/messages";
import { Screen } from "#kit/screen";
import { register } from "../contract/rest.ts";
import { bounds, isKey, type LogLevel, logLevels, type ServerOptions } from "../options.ts";

/** The options of the command line, under their names in `ServerOptions`. */
export type CliOptions = Omit<ServerOptions, "hooks" | "logTo"> & { readonly host: string; readonly port: number };

const integer =
  ([from, to]: readonly [number, number]) =>
  (text: string): number => {
    if (/^\d+$/.test(text) && Number(text) >= from && Number(text) <= to) return Number(text);
    throw new InvalidArgumentError(`It must be an integer from ${from} to ${to}.`);
  };

function nonEmpty(host: string): string {
  if (host !== "") return host;
  throw new InvalidArgumentError("It must be an address, such as 127.0.0.1 or 0.0.0.0.");
}

const collectKey = (key: string, keys: readonly string[] | undefined): readonly string[] => [...(keys ?? []), key];

/** What a request sends, and where that is from: the contract may have tokens alone. */
const [access, from] =
  register.keyHeader === ""
    ? ["Authorization: Bearer $TOKEN", "the URL that it prints and a token"]
    : [`${register.keyHeader}: $KEY`, "the URL and the key that it prints"];

const examples = `
Examples:
  # a thousand generated subjects, on port 8080
  $ court-register-server
  # a free port, your own key
  $ court-register-server --port 0 --key secret
  # access tokens in place of a key, for the client trial
  $ court-register-server --client trial
  # a million subjects, kept in a file
  $ court-register-server --rows 1000000 --database big.db
  # your own: ./rows/subjekt.ndjson, ./rows/sud.ndjson, …
  $ court-register-server --data ./rows

Then, with ${from}, or $URL in a browser, for the API reference and GraphiQL:
  $ curl -H "${access}" \\
      "$URL${register.basePath}/sjediste?offset=0&limit=10"

SIGHUP loads --data again, or generates the next day, while readers continue, except on Windows. SIGTERM and Ctrl-C stop the server once running requests are answered.

COURT_REGISTER_KEY keeps the key off the command line. COURT_REGISTER_CLIENT_SECRET is the secret of --client; without it, one is generated and printed.

Exit codes: 0 it was stopped by a signal, 1 it could not start or continue, 2 an option is wrong.`;

// The manifest is next to src/ and to dist/ alike.
const manifest: { version: string } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));

/**
 * Parses the command line.
 * @throws CommanderError once help, the version or what is wrong is printed.
 */
export function readOptions(argv: readonly string[]): CliOptions {
  const program = new Command("court-register-server")
    .description("The whole court-register service on this machine: companies over REST, court cases over GraphQL.")
    .version(manifest.version)
    .option("--host <host>", "address to listen on; 0.0.0.0 for all", nonEmpty, "127.0.0.1")
    .option("--port <port>", "port to listen on; 0 picks a free one", integer(bounds.port), 8080)
    .addOption(
      new Option("--key <key>", "subscription key to accept; repeatable (default: one is generated and printed)")
        .env("COURT_REGISTER_KEY")
        .argParser(collectKey),
    )
    .option(
      "--client <id>",
      "ask for access tokens (OAuth 2), which this client gets at /token; then, a key is asked for only with --key",
    )
    .option("--token-seconds <n>", "how long a token lasts (default: 3600)", integer(bounds.tokenSeconds))
    .option(
      "--rows <n>",
      "number of subjects to generate, each with about ten rows (default: 1000)",
      integer(bounds.rows),
    )
    .option("--seed <n>", "the same seed gives the same rows (default: 1)", integer(bounds.seed))
    .option("--day <n>", "day of the generated data: something happens every day (default: 0)", integer(bounds.day))
    .addOption(
      new Option("--data <dir>", "load <resource>.ndjson files instead, one JSON object per line").conflicts([
        "rows",
        "seed",
        "day",
      ]),
    )
    .option("--database <file>", "keep the data in this file (default: in memory)")
    .option("--keep-states <n>", "number of loads that stay readable by timestamp_id", integer(bounds.keepStates), 3)
    .option(
      "--rate-limit <n>",
      "requests per minute allowed from one address (default: no limit)",
      integer(bounds.rateLimit),
    )
    .addOption(
      new Option("--log-level <level>", "how much is logged, as JSON lines on standard error")
        .choices([...logLevels])
        .default("warn"),
    )
    .addHelpText("after", examples)
    .showHelpAfterError("See --help.")
    .configureOutput(commandOutput(new Screen(process.stdout), new Screen(process.stderr), argv))
    .exitOverride();
  const { key, client, ...options } = program
    .parse(argv)
    .opts<Omit<CliOptions, "keys" | "logLevel"> & { key?: readonly string[]; logLevel: LogLevel }>();
  // Checked here and not while parsing: that would print the key.
  if (key?.includes(""))
    program.error("error: --key or COURT_REGISTER_KEY is empty. Leave it out to have a key generated.");
  if (key && !key.every(isKey))
    program.error("error: a key must be printable ASCII without spaces. Check --key and COURT_REGISTER_KEY.");
  // Read from the environment alone: the command line of a process is for everybody to see.
  const { COURT_REGISTER_CLIENT_SECRET: clientSecret } = process.env;
  if (client !== undefined && !isKey(client))
    program.error("error: --client must be printable ASCII without spaces, and not empty.");
  if (client !== undefined && clientSecret && !isKey(clientSecret))
    program.error("error: COURT_REGISTER_CLIENT_SECRET must be printable ASCII without spaces.");
  return {
    ...options,
    ...(key && { keys: key }),
    ...(client !== undefined && { client, ...(clientSecret && { clientSecret }) }),
  };
}
