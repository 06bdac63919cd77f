/** Copies the whole register into an SQLite file. Ctrl-C stops it, and the next run goes on from there. */
import { parseArgs } from "node:util";
import {
  type Cursor,
  createRegisterClient,
  type ErrorKind,
  isRegisterError,
  noRows,
  type Page,
} from "@court-register/axios";
import axios, { type AxiosResponse } from "axios";
import { SingleBar } from "cli-progress";
import { Database, TakenOver } from "./database.ts";

const { positionals, values } = parseArgs({ allowPositionals: true, options: { anew: { type: "boolean" } } });
const [file = "register.sqlite"] = positionals;
const { COURT_REGISTER_BASE_URL: baseUrl, COURT_REGISTER_KEY: subscriptionKey } = process.env;
if (!baseUrl || !URL.canParse(baseUrl) || !subscriptionKey) {
  console.error(
    "Set COURT_REGISTER_BASE_URL to the root of the service, and COURT_REGISTER_KEY to the key from your profile.",
  );
  process.exit(1);
}

/** What is used here of a list of the register: all lists have it. */
interface List {
  list(params: { timestamp_id?: string | undefined }, options: Options): Promise<AxiosResponse<object[]>>;
  pages?(
    params: { limit: number; cursor: Cursor | undefined; timestamp_id: string | undefined },
    options: Options & { endsWalk: typeof noRows; prefetch: number },
  ): AsyncGenerator<Page<object>>;
}
interface Options {
  signal: AbortSignal;
}

// An instance of your own: proxies, agents and interceptors belong here. This one counts requests and collects states.
const instance = axios.create({ headers: { "user-agent": "database-copy" } });
let requests = 0;
/** The states that responses name. With more than one, the copy would mix them. */
const states = new Set<string>();
instance.interceptors.response.use((response) => {
  requests += 1;
  const state = response.headers["x-timestamp-id"];
  if (state) states.add(state);
  return response;
});

const register: Record<string, List> = {
  ...createRegisterClient({ baseUrl, subscriptionKey, axios: instance, integers: "bigint" }),
};
const names = Object.keys(register);
const stop = new AbortController();
process.once("SIGINT", () => stop.abort());
const { signal } = stop;

const database = open(baseUrl);
/** The state of the unfinished copy, if there is one. */
const resumed = database.state();
const bar = new SingleBar({ format: "{list}: {value}{of}", clearOnComplete: true });

function open(service: string): Database {
  try {
    const opened = new Database(file);
    opened.begin(service, names, values.anew);
    return opened;
  } catch (error) {
    return fail(error);
  }
}

/** Exits, saying what is wrong with the file, such as a full disk, or that it is another run's. Any other error is a bug. */
function fail(error: unknown): never {
  console.error(`${file}: ${adviceOn(error)}`);
  process.exit(1);
}

function adviceOn(error: unknown): string {
  if (error instanceof TakenOver) return `${error.message} Let that run finish, or run it again.`;
  if (!(error instanceof Error && "code" in error && error.code === "ERR_SQLITE_ERROR")) throw error;
  return `${error.message}. Check the path, its permissions and the space on the disk, and run it again.`;
}

/** Copies the missing rows of one list, and returns the state that they are from. */
async function copy(name: string, state: string | undefined): Promise<string | undefined> {
  const { list, pages } = register[name] as List;
  let { cursor, done } = database.progress(name);
  if (done) return state;
  bar.start(0, cursor?.offset ?? 0, { list: name, of: "" });
  const save = (rows: readonly object[], to: Cursor | undefined, whole: boolean): void => {
    database.append(name, rows, { cursor: to, done: whole });
    cursor = to;
  };
  if (pages) {
    const params = { limit: 1000, cursor, timestamp_id: state };
    for await (const page of pages(params, { endsWalk: noRows, prefetch: 2, signal })) {
      save(page.rows, page.cursor, false);
      bar.update(page.cursor.offset, { of: page.total === undefined ? "" : ` of ${page.total}` });
    }
    // Reached only at the true end: a walk that misses or duplicates rows throws.
    save([], cursor, true);
  } else {
    const { data, headers } = await list({ timestamp_id: state }, { signal });
    save(data, { operation: `${name}.list`, offset: data.length, timestamp_id: headers["x-timestamp-id"] }, true);
  }
  bar.stop();
  return state ?? cursor?.timestamp_id;
}

async function copyAll(): Promise<void> {
  let state = resumed;
  if (state) {
    console.log(`Resuming with state ${state}.`);
    states.add(state);
  }
  // All lists in the same state, if the service names its states.
  for (const name of names) {
    state = await copy(name, state);
    if (states.size > 1)
      return startOver(`The service was asked for one state, but named several: ${[...states].join(", ")}`);
  }
  database.publish(names, state);
  console.log(
    `${file} is a complete copy of ${state ? `state ${state}` : "no named state"}, after ${requests} requests.`,
  );
  for (const { list, change, rows } of database.changes()) console.log(`${list}: ${rows} ${change}`);
}

/** Discards a copy that cannot be completed in one state of the register. */
function startOver(why: string): void {
  database.discard(names);
  console.error(`The register has changed. The next run starts over.\n${why}`);
  process.exitCode = 1;
}

/** Says why the service has ended the copy, and discards it if it cannot go on. Rethrows other errors. */
function giveUp(error: unknown): void {
  bar.stop();
  if (!isRegisterError(error)) throw error;
  const { kind, status = 500, message } = error.register;
  // Whoever resumes too late is refused at once: the service no longer keeps that state.
  const isDropped = resumed !== undefined && requests === 0 && kind === "http" && status < 500;
  if (kind === "register-changed" || isDropped) startOver(message);
  else console.error(explain(kind, message));
  process.exitCode = 1;
}

function explain(kind: ErrorKind, message: string): string {
  if (kind === "aborted") return "Stopped. Run it again to resume.";
  if (kind === "authentication") return `The service refuses the key in COURT_REGISTER_KEY.\n${message}`;
  return `${message}\nThe rows received so far are kept. Run it again to resume, or with --anew to start over.`;
}

await copyAll().catch(giveUp).catch(fail);
