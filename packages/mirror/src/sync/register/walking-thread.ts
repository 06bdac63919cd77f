/** The thread that walks: what {@link startThread} starts, and this module does there. */
import { isMainThread, type MessagePort, parentPort, Worker, workerData } from "node:worker_threads";
import { registerLists } from "../../generated/lists.ts";
import type { RegisterList } from "../../wire/list.ts";
import type { SourceOptions } from "../source.ts";
import { DirectSource } from "./direct-source.ts";
import { packError, packPage, type ThreadReply, type Walk } from "./thread-messages.ts";

/** Marks a thread that was started here, and not by a program that merely imports this module. */
const purpose = "court-register-mirror: source";

/** Starts a thread. It takes {@link Walk}s, and `end`. */
export const startThread = (options: SourceOptions): Worker =>
  new Worker(new URL(import.meta.url), { name: purpose, workerData: { purpose, options: cloneable(options) } });

/** The options that cross threads: no functions, and no rate, which is that of one thread. The thread gets a token of its own. */
function cloneable(options: SourceOptions): SourceOptions {
  const { baseUrl, subscriptionKey, limit, prefetch, timeout, maxBody } = options;
  const { tokenUrl, clientId, clientSecret, scope, authentication } = options;
  const tokens = { tokenUrl, clientId, clientSecret, scope, authentication };
  return { baseUrl, subscriptionKey, ...tokens, limit, prefetch, timeout, maxBody };
}

/** The side of the thread. */
function serve(threadPort: MessagePort, options: SourceOptions): void {
  const control = new AbortController();
  const source = new DirectSource({ ...options, signal: control.signal });
  threadPort.on("message", (message: Walk | "end") => {
    if (message !== "end") return serveWalk(source, message);
    // Without requests and ports, nothing keeps the thread.
    control.abort();
    threadPort.close();
  });
}

function serveWalk(source: DirectSource, { port, list: name, cursor, state }: Walk): void {
  source.pin(state);
  const walk = source.pages(registerLists.find((list) => list.name === name) as RegisterList, cursor);
  const reply = (result: Omit<ThreadReply, "requests">): void =>
    port.postMessage({ ...result, requests: source.requests } satisfies ThreadReply);
  port.on("message", () =>
    walk.next().then(
      ({ value: page }) => reply({ page: page ? packPage(page) : undefined }),
      (error) => reply({ failure: packError(error) }),
    ),
  );
  port.on("close", () => void walk.return());
}

if (!isMainThread && workerData?.purpose === purpose) serve(parentPort as MessagePort, workerData.options);
