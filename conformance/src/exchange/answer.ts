import { type JsonEvidence, readJson } from "../evidence/json.ts";
import { readXml, type XmlEvidence } from "../evidence/xml.ts";
import type { WireRequest } from "./request.ts";

/** A request that was answered, with whatever status. */
export interface Answer {
  kind: "answer";
  request: WireRequest;
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** The body as it came, after decompression. */
  body: Uint8Array;
  text: string;
  /** Why the body could not be read as text, if it could not. */
  unreadable?: string;
  json: () => JsonEvidence;
  xml: () => XmlEvidence;
}

/** A request that got no answer: the harness cannot judge it. */
export interface NoAnswer {
  kind: "no answer";
  request: WireRequest;
  /** What happened, in words without secrets: `connection refused (ECONNREFUSED)`. */
  problem: string;
  /** Whether asking again makes no sense. */
  final: boolean;
  /** Whether the service never saw the request: a recording does not hold it, or the budget is used up. */
  unseen?: true;
}

/** Wraps what came back. Bodies are read as JSON or XML when a check first looks at them, and once. */
export function answer(
  request: WireRequest,
  status: number,
  headers: Record<string, string>,
  body: Uint8Array,
): Answer {
  const decoded = decode(body, headers["content-type"] ?? "");
  return fromText(request, status, headers, body, decoded.text, decoded.problem);
}

/** Why a body could not be read that is compressed otherwise than its header says. */
export const notDecompressed = "a body that does not decompress";

/** An answer whose body could not be decompressed: there is a status, and nothing to read. */
export function compressedAnswer(request: WireRequest, status: number, headers: Record<string, string>): Answer {
  return fromText(request, status, headers, new Uint8Array(), "", notDecompressed);
}

/** What fetch gives in the place of such a body: some bytes, then the decompressor's error. */
export function brokenBody(start = ""): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from(start));
      const cause = Object.assign(new Error("unexpected end of file"), { code: "Z_BUF_ERROR" });
      controller.error(new TypeError("terminated", { cause }));
    },
  });
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

/** Bytes to text: UTF-8 unless the header, or the declaration of an XML document, names another encoding. A BOM of JSON is kept, to be judged. */
function decode(body: Uint8Array, contentType: string): { text: string; problem?: string } {
  const isXml = looksLikeXml(body);
  const start = Buffer.from(body.subarray(0, 200)).toString("latin1");
  const declared = isXml ? /^[^<]*<\?xml[^>]*encoding=["']([\w.:-]+)["']/i.exec(start)?.[1] : undefined;
  const byteOrder = byteOrderMark(body);
  // JSON is UTF-8 whatever the header says (RFC 8259, section 8.1).
  const isJson = !isXml && /json/i.test(contentType);
  const label = isJson ? "utf-8" : (byteOrder ?? /charset="?([\w.:-]+)/i.exec(contentType)?.[1] ?? declared ?? "utf-8");
  try {
    return { text: new TextDecoder(label, { fatal: true, ignoreBOM: !isXml }).decode(body) };
  } catch (error) {
    const problem =
      error instanceof RangeError
        ? `text in the unknown encoding ${label}`
        : `bytes that are not ${label.toUpperCase()}`;
    return { text: "", problem };
  }
}

function byteOrderMark(body: Uint8Array): string | undefined {
  const [first, second, third] = body;
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return undefined;
}

/** Whether the first character after a byte order mark and blanks is `<`, in UTF-8 or UTF-16. */
function looksLikeXml(body: Uint8Array): boolean {
  const skipped = new Set([0x00, 0x09, 0x0a, 0x0d, 0x20, 0xbb, 0xbf, 0xef, 0xfe, 0xff]);
  return body.find((byte) => !skipped.has(byte)) === 0x3c;
}
