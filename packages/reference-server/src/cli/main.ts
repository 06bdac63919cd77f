import { CommanderError } from "commander";
import { Screen } from "#kit/screen";
import { watchOutput, written } from "#kit/watch-output";
import { readGenerated } from "../data/generate.ts";
import type { LoadHooks, RunningServer } from "../index.ts";
import { tokenPath } from "../rest/tokens.ts";
import { explainFailure } from "./failures.ts";
import { type CliOptions, readOptions } from "./options.ts";
import { progressOn } from "./progress.ts";

const screen = new Screen(process.stderr);

/** Ends the process once all that it has said is written. */
async function exit(code: number): Promise<never> {
  await written();
  return process.exit(code);
}

/** Runs the command until a signal ends it. */
export async function main(argv: readonly string[]): Promise<void> {
  watchOutput("court-register-server", 1);
  try {
    await run(readOptions(argv));
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // 1 is a server that could not start; a wrong option has a code of its own, as in the conformance suite.
    await exit(error.exitCode === 0 ? 0 : 2);
  }
}

async function run(options: CliOptions): Promise<void> {
  const server = await start(options);
  let stopping = false;
  const stop = (code = 0): void => {
    // A second signal means: do not wait.
    if (stopping) process.exit(1);
    stopping = true;
    server.close().then(
      () => exit(code),
      (error: unknown) => {
        screen.print(explainFailure(error, options));
        return exit(1);
      },
    );
  };
  process.on("SIGINT", () => stop());
  process.on("SIGTERM", () => stop());
  // On Windows, it says that the console window is being closed, and seconds are left.
  process.on("SIGHUP", () => (process.platform === "win32" ? stop() : void reload(server, options)));
  // A parent that opened an IPC channel and is gone leaves no server running.
  process.on("disconnect", () => stop());

  // Last, when all signals have handlers: whoever reads these lines may send one at once.
  const { client, url } = server;
  if (options.keys === undefined && !client) console.log(`Subscription key: ${server.keys[0]}`);
  if (client && options.client === undefined) console.log(`Client: ${client.id}`);
  if (client && options.clientSecret === undefined) console.log(`Client secret: ${client.secret}`);
  if (client) console.log(`Token URL: ${url}${tokenPath}`);
  console.log(`Listening on ${url}`);
  // A server whose address and key nobody can know is of no use.
  if (!(await written())) stop(1);
}

async function start(options: CliOptions): Promise<RunningServer> {
  // Loaded only now, so that --help and wrong options are answered at once.
  const { startServer, unserved } = await import("../index.ts");
  for (const line of unserved) screen.print(`Not served: ${line}.`);
  try {
    return await startServer({ ...options, hooks: hooks() }).finally(() => screen.status());
  } catch (error) {
    screen.print(explainFailure(error, options));
    return exit(1);
  }
}

/** Loads the files again, or generates the next day, while readers continue with the state before. */
async function reload(server: RunningServer, options: CliOptions): Promise<void> {
  const { data } = options;
  const generated = readGenerated(server.state.source);
  const request = data !== undefined ? { data } : generated && { ...generated, day: generated.day + 1 };
  if (!request)
    return screen.print(
      "SIGHUP has nothing to reload: the server was started without --data, and its data was not generated.",
    );
  try {
    const state = await server.load(request, hooks()).finally(() => screen.status());
    screen.print(`Published state ${state.uuid}.`);
  } catch (error) {
    screen.print(explainFailure(error, options));
  }
}

const hooks = (): LoadHooks => ({ onProgress: progressOn(screen), onNote: (note) => screen.print(note) });
