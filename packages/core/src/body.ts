/** From the bytes of a body to its text. Nothing is guessed: what is not text in its charset is an error. */

import type { Fail } from "./call-report.ts";
import type { ResponseHeaders, WholeResponse } from "./response.ts";

/** The bytes of a body, or the text that code of the caller has made of them. */
export type Body = Uint8Array | string;

/** The charset that a content type declares: UTF-8 unless it says otherwise. */
const charsetOf = (headers: ResponseHeaders): string =>
  /;\s{0,9}charset="?([^\s;"]{1,40})/i.exec(String(headers.get("content-type")))?.[1]?.toLowerCase() ?? "utf-8";

/** Labels of ASCII: a `TextDecoder` reads them as windows-1252, which has a character for every byte. */
const asciiLabels: readonly string[] = ["us-ascii", "ascii", "ansi_x3.4-1968"];

/** The error for a body that has too much, by the option that says how much it may have. */
export const tooLarge = (fail: Fail, most: number, option = "maxBody", what = "bytes"): Error =>
  fail(
    "too-large",
    `the response has more than ${most} ${what}`,
    `Ask for fewer rows with {limit}, or raise {${option}}.`,
  );

/** Bytes of a body for each value in it, at least. Rows have more; a value takes a hundred bytes of memory and more, even if it is `{}`. */
const bytesOfValue = 8;

/** Refuses a text that would become more values than a body of `maxBody` bytes may. @throws RegisterError of kind `too-large`. */
function checkValues(text: string, maxBody: number, fail: Fail): void {
  const most = Math.ceil(maxBody / bytesOfValue);
  let left = most;
  // Each value but the first follows a comma, a bracket or a brace, which takes a character, as the value does. Some are in texts.
  for (let at = 0; at < text.length && text.length - at > left; at++) {
    const code = text.charCodeAt(at);
    if ((code === 0x2c || code === 0x5b || code === 0x7b) && --left < 0)
      throw tooLarge(fail, most, undefined, "values");
  }
}

/** Whether bytes are text in a charset, from the first to the last. */
function isText(bytes: Uint8Array, charset: string): boolean {
  try {
    new TextDecoder(charset, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Where bytes stop being text: at which one, and whether the body just ends there, in the middle of a character. */
function findEnd(bytes: Uint8Array, charset: string): { at: number; isCut: boolean } {
  /** The start of the first part of `size` bytes that a decoder stops in. */
  const stopsAt = (from: number, size: number): number => {
    const decoder = new TextDecoder(charset, { fatal: true });
    let at = from;
    try {
      decoder.decode(bytes.subarray(0, from), { stream: true });
      for (; at < bytes.length; at += size) decoder.decode(bytes.subarray(at, at + size), { stream: true });
    } catch {}
    return Math.min(at, bytes.length);
  };
  // A decoder cannot go back: one finds the part, and another the byte in it.
  const stop = stopsAt(stopsAt(0, 4_096), 1);
  let at = stop;
  // It may have stopped within a character, whose first byte is the one to name.
  while (at > 0 && !isText(bytes.subarray(0, at), charset)) at--;
  return { at, isCut: stop === bytes.length };
}

/** Returns the text of bytes. @throws RegisterError of kind `decode` with the place of the first byte that is not text. */
function decodeText(bytes: Uint8Array, charset: string, isCompressed: boolean, fail: Fail): string {
  let text: string;
  try {
    text = new TextDecoder(charset).decode(bytes);
  } catch (cause) {
    throw fail(
      "decode",
      `the response declares the charset ${charset}, which this runtime cannot decode`,
      "Read the bytes with {asResponse}.",
      cause,
    );
  }
  const notAscii = asciiLabels.includes(charset) ? bytes.findIndex((byte) => byte > 127) : -1;
  // What is no text has become U+FFFD, which a text may also have. To look for it takes less time than a decoder that throws.
  if (notAscii < 0 && (!text.includes("\ufffd") || isText(bytes, charset))) return text;
  const { at, isCut } = notAscii < 0 ? findEnd(bytes, charset) : { at: notAscii, isCut: false };
  if (isCut && isCompressed) throw new Error(`the body broke off in the middle of a character, after ${at} bytes`);
  throw fail(
    "decode",
    `byte ${at} of the body is not ${charset}, the charset of the response`,
    "The service must declare the charset that it sends.",
    undefined,
    `byte ${at}`,
  );
}

/** The encoding that a body was compressed with; undefined if it was not. */
function compressionOf(headers: ResponseHeaders): string | undefined {
  const encoding = String(headers.get("content-encoding") ?? "").trim();
  return /^(?:identity)?$/i.test(encoding) ? undefined : encoding;
}

/**
 * Returns the text of a body.
 *
 * @throws RegisterError of kind `decode` if the bytes are not text in their charset, or `too-large` if they are more than `maxBody`, or
 * have too many values; an error of no kind if the body broke off.
 */
export function readBody(body: Body, status: number, headers: ResponseHeaders, maxBody: number, fail: Fail): string {
  if (body.length > maxBody) throw tooLarge(fail, maxBody);
  const compression = compressionOf(headers);
  const text = typeof body === "string" ? body : decodeText(body, charsetOf(headers), compression !== undefined, fail);
  const isDeclared = compression || (body.length === 0 && Number(headers.get("content-length")) > 0);
  if (status === 200 && isDeclared && text.trim() === "")
    throw new Error("the body broke off: it is empty, although its headers say that it is not");
  checkValues(text, maxBody, fail);
  return text;
}

/**
 * Whether a body that could not be read is compressed, and its JSON stops before its end: then it broke off. Node, and axios on it,
 * decompress such a body as far as they get, without an error.
 */
export function isCutOff({ status, headers, text }: WholeResponse): boolean {
  if (status !== 200 || !compressionOf(headers)) return false;
  const bare = text.replace(/\\./gs, "").replace(/"[^"]*"/g, "");
  return bare.includes('"') || bare.split(/[[{]/).length > bare.split(/[\]}]/).length;
}
