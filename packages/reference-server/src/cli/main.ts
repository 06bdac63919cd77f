import type { LoadHooks, RunningServer } from "../index.ts";
import { printable } from "../printable.ts";
import { explainFailure } from "./failures.ts";
import { readOptions } from "./options.ts";
import { ProgressLine } from "./progress-bar.ts";

const options = readOptions(process.argv);
const say = (line: string): void => void process.stderr.write(`${printable(line)}\n`);

/** Reports the progress of a load: a bar on a terminal, notes anywhere. */
function watch(): { readonly hooks: LoadHooks; readonly end: () => void } {
  const line = new ProgressLine(process.stderr);
  const onNote = (note: string): void => {
    line.clear();
    say(note);
  };
  return { hooks: { onProgress: line.update, onNote }, end: () => line.clear() };
}

async function start(): Promise<RunningServer> {
  // Loaded only now, so that --help and wrong options are answered at once.
  const { startServer, unserved } = await import("../index.ts");
  for (const line of unserved) say(`Not served: ${line}.`);
  const { hooks, end } = watch();
  try {
    return await startServer({ ...options, hooks }).finally(end);
  } catch (error) {
    say(explainFailure(error, options));
    return process.exit(1);
  }
}

/** Loads the files again, while readers continue with the state before. */
async function reload(server: RunningServer): Promise<void> {
  if (options.data === undefined) return say("SIGHUP has nothing to reload: the server was started without --data.");
  const { hooks, end } = watch();
  try {
    const state = await server.load({ data: options.data }, hooks).finally(end);
    say(`Published state ${state.uuid}.`);
  } catch (error) {
    say(explainFailure(error, options));
  }
}

const server = await start();
let stopping = false;
const stop = (): void => {
  // A second signal means: do not wait.
  if (stopping) process.exit(1);
  stopping = true;
  server.close().then(
    () => process.exit(0),
    (error: unknown) => {
      say(explainFailure(error, options));
      process.exit(1);
    },
  );
};
process.on("SIGINT", stop);
process.on("SIGTERM", stop);
// On Windows, it says that the console window is being closed, and seconds are left.
process.on("SIGHUP", process.platform === "win32" ? stop : () => void reload(server));
// A parent that opened an IPC channel and is gone leaves no server running.
process.on("disconnect", stop);

// Last, when all signals have handlers: whoever reads these lines may send one at once.
if (options.keys === undefined) console.log(`Subscription key: ${server.keys[0]}`);
console.log(`Listening on ${server.url}`);
