/** Walks in a thread of their own: while a page is written, the next ones arrive, prove that they join, and are hashed. */
import { on } from "node:events";
import { MessageChannel, type MessagePort, type Worker } from "node:worker_threads";
import type { Cursor } from "@court-register/fetch";
import { MirrorError } from "../../mirror-error.ts";
import type { RegisterList } from "../../wire/list.ts";
import type { ListResponse, Source, SourceOptions, SourcePage } from "../source.ts";
import type { DirectSource } from "./direct-source.ts";
import { type ThreadReply, unpackError, unpackPage, type Walk } from "./thread-messages.ts";
import { startThread } from "./walking-thread.ts";

/** Pages that the thread has ready, beside those that are on their way to it. */
const ahead = 2;

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

  request(list: RegisterList, page: { offset: number; limit: number }): Promise<ListResponse> {
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
        const { requests, page, failure } = reply as ThreadReply;
        this.#requests = requests;
        if (failure) throw unpackError(failure);
        if (!page) return;
        port.postMessage("next");
        yield unpackPage(page);
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
    const thread = startThread(this.#options);
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
