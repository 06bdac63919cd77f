/// <reference lib="es2024.promise" />
/** `fetch` without a connection. */
import { Readable } from "node:stream";
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";

/** What Node's `fetch` asks for where its caller does not say. */
const defaults: Readonly<Record<string, string>> = { accept: "*/*", "accept-encoding": "gzip, deflate" };

/** Statuses of responses without a body ("null body status" in the Fetch Standard). */
const bodiless: readonly number[] = [204, 205, 304];

/**
 * A `fetch` that the app answers. Like the global one, it decompresses, and fails only where no response comes. It follows no
 * redirect: the contract has none.
 * @param closed - Breaks off what is running, and what is still to come.
 */
export function fetchFrom(app: Promise<FastifyInstance>, closed: AbortSignal): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const over = AbortSignal.any([request.signal, closed]);
    /** The caller's own reason, or what `fetch` says of a connection that breaks off. */
    const failure = (message: string, cause: unknown): unknown =>
      request.signal.aborted
        ? request.signal.reason
        : new TypeError(message, { cause: over.aborted ? over.reason : cause });
    const ask = async (): Promise<LightMyRequestResponse> => {
      const server = await app;
      const injected = await toInjected(request);
      const answer = await server.inject(injected).catch((error: unknown) => {
        throw failure("fetch failed", error);
      });
      // Whoever reads the body hears of it. Without a reader, it would end the process.
      answer.stream().on("error", () => undefined);
      if (over.aborted) answer.raw.res.destroy();
      return answer;
    };
    const stopped = Promise.withResolvers<never>();
    const stop = (): void => stopped.reject(failure("fetch failed", undefined));
    over.addEventListener("abort", stop);
    try {
      if (over.aborted) stop();
      const answer = await Promise.race([stopped.promise, ask()]);
      return toResponse(request, answer, received(answer, over, failure), () => end(answer));
    } finally {
      // A listener that stays keeps a combined signal in memory.
      over.removeEventListener("abort", stop);
    }
  };
}

/** The bytes of a body. Whoever stops reading ends what the app does for it. */
async function* received(
  { raw, stream }: LightMyRequestResponse,
  over: AbortSignal,
  failure: (message: string, cause: unknown) => unknown,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const stop = (): void => void raw.res.destroy();
  over.addEventListener("abort", stop);
  try {
    over.throwIfAborted();
    yield* stream();
    over.throwIfAborted();
  } catch (error) {
    throw failure("terminated", error);
  } finally {
    over.removeEventListener("abort", stop);
    stop();
  }
}

/** Ends what the app does for a response, also where nobody waits for its next bytes. @returns once the app has heard of it. */
async function end({ raw }: LightMyRequestResponse): Promise<void> {
  raw.res.destroy();
  // Not by an event: a response that has come whole has had it. The one of `destroy` comes in the same turn, and before this.
  await new Promise<void>((resolve) => process.nextTick(resolve));
}

async function toInjected(request: Request): Promise<InjectOptions> {
  const { method, url, body } = request;
  const bytes = body === null ? undefined : Buffer.from(await request.arrayBuffer());
  const length = bytes === undefined ? {} : { "content-length": String(bytes.length) };
  const headers = { ...defaults, host: new URL(url).host, ...length, ...Object.fromEntries(request.headers) };
  // A stream: inject gives bytes out by the global `setImmediate`, which tests replace by a fake.
  const payload = bytes === undefined ? {} : { payload: Readable.from(bytes) };
  // Without validation, which knows only some methods: the others get their 405.
  return { method: method as "GET", url, headers, ...payload, payloadAsStream: true, validate: false };
}

function toResponse(
  { method, url }: Request,
  { statusCode: status, statusMessage: statusText, headers: given }: LightMyRequestResponse,
  bytes: AsyncGenerator<Uint8Array<ArrayBuffer>>,
  end: () => Promise<void>,
): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given))
    for (const one of [value].flat()) if (one !== undefined) headers.append(name, String(one));
  const coding = headers.get("content-encoding");
  const isBodiless = method === "HEAD" || bodiless.includes(status);
  const plain = isBodiless ? null : toStream(bytes);
  const body = coding === "gzip" || coding === "deflate" ? plain?.pipeThrough(new DecompressionStream(coding)) : plain;
  const response = new Response(body ? endedBy(body, end) : null, { status, statusText, headers });
  // The constructor takes no URL.
  return Object.defineProperty(response, "url", { value: url.replace(/#.*/s, "") });
}

function toStream(bytes: AsyncGenerator<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await bytes.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: () => void bytes.return(undefined),
  });
}

/** A stream whose reader ends what is behind it, and knows when that is over: a pipe would not say when it has passed that on. */
function endedBy<T>(stream: ReadableStream<T>, end: () => Promise<void>): ReadableStream<T> {
  const reader = stream.getReader();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel(reason) {
      await end();
      // What it fails with is that it was ended.
      await reader.cancel(reason).catch(() => undefined);
    },
  });
}
