/** What a connection brings that is no request to answer: bytes that are not HTTP/1.1, come too late, or can be read in two ways. */
import { type IncomingMessage, ServerResponse, STATUS_CODES } from "node:http";
import { isIPv6, type Socket } from "node:net";
import { finished } from "node:stream";
import { bodyOf, Problem, problemType } from "./rest/problem.ts";

/** The last two responses that were begun on each connection. They are sent in the order of their requests. */
const begun = new WeakMap<Socket, { readonly newest: ServerResponse; readonly before: ServerResponse | undefined }>();

/** The responses of the server: it knows which are still to be sent on a connection. */
export class OrderedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  constructor(...parameters: ConstructorParameters<typeof ServerResponse<Request>>) {
    super(...parameters);
    const { socket } = this.req;
    begun.set(socket, { newest: this, before: begun.get(socket)?.newest });
  }
}

const unreadable: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: new Problem(431, "The URL and the headers are too long; at most 16 KB are allowed in total."),
  ERR_HTTP_REQUEST_TIMEOUT: new Problem(408, "The request did not arrive in time. Send it again, without pauses."),
};

const refused = new WeakSet<Socket>();

/** Milliseconds in which a client may read a refusal: a connection that is closed while bytes arrive loses what was sent. */
const lingering = 5_000;

/**
 * Responds to what is not HTTP, or not a complete request, and closes the connection. Earlier requests get their responses first,
 * and whole (RFC 9112, section 9.3.2); whatever arrives from now on is discarded.
 */
export function refuseUnreadable({ code }: { readonly code?: string }, socket: Socket): void {
  if (code === "ECONNRESET") return void socket.destroy();
  if (refused.has(socket)) return;
  refused.add(socket);
  // If the client says that nothing follows, Node would close the connection, with the earlier responses in it.
  socket.removeAllListeners("end");
  const problem = unreadable[code ?? ""] ?? new Problem(400, "This is not a valid HTTP/1.1 request.");
  const { newest, before } = begun.get(socket) ?? {};
  // A request without its end is what could not be read.
  const unfinished = newest?.req.complete === false ? newest : undefined;
  whenSent(unfinished === undefined ? newest : before, () => {
    // A request that was refused before its end, as one with a wrong method, has its only response.
    const isAnswered = unfinished?.headersSent === true;
    whenSent(isAnswered ? unfinished : undefined, () => end(socket, isAnswered ? "" : responseWith(problem)));
  });
}

function whenSent(response: ServerResponse | undefined, then: () => void): void {
  if (response === undefined) then();
  else finished(response, then);
}

function end(socket: Socket, text: string): void {
  if (!socket.writable) return;
  socket.end(text);
  const close = setTimeout(() => socket.destroy(), lingering).unref();
  socket.once("close", () => clearTimeout(close));
}

function responseWith(problem: Problem): string {
  const body = bodyOf(problem);
  return (
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\ncontent-type: ${problemType}\r\n` +
    `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`
  );
}

/** Responds to a request that expects something else than 100-continue, which Node refuses without a word (RFC 9110, section 10.1.1). */
export function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const body = bodyOf(
    new Problem(417, "The header Expect has something else than 100-continue. Leave it out.", "Expect"),
  );
  // What follows on the connection may be a body that nobody reads.
  response
    .writeHead(417, {
      "content-type": problemType,
      "content-length": Buffer.byteLength(body),
      connection: "close",
    })
    .end(body);
}

/** Fields that a request may have once, of which Node would keep the first without a word. It refuses two lengths itself. */
const singletons: ReadonlySet<string> = new Set([
  ...["authorization", "content-type", "from", "host", "if-modified-since", "if-unmodified-since", "max-forwards"],
  ...["proxy-authorization", "referer", "user-agent"],
]);

/**
 * What makes a request ambiguous, so that a proxy may read it in another way (RFC 9112, section 3.2; RFC 9110, section 5.3).
 * `Host` is missing or invalid, or a field is repeated that must not be.
 */
export function ambiguityOf({ rawHeaders, headers, httpVersion }: IncomingMessage): Problem | undefined {
  const seen = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    const key = name.toLowerCase();
    if (singletons.has(key) && seen.has(key))
      return new Problem(400, `The header ${name} is there more than once. Send it once.`, name);
    seen.add(key);
  }
  const { host } = headers;
  if (host === undefined && httpVersion === "1.1")
    return new Problem(400, "The header Host is missing. Send the host and port of this server in it.", "Host");
  if (host !== undefined && !isHost(host))
    return new Problem(400, "The header Host is not a host and an optional port, such as 127.0.0.1:8080.", "Host");
  return undefined;
}

/** `uri-host [ ":" port ]` (RFC 9110, section 7.2; RFC 3986, section 3.2.2). It may be empty. */
function isHost(text: string): boolean {
  const [, address, name] = /^(?:\[([^\]%]*)\]|((?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*))(?::\d*)?$/i.exec(text) ?? [];
  return name !== undefined || isIPv6(address ?? "") || /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i.test(address ?? "");
}
