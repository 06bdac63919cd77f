import { type Body, readBody, tooLarge } from "./body.ts";
import type { Fail } from "./call-report.ts";
import type { Exchange, Received } from "./transport.ts";

/** Reads the bytes of a body, up to `maxBody` after decompression. */
async function readBytes(body: ReadableStream<Uint8Array>, maxBody: number, fail: Fail): Promise<Uint8Array> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > maxBody) {
      // Nobody waits for this: the connection is closed in its own time.
      reader.cancel().catch(() => {});
      throw tooLarge(fail, maxBody);
    }
    chunks.push(value);
  }
  // As a whole: engines take much longer to decode UTF-8 part by part.
  return join(chunks, length);
}

function join(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = chunks;
  if (only && chunks.length === 1) return only;
  const whole = new Uint8Array(length);
  let position = 0;
  for (const chunk of chunks) {
    whole.set(chunk, position);
    position += chunk.length;
  }
  return whole;
}

/** The body of a response. One without a stream is empty, of a runtime without streams, or made by hand for a test. */
const bodyOf = async (response: Response, maxBody: number, fail: Fail): Promise<Body> => {
  if (response.body) return readBytes(response.body, maxBody, fail);
  return response.arrayBuffer ? new Uint8Array(await response.arrayBuffer()) : response.text();
};

/** Sends requests with `fetch`. */
export const fetchTransport =
  (fetch?: (url: string, init: RequestInit) => Promise<Response>) =>
  async <Value>({
    url,
    request,
    raw,
    maxBody,
    fail,
    examine,
  }: Exchange<Value>): Promise<Received<Value, Response> | undefined> => {
    const response = await (fetch ?? globalThis.fetch)(url, request);
    const { status, headers } = response;
    const text = async () =>
      raw && status === 200 ? "" : readBody(await bodyOf(response, maxBody, fail), status, headers, maxBody, fail);
    const value = await examine({ status, headers, text });
    return value && { value, response };
  };
