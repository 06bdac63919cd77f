import type { Redact } from "#kit/redact";
import { answer, compressedAnswer, maxMebibytes, maxValues, type Reply } from "../evidence/answer.ts";
import type { WireRequest } from "../evidence/request.ts";

/** The part of `fetch` that the suite uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** How requests are sent. */
export interface Sending {
  fetch: Fetch;
  /** Milliseconds until a response must be complete. */
  timeout: number;
  redact: Redact;
  /** Once it is aborted, requests reject with its reason. */
  signal?: AbortSignal | undefined;
}

/** A timer of more milliseconds would fire at once: Node keeps them in a signed 32-bit integer. */
const maxTimer = 2_147_483_647;

/** Sends a request once. Whatever goes wrong is a reply too. */
export type Send = (request: WireRequest) => Promise<Reply>;

/** Sends requests to a service. */
export const sender =
  (options: Sending): Send =>
  (request) =>
    sendOnce(request, options);

async function sendOnce(request: WireRequest, options: Sending): Promise<Reply> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), Math.min(options.timeout, maxTimer));
  let head: { status: number; headers: Record<string, string> } | undefined;
  try {
    const response = await options.fetch(request.url, {
      method: request.method,
      headers: request.headers,
      ...(request.body === undefined ? {} : { body: request.body }),
      // Following a redirect could send the key to another host: it is judged, like any status other than 200.
      redirect: "manual",
      signal: options.signal === undefined ? controller.signal : AbortSignal.any([controller.signal, options.signal]),
    });
    // Whitespace around a value is not part of it (RFC 9110, section 5.5); Node keeps what follows it.
    const headers = Object.fromEntries(Array.from(response.headers, ([name, value]) => [name, value.trim()]));
    head = { status: response.status, headers };
    const body = await readBody(response);
    if (body === undefined) return { kind: "no answer", request, problem: tooLarge, final: true, tooLarge: true };
    if (isCutOff(head, body)) return compressedAnswer(request, head.status, head.headers);
    return answer(request, head.status, head.headers, body);
  } catch (error) {
    // Bytes that do not decompress are a response of the service; a broken connection is not.
    if (head !== undefined && decompressionFailed(error)) return compressedAnswer(request, head.status, head.headers);
    return {
      kind: "no answer",
      request,
      ...(controller.signal.aborted ? { tooSlow: true } : {}),
      ...connectionProblem(error, controller.signal.aborted ? options.timeout : undefined, options.redact),
      ...(head === undefined && wasKept(error) ? { wasKept: true } : {}),
    };
  } finally {
    clearTimeout(timer);
  }
}

/** Whether a compressed body broke off before its first byte: fetch decompresses as far as it gets, without an error. */
const isCutOff = (
  { status, headers }: { status: number; headers: Record<string, string> },
  body: Uint8Array,
): boolean => status === 200 && body.length === 0 && !/^(?:identity)?$/i.test(headers["content-encoding"] ?? "");

const comma = 0x2c;
const slash = 0x2f;

const tooLarge = `a body of more than ${maxMebibytes} MiB or ${maxValues.toLocaleString("en")} values`;

/** Undefined if it is too large to be read. */
async function readBody(response: Response): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let values = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    // A value has a comma after it in JSON, unless it is the last one, and a slash in XML; a few more are in texts.
    for (const byte of chunk) if (byte === comma || byte === slash) values += 1;
    if (size > maxMebibytes * 1024 ** 2 || values > maxValues) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** An error and its causes, outermost first: fetch wraps the socket's error. */
function* causes(error: unknown): Generator<Cause> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) yield cause;
}

type Cause = Error & {
  code?: unknown;
  /** A name that could not be looked up. */
  hostname?: string;
  /** Where a connection failed. */
  address?: string;
  port?: number;
  /** If a host has several addresses, an error for each. */
  errors?: Cause[];
  socket?: { bytesRead?: number };
};

/** The names or addresses that were tried: those of a proxy, if there is one. */
const tried = (cause: Cause): string[] =>
  (cause.errors ?? [cause]).flatMap(({ hostname, address, port }) =>
    address === undefined ? (hostname ?? []) : `${address}:${port}`,
  );

function codeOf(error: unknown): string | undefined {
  for (const { code } of causes(error)) if (typeof code === "string") return code;
  return undefined;
}

/** Whether a connection was closed that had brought something before. */
const wasKept = (error: unknown): boolean => [...causes(error)].some(({ socket }) => (socket?.bytesRead ?? 0) > 0);

/** Error codes of gzip and deflate, of zstd, and of brotli. */
const decompressionFailed = (error: unknown): boolean =>
  /^(?:Z_|ZSTD_error_|ERR__ERROR_FORMAT|ERR_PADDING)/.test(codeOf(error) ?? "");

const unknownAuthority =
  "the certificate's issuer is not trusted, as behind a proxy that inspects TLS: NODE_EXTRA_CA_CERTS=FILE adds the issuer, NODE_OPTIONS=--use-system-ca all that the system trusts";

const explanations: Record<string, string> = {
  ECONNREFUSED: "nothing is listening at that address",
  ENOTFOUND: "no such host",
  EAI_AGAIN: "the host's name could not be looked up",
  ECONNRESET: "the connection was reset",
  UND_ERR_SOCKET: "the connection was closed before the response was complete",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the network cannot be reached",
  ETIMEDOUT: "the connection timed out",
  UND_ERR_CONNECT_TIMEOUT: "the connection timed out",
  CERT_HAS_EXPIRED: "the server's certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT:
    "the server's certificate is self-signed: NODE_EXTRA_CA_CERTS=FILE adds it to the trusted ones, NODE_OPTIONS=--use-system-ca all that the system trusts",
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  ERR_SSL_WRONG_VERSION_NUMBER: "the server does not speak TLS: should it be http:// instead of https://?",
};

/** Codes for which a retry is pointless, as it is for all that are about certificates. */
const finalCodes = new Set(["ENOTFOUND", "ERR_INVALID_URL", "UNABLE_TO_VERIFY_LEAF_SIGNATURE"]);

/** fetch's message if the proxy refuses to connect to the service. */
const proxyRefusal = /^Proxy response \((\d+)\)/;

function connectionProblem(
  error: unknown,
  timedOutAfter: number | undefined,
  redact: Redact,
): { problem: string; final: boolean } {
  if (timedOutAfter !== undefined)
    return { problem: `no complete response within ${timedOutAfter / 1000} s (--timeout)`, final: false };
  const code = codeOf(error);
  const last = [...causes(error)].at(-1);
  const innermost = last?.message ?? String(error);
  const refusal = proxyRefusal.exec(innermost)?.[1];
  const text =
    refusal !== undefined
      ? `the proxy in HTTPS_PROXY or HTTP_PROXY returned status ${refusal}${refusal === "407" ? ": it wants credentials, as in http://user:password@host" : ""}`
      : code === undefined
        ? innermost
        : `${explanations[code] ?? innermost} (${[code, ...(last && code in explanations ? tried(last) : [])].join(" ")})`;
  return {
    problem: redact(text),
    final: code !== undefined && (/CERT/.test(code) || finalCodes.has(code)),
  };
}
