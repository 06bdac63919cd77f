/** Exports all subjects of the register to a Parquet file. Ctrl-C stops it, and the next run resumes there. */
import { createRegisterClient, noRows, RegisterError } from "@court-register/fetch";
import { SingleBar } from "cli-progress";
import { openTable } from "./table.ts";

const parquet = process.argv[2] ?? "subjekt.parquet";
const { COURT_REGISTER_BASE_URL: baseUrl, COURT_REGISTER_KEY: subscriptionKey } = process.env;
if (!baseUrl || !URL.canParse(baseUrl) || !subscriptionKey) {
  console.error(
    "Set COURT_REGISTER_BASE_URL to the root of the service, and COURT_REGISTER_KEY to the key from your profile.",
  );
  process.exit(1);
}

const register = createRegisterClient({ baseUrl, subscriptionKey, integers: "bigint" });
const stop = new AbortController();
process.once("SIGINT", () => stop.abort());
const { signal } = stop;

const bar = new SingleBar({ format: "{bar} {value} of about {total} subjects, {eta_formatted} to go" });
try {
  const table = await openTable(`${parquet}.duckdb`);
  const cursor = await table.cursor();
  let exported = cursor?.offset ?? 0;
  if (cursor) console.log(`Resuming after ${exported} subjects.`);
  // The contract promises a total of seats, not of subjects: for a progress bar, it is close enough.
  const { total = 0 } = await register.sjediste.list({ offset: 0, limit: 1 }, { signal }).withResponse();
  bar.start(total, exported);
  const pages = register.subjekt.pages({ limit: 1000, cursor }, { endsWalk: noRows, prefetch: 2, signal });
  for await (const page of pages) {
    await table.append(page.rows, page.cursor);
    exported = page.cursor.offset;
    bar.update(exported);
  }
  bar.stop();
  await table.finish(parquet);
  console.log(`${exported} subjects are in ${parquet}.`);
} catch (error) {
  bar.stop();
  if (error instanceof RegisterError)
    console.error(error.kind === "aborted" ? "Stopped. Run it again to resume." : explain(error));
  else if (isOfFile(error))
    console.error(`${error.message}. Check the path, its permissions and the space on the disk, and run it again.`);
  else throw error;
  process.exitCode = 1;
}

/** Whether Node or DuckDB could not use a file: then the message names it. */
function isOfFile(error: unknown): error is Error {
  return error instanceof Error && ("syscall" in error || /^(IO|TransactionContext) Error: /.test(error.message));
}

function explain({ kind, message, status = 500 }: RegisterError): string {
  if (kind === "authentication") return `The service refuses the key in COURT_REGISTER_KEY.\n${message}`;
  if (kind === "register-changed")
    return `The register has changed. Remove ${parquet}.duckdb to start over.\n${message}`;
  const again = "The rows received so far are kept. Run it again to resume.";
  // A service refuses to be asked for a state that it no longer keeps.
  const dropped = `If that fails too, the service no longer keeps their state: remove ${parquet}.duckdb to start over.`;
  return [message, again, ...(kind === "http" && status < 500 ? [dropped] : [])].join("\n");
}
