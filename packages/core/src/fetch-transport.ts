import type { Fail } from "./call-report.ts";
import type { Transport } from "./transport.ts";

/** The error for a body that is too long. */
export const tooLarge = (fail: Fail, maxBody: number): Error =>
  fail(
    "too-large",
    `the response has more than ${maxBody} bytes, the option maxBody. Ask for fewer rows with limit, or raise maxBody.`,
  );

/** The charset that a content type declares: UTF-8 unless it says otherwise. */
export const charsetOf = (contentType: unknown): string =>
  /;\s{0,9}charset="?([^\s;"]{1,40})/i.exec(String(contentType))?.[1]?.toLowerCase() ?? "utf-8";

/** Makes a decoder of bytes in the declared charset. */
function decoderFor(contentType: unknown, fail: Fail): InstanceType<typeof TextDecoder> {
  const charset = charsetOf(contentType);
  try {
    return new TextDecoder(charset);
  } catch (cause) {
    throw fail(
      "decode",
      `the response declares the charset ${charset}, which this runtime cannot decode. Read the bytes with asResponse.`,
      cause,
    );
  }
}

/** Reads a body as text, up to `maxBody` bytes after decompression. */
async function readText({ body, headers }: Response, maxBody: number, fail: Fail): Promise<string> {
  const decoder = decoderFor(headers.get("content-type"), fail);
  const reader = (body as ReadableStream<Uint8Array>).getReader();
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
  // Decoded as a whole: engines take much longer to decode UTF-8 part by part.
  return decoder.decode(join(chunks, length));
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

/** Sends requests with `fetch`. */
export const fetchTransport =
  <Value>(fetch?: (url: string, init: RequestInit) => Promise<Response>): Transport<Value, Response> =>
  async ({ url, request, maxBody, fail, examine }) => {
    const response = await (fetch ?? globalThis.fetch)(url, request);
    // A response without a stream is empty, or was made by hand for a test.
    const text = () => (response.body ? readText(response, maxBody, fail) : response.text());
    const value = await examine({ status: response.status, headers: response.headers, text });
    return value && { value, response };
  };
