/** Walks in a thread of their own: while a page is written, the next ones arrive, prove that they join, and are hashed. */
import { on } from "node:events";
import { isMainThread, MessageChannel, type MessagePort, parentPort, Worker, workerData } from "node:worker_threads";
import { type Cursor, RegisterError } from "@court-register/fetch";
import { registerLists } from "../generated/lists.ts";
import { MirrorError } from "../mirror-error.ts";
import type { RegisterList } from "../wire/list.ts";
import { parseRows, type WireObject } from "../wire/wire.ts";
import { type DirectPage, DirectSource } from "./direct-source.ts";
import { Inconsistency } from "./inconsistency.ts";
import type { Answer, Source, SourceOptions, SourcePage } from "./source.ts";

/** A walk for the thread. Each message at its port asks for a page, and gets one reply. */
interface Walk {
  port: MessagePort;
  list: string;
  cursor: Cursor | undefined;
  state: string | undefined;
}

interface Reply {
  /** Requests of the thread that got a response so far. */
  requests: number;
  /** Undefined at the end of the walk. */
  page?: SentPage | undefined;
  failure?: Failure;
}

/** A page, as it crosses threads: many rows take long to copy, one text does not. */
type SentPage = Omit<DirectPage, "rows">;

/** An error, as it crosses threads: classes do not. */
interface Failure {
  name: string;
  message: string;
  details: object;
  cause: string | undefined;
}

/** Pages that the thread has ready, beside those that are on their way to it. */
const ahead = 2;

/** Marks a thread that was started here, and not by a program that merely imports this module. */
const purpose = "court-register-mirror: source";

/** Reads the service in two threads: single requests in that of the caller, walks in one of their own. */
export class ThreadedSource implements Source {
  readonly #direct: DirectSource;
  readonly #options: SourceOptions;
  readonly #ended = new AbortController();
  #thread: Worker | undefined;
  #exit: Promise<void> | undefined;
  /** Of the walks that are open. */
  readonly #ports = new Set<MessagePort>();
  #requests = 0;

  /** @throws MirrorError of kind `usage` if Node may start no thread: before anything is asked of the service. */
  constructor(direct: DirectSource, options: SourceOptions) {
    if (process.permission?.has("worker") === false)
      throw new MirrorError("usage", "Node runs with --permission, and may start no thread: give it --allow-worker.");
    this.#direct = direct;
    this.#options = options;
  }

  get limit(): number {
    return this.#direct.limit;
  }

  get state(): string | undefined {
    return this.#direct.state;
  }

  get requests(): number {
    return this.#direct.requests + this.#requests;
  }

  pin(state: string | undefined): void {
    this.#direct.pin(state);
    // Walks follow soon.
    this.#thread ??= this.#start();
  }

  request(list: RegisterList, page: { offset: number; limit: number }): Promise<Answer> {
    return this.#direct.request(list, page);
  }

  /** The thread begins to read at once. */
  pages(list: RegisterList, cursor: Cursor | undefined): AsyncIterable<SourcePage> {
    if (!list.paged) return this.#direct.pages(list, cursor);
    const { port1: port, port2: far } = new MessageChannel();
    const walk: Walk = { port: far, list: list.name, cursor, state: this.state };
    this.#thread ??= this.#start();
    this.#thread.postMessage(walk, [far]);
    this.#ports.add(port);
    for (let asked = 0; asked < ahead; asked++) port.postMessage("next");
    return this.#receive(port);
  }

  async *#receive(port: MessagePort): AsyncGenerator<SourcePage, void> {
    try {
      for await (const [reply] of on(port, "message", { signal: this.#stop() })) {
        const { requests, page, failure } = reply as Reply;
        this.#requests = requests;
        if (failure) throw revive(failure);
        if (!page) return;
        port.postMessage("next");
        yield { ...page, rows: () => rowsOf(page) };
      }
    } catch (error) {
      if (this.#ended.signal.aborted) throw this.#ended.signal.reason;
      if (this.#options.signal?.aborted) throw new MirrorError("stopped", "Stopped. Run the command again.");
      throw error;
    } finally {
      port.close();
      this.#ports.delete(port);
    }
  }

  /** Fires when the caller stops the run, or the thread has ended by itself. */
  #stop(): AbortSignal {
    const { signal } = this.#options;
    return signal ? AbortSignal.any([signal, this.#ended.signal]) : this.#ended.signal;
  }

  #start(): Worker {
    const {
      baseUrl,
      subscriptionKey,
      tokenUrl,
      clientId,
      clientSecret,
      scope,
      authentication,
      limit,
      prefetch,
      timeout,
      maxBody,
    } = this.#options;
    // The thread gets a token of its own.
    const tokens = { tokenUrl, clientId, clientSecret, scope, authentication };
    const options: SourceOptions = { baseUrl, subscriptionKey, ...tokens, limit, prefetch, timeout, maxBody };
    const thread = new Worker(new URL(import.meta.url), { name: purpose, workerData: { purpose, options } });
    thread.on("error", (error) => this.#ended.abort(error));
    // From the start: a thread that has died is not waited for.
    this.#exit = new Promise((resolve) => thread.once("exit", () => resolve()));
    thread.unref();
    return thread;
  }

  /** Lets the thread end by itself, which takes its engine down more gently than `terminate` does, in the midst of anything. */
  async close(): Promise<void> {
    if (!this.#thread) return;
    for (const port of this.#ports) port.close();
    this.#thread.ref();
    this.#thread.postMessage("end");
    await this.#exit;
  }
}

function revive({ name, message, details, cause }: Failure): Error {
  const options = cause === undefined ? undefined : { cause: new Error(cause) };
  if (name === "Inconsistency") {
    const { advice, list } = details as Inconsistency;
    return new Inconsistency(message, advice, { list, ...options });
  }
  if (name === "MirrorError") return new MirrorError((details as MirrorError).kind, message, options);
  if (name === "RegisterError") return new RegisterError(message, options, details as RegisterError);
  return new Error(message, options);
}

function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { name: "Error", message: String(error), details: {}, cause: undefined };
  const { name, message, cause } = error;
  return { name, message, details: { ...error }, cause: cause === undefined ? undefined : String(cause) };
}

/** The rows of a page: those of its response, without the last row of the page before. */
const rowsOf = ({ hashes, text }: SentPage): WireObject[] =>
  hashes.length === 0 ? [] : parseRows(text).slice(-hashes.length);

const withoutRows = ({ rows: _, ...page }: DirectPage): SentPage => page;

/** The side of the thread. */
function serve(threadPort: MessagePort, options: SourceOptions): void {
  const control = new AbortController();
  const source = new DirectSource({ ...options, signal: control.signal });
  threadPort.on("message", (message: Walk | "end") => {
    if (message === "end") {
      // Without requests and ports, nothing keeps the thread.
      control.abort();
      return threadPort.close();
    }
    const { port, list, cursor, state } = message;
    source.pin(state);
    const walk = source.pages(registerLists.find(({ name }) => name === list) as RegisterList, cursor);
    const reply = (result: Omit<Reply, "requests">): void =>
      port.postMessage({ ...result, requests: source.requests } satisfies Reply);
    port.on("message", () =>
      walk.next().then(
        ({ value: page }) => reply({ page: page ? withoutRows(page) : undefined }),
        (error) => reply({ failure: failureOf(error) }),
      ),
    );
    port.on("close", () => void walk.return());
  });
}

if (!isMainThread && workerData?.purpose === purpose) serve(parentPort as MessagePort, workerData.options);
