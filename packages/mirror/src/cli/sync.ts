import { Command, Option } from "commander";
import { targetName } from "../store/target-name.ts";
import type { SyncResult } from "../sync/events.ts";
import { sync } from "../sync/sync.ts";
import type { Interface } from "../wire/list.ts";
import {
  collect,
  collectHeaders,
  headersOf,
  mebibytes,
  schemaOption,
  seconds,
  type TargetFlags,
  wholeNumber,
} from "./options.ts";
import { type Run, wrap } from "./screen.ts";
import { Stop } from "./stop.ts";
import { SyncReporter } from "./sync-reporter.ts";

interface SyncFlags extends TargetFlags {
  baseUrl?: string;
  graphqlUrl?: string;
  graphqlHeader?: string[];
  only?: Interface;
  key?: string;
  tokenUrl?: string;
  clientId?: string;
  scope?: string;
  clientAuth?: "basic" | "post";
  list?: string[];
  limit?: number;
  prefetch?: number;
  rate?: number;
  timeout?: number;
  maxBody?: number;
  anew?: boolean;
  acceptShrink?: boolean;
  acceptGrowth?: boolean;
  maxRows?: number;
  json?: boolean;
}

/** `sync TARGET` */
export const syncCommand = (run: Run): Command =>
  new Command("sync")
    .description(
      "Copies the register, and the court cases that are followed, into TARGET, each as a new generation. An interrupted copy goes on where it stopped.",
    )
    .argument("<target>", "a file of SQLite, or the URL of a PostgreSQL database")
    .addOption(new Option("--base-url <url>", "root of the service, without /javni").env("COURT_REGISTER_BASE_URL"))
    .addOption(
      new Option("--key <key>", "subscription key; safer in the environment, where process lists do not show it").env(
        "COURT_REGISTER_KEY",
      ),
    )
    .addOption(
      new Option(
        "--token-url <url>",
        "where access tokens are got (OAuth 2), beside a key or in its place; the secret is COURT_REGISTER_CLIENT_SECRET of the environment",
      ).env("COURT_REGISTER_TOKEN_URL"),
    )
    .addOption(new Option("--client-id <id>", "who asks for tokens").env("COURT_REGISTER_CLIENT_ID"))
    .addOption(new Option("--scope <names>", "what tokens are to allow (default: none)").env("COURT_REGISTER_SCOPE"))
    .addOption(
      new Option(
        "--client-auth <how>",
        "how the secret is sent for a token: basic, in the header; or post, in the body (default: basic)",
      ).choices(["basic", "post"]),
    )
    .addOption(
      new Option("--graphql-url <url>", "GraphQL endpoint with the court cases (default: none)").env(
        "COURT_REGISTER_GRAPHQL_URL",
      ),
    )
    .addOption(
      new Option("--graphql-header <header>", "header for GraphQL, as 'Name: value' (repeatable)")
        .env("COURT_REGISTER_GRAPHQL_HEADERS")
        .argParser(collectHeaders),
    )
    .addOption(
      new Option("--only <interface>", "copy one of the two, whatever addresses there are").choices([
        "register",
        "cases",
      ]),
    )
    .option("--list <name>", "only this list, such as sjediste (repeatable; default: all)", collect)
    .option("--limit <rows>", "rows to ask for in a page (default: 1000)", wholeNumber(2))
    .option("--prefetch <pages>", "pages to keep in flight (default: 2)", wholeNumber(0))
    .option("--rate <count>", "requests per minute (default: no limit)", wholeNumber(1))
    .option("--timeout <seconds>", "how long a response may take (default: 30)", seconds)
    .option("--max-body <MiB>", "how much a response may have; a list without pages is one (default: 32)", mebibytes)
    .addOption(schemaOption())
    .option("--anew", "drop what an earlier run has left unfinished; accept another address than before")
    .option("--accept-shrink", "publish lists and court cases that have lost more than a tenth")
    .option("--accept-growth", "copy lists that have more than twice their rows, and 10,000 more")
    .option("--max-rows <count>", "rows that a list may have, in a first copy too (default: 10000000)", wholeNumber(1))
    .option("--json", "print the result as JSON")
    .addHelpText("after", "\nExit code: 0 complete, 1 stopped but kept (run it again and it goes on), 2 refused.\n")
    .action(async (target: string, flags: SyncFlags) => {
      const { key, list, json, graphqlHeader, clientAuth, ...options } = flags;
      using stop = new Stop();
      const reporter = new SyncReporter(run.err);
      const done: SyncResult[] = [];
      try {
        const result = await sync(target, {
          ...options,
          subscriptionKey: key,
          authentication: clientAuth && (`client_secret_${clientAuth}` as const),
          lists: list,
          graphqlHeaders: headersOf(graphqlHeader),
          signal: stop.signal,
          onEvent: (event) => {
            if (event.type === "complete") done.push(event.result);
            reporter.report(event);
          },
        });
        reporter.end();
        const results = result.cases ? [result, result.cases] : [result];
        // What is missing is asked for again by the next run.
        if (results.some(({ problems }) => problems.length > 0)) run.exitCode = 1;
        run.out.print(
          json ? JSON.stringify(result) : results.map((one) => reporter.summary(targetName(target), one)).join("\n"),
        );
      } catch (error) {
        // What was copied of one interface stays, if the other one failed.
        for (const one of done)
          run.out.print(json ? JSON.stringify(one) : wrap(run.out, reporter.summary(targetName(target), one), ""));
        throw error;
      } finally {
        reporter.end();
      }
    });
