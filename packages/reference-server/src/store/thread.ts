import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { cases, register } from "../contract/contract.ts";
import { DatabaseError, openDatabase } from "./database.ts";
import { LoadError, type LoadHooks, type Progress } from "./load.ts";
import { planTables } from "./tables.ts";
import { performWork, type Work } from "./work.ts";

interface Task {
  readonly file: string;
  readonly work: Work;
}

/** Messages from the thread. Classes of errors do not cross threads, so their names do. */
type Message =
  | { readonly progress: Progress }
  | { readonly note: string }
  | { readonly done: { readonly published: string | undefined } }
  | { readonly failed: { readonly name: string; readonly message: string } };

/** Milliseconds between reports of progress. */
const progressInterval = 100;

/** Marks a thread that was started here, and not by a program that merely imports this module. */
const purpose = "court-register-server: work";

/**
 * Does the work on a database file in a thread of its own, over its own connection.
 * @throws {LoadError | DatabaseError} as the work itself does; nothing is changed then.
 */
export async function performInThread(
  file: string,
  work: Work,
  hooks: LoadHooks,
  signal: AbortSignal,
): Promise<string | undefined> {
  const cancelled = (): LoadError => new LoadError("The load was cancelled. Nothing was changed.");
  // A signal that is already aborted fires no event.
  if (signal.aborted) throw cancelled();
  if (process.permission?.has("worker") === false)
    throw new LoadError(
      "Node runs with --permission, and may start no thread: give it --allow-worker. Nothing was changed.",
    );
  const worker = new Worker(new URL(import.meta.url), {
    name: purpose,
    workerData: { purpose, file, work },
    // A load makes much short-lived garbage; a small young generation keeps the whole process small.
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  });
  const stop = (): void => void worker.terminate();
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await new Promise((resolve, reject) => {
      worker.on("message", (message: Message) => {
        if ("progress" in message) hooks.onProgress?.(message.progress);
        else if ("note" in message) hooks.onNote?.(message.note);
        else if ("done" in message) resolve(message.done.published);
        else reject(revive(message.failed));
      });
      worker.once("error", (error) => reject(explainCrash(error)));
      worker.once("exit", () => reject(cancelled()));
    });
  } finally {
    signal.removeEventListener("abort", stop);
    await worker.terminate();
  }
}

/**
 * A thread without memory ends alone: the server goes on, and the next load has a thread of its own. Only seldom does Node abort the
 * process while it takes the thread down; a database file is as before then, too.
 */
function explainCrash(error: Error): Error {
  if (!("code" in error) || error.code !== "ERR_WORKER_OUT_OF_MEMORY") return error;
  return new LoadError(
    "The load ran out of memory. Nothing was changed. Shorten the longest lines, or give Node more with NODE_OPTIONS=--max-old-space-size=4096.",
    { cause: error },
  );
}

function revive({ name, message }: { readonly name: string; readonly message: string }): Error {
  if (name === "LoadError") return new LoadError(message);
  if (name === "DatabaseError") return new DatabaseError(message);
  return new Error(message);
}

async function runTask({ file, work }: Task): Promise<Message> {
  const post = (message: Message): void => parentPort?.postMessage(message);
  let reported = 0;
  const hooks: LoadHooks = {
    onNote: (note) => post({ note }),
    onProgress: (progress) => {
      if (progress.share < 1 && Date.now() - reported < progressInterval) return;
      reported = Date.now();
      post({ progress });
    },
  };
  try {
    const tables = planTables(register, cases);
    const database = openDatabase(file, tables, false);
    try {
      return { done: { published: await performWork(database, tables, work, hooks, file) } };
    } finally {
      database.close();
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { failed: { name: error.name, message: error.message } };
  }
}

// Not awaited: CommonJS cannot require a module that waits.
if (!isMainThread && workerData?.purpose === purpose)
  void runTask(workerData).then((message) => parentPort?.postMessage(message));
