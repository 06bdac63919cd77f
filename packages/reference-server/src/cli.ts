#!/usr/bin/env node
import { Command, InvalidArgumentError } from "commander";
import { greatestRows } from "./data/generate.ts";
import { startServer } from "./index.ts";

const integer =
  (from: number, to: number) =>
  (text: string): number => {
    if (!/^\d+$/.test(text) || Number(text) < from || Number(text) > to) {
      throw new InvalidArgumentError(`It must be an integer from ${from} to ${to}.`);
    }
    return Number(text);
  };

const collect = (key: string, keys: readonly string[] | undefined): readonly string[] => [...(keys ?? []), key];

interface Options {
  readonly host: string;
  readonly port: number;
  readonly key?: readonly string[];
  readonly rows?: number;
  readonly seed?: number;
  readonly database?: string;
}

const program = new Command("court-register-server")
  .description("The whole court-register service, REST and GraphQL, on this machine.")
  .option("--host <host>", "address to listen on", "127.0.0.1")
  .option("--port <port>", "port to listen on; 0 picks a free one", integer(0, 65_535), 8080)
  .option("--key <key>", "subscription key that opens the register; repeatable (default: one is made)", collect)
  .option("--rows <n>", "subjects to generate (default: 1000)", integer(1, greatestRows))
  .option("--seed <n>", "seed of the generated rows (default: 1)", integer(0, 2 ** 31 - 1))
  .option("--database <file>", "keep the data in this file (default: in memory)");

const { host, port, key, rows, seed, database } = program.parse().opts<Options>();
const server = await startServer({
  host,
  port,
  ...(key && { keys: key }),
  ...(rows !== undefined && { rows }),
  ...(seed !== undefined && { seed }),
  ...(database !== undefined && { database }),
});
if (!key) console.log(`Subscription key: ${server.keys[0]}`);
console.log(`Listening on ${server.url}`);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void server.close());
