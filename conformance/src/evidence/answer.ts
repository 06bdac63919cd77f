import { type JsonEvidence, readJson } from "./json.ts";
import type { WireRequest } from "./request.ts";
import { readXml, type XmlEvidence } from "./xml.ts";

/** A response, with any status. */
export interface Answer {
  kind: "answer";
  request: WireRequest;
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** The body as received, after decompression. */
  body: Uint8Array;
  text: string;
  /** Why the body could not be decompressed or decoded, if so. */
  unreadable?: string;
  json: () => JsonEvidence;
  xml: () => XmlEvidence;
}

/** A request without a response, which the suite cannot judge. */
export interface NoAnswer {
  kind: "no answer";
  request: WireRequest;
  /** What went wrong, without secrets: `no such host (ENOTFOUND)`. */
  problem: string;
  /** Whether a retry is pointless. */
  final: boolean;
  /** Set if nothing was sent: the recording does not contain the request, or the run may send no more. */
  unseen?: true;
  /** Set if the connection had been kept from earlier requests: a server may close such a one at any time (RFC 9112, section 9.3.1). */
  wasKept?: true;
  /** Set if the service responded, with a body too large to be read. */
  tooLarge?: true;
  /** Set if the response was not complete in time. */
  tooSlow?: true;
}

/** What became of a request. */
export type Reply = Answer | NoAnswer;

/** Statuses whose responses have no body; `Response` refuses one. */
export const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/** Statuses by which a service says that it does not offer a representation. */
export const notAcceptable: ReadonlySet<number> = new Set([406, 415]);

/** Wraps a response. Its body is parsed as JSON or XML once, when a check first needs it. */
export function answer(
  request: WireRequest,
  status: number,
  headers: Record<string, string>,
  body: Uint8Array,
): Answer {
  const decoded = decode(body, headers["content-type"] ?? "");
  return fromText(request, status, headers, body, decoded.text, decoded.problem);
}

/** The problem of a body that is not compressed as its header says. */
export const notDecompressed = "a body that does not decompress";

/**
 * Maximum size of a body, in MiB. A page of 1,000 rows takes about one; the rows of a whole register, sent in response to every
 * request, would take all memory.
 */
export const maxMebibytes = 16;

/**
 * Maximum number of values in a body. A value takes a hundred bytes of memory and more, even if it is `{}`, and an operation that
 * ignores the limit sends all of them a dozen times. A list without pages may have 40,000 rows of a dozen fields.
 */
export const maxValues = 500_000;

/** A response whose body could not be decompressed: only its status and headers can be read. */
export function compressedAnswer(request: WireRequest, status: number, headers: Record<string, string>): Answer {
  return fromText(request, status, headers, new Uint8Array(), "", notDecompressed);
}

function fromText(
  request: WireRequest,
  status: number,
  headers: Record<string, string>,
  body: Uint8Array,
  text: string,
  problem?: string,
): Answer {
  let json: JsonEvidence | undefined;
  let xml: XmlEvidence | undefined;
  return {
    kind: "answer",
    request,
    status,
    headers,
    body,
    text,
    ...(problem === undefined ? {} : { unreadable: problem }),
    json: () => (json ??= problem === undefined ? readJson(text) : { ok: false, problem }),
    xml: () => (xml ??= problem === undefined ? readXml(text) : { ok: false, problem, doctype: false }),
  };
}

/** How the problem of a body begins whose encoding only the suite does not know: XML may be in any. */
export const unknownEncoding = "text in an encoding that the suite cannot read:";

/** The position of the first byte that a charset has no meaning for; if the body ends in the middle of a character, of its end. */
function badByte(body: Uint8Array, label: string): number {
  /** The start of the first part of so many bytes that a decoder stops in. A decoder cannot go back: another one reads that part. */
  const stopsAt = (from: number, size: number): number => {
    const decoder = new TextDecoder(label, { fatal: true });
    let at = from;
    try {
      decoder.decode(body.subarray(0, from), { stream: true });
      for (; at < body.length; at += size) decoder.decode(body.subarray(at, at + size), { stream: true });
    } catch {
      // That is the part.
    }
    return Math.min(at, body.length);
  };
  return stopsAt(stopsAt(0, 4096), 1);
}

/** Decodes a body: UTF-8, unless a byte order mark, the header or the XML declaration says otherwise. The mark is kept in JSON, to be judged. */
function decode(body: Uint8Array, contentType: string): { text: string; problem?: string } {
  const isXml = looksLikeXml(body);
  const start = Buffer.from(body.subarray(0, 200)).toString("latin1");
  const declared = isXml ? declarationIn(start) : undefined;
  const byteOrder = byteOrderMark(body);
  // JSON is UTF-8 whatever the header says (RFC 8259, section 8.1).
  const isJson = !isXml && /json/i.test(contentType);
  const sent = /charset="?([\w.:-]+)/i.exec(contentType)?.[1];
  const external = byteOrder ?? sent;
  const label = isJson ? "utf-8" : (external ?? declared ?? "utf-8");
  const other = `bytes that are not ${label.toUpperCase()}`;
  try {
    const decoder = new TextDecoder(label, { fatal: true, ignoreBOM: !isXml });
    // A declaration that is read byte by byte is not UTF-16 (XML 1.0, section 4.3.3): as text, it would be other characters.
    if (declared !== undefined && decoder.encoding.startsWith("utf-16"))
      return { text: "", problem: external === undefined ? `${other}, which the XML declares` : other };
    const text = decoder.decode(body);
    const named = isXml && byteOrder !== undefined && sent === undefined ? declarationIn(text) : undefined;
    // Unless the header says otherwise, a document is in the encoding that it declares (XML 1.0, section 4.3.3).
    if (named === undefined || family(named) === family(label)) return { text };
    return {
      text: "",
      problem: `a byte order mark of ${label.toUpperCase()}, and an XML declaration of another encoding`,
    };
  } catch (error) {
    if (error instanceof RangeError) return { text: "", problem: `${unknownEncoding} ${label}` };
    return { text: "", problem: `${other}, at byte ${badByte(body, label)}` };
  }
}

/** The encoding that the beginning of an XML document declares. */
const declarationIn = (start: string): string | undefined =>
  /^[^<]*<\?xml[^>]*encoding=["']([\w.:-]+)["']/i.exec(start.slice(0, 200))?.[1];

/** An encoding, whatever its byte order, by the name that decoders have for it; one that they do not know, by its own. */
function family(label: string): string {
  try {
    return new TextDecoder(label).encoding.replace(/^(utf-16)[bl]e$/, "$1");
  } catch {
    return label;
  }
}

function byteOrderMark(body: Uint8Array): string | undefined {
  const [first, second, third] = body;
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return undefined;
}

/** Whether the first character after a byte order mark and whitespace is `<`, in UTF-8 or UTF-16. */
function looksLikeXml(body: Uint8Array): boolean {
  const skipped = new Set([0x00, 0x09, 0x0a, 0x0d, 0x20, 0xbb, 0xbf, 0xef, 0xfe, 0xff]);
  return body.find((byte) => !skipped.has(byte)) === 0x3c;
}
