/** What crosses between the thread of the caller and the one that walks: plain values, because classes do not cross. */
import type { MessagePort } from "node:worker_threads";
import { type Cursor, RegisterError } from "@court-register/fetch";
import { MirrorError } from "../../mirror-error.ts";
import { parseRows } from "../../wire/wire.ts";
import { Inconsistency } from "../inconsistency.ts";
import type { SourcePage } from "../source.ts";
import type { DirectPage } from "./direct-source.ts";
import { lastRows } from "./response.ts";

/** A walk for the thread. Each message at its port asks for a page, and gets one reply. */
export interface Walk {
  port: MessagePort;
  list: string;
  cursor: Cursor | undefined;
  state: string | undefined;
}

/** What the thread sends for a page that was asked for. */
export interface ThreadReply {
  /** Requests of the thread that got a response so far. */
  requests: number;
  /** Undefined at the end of the walk. */
  page?: SentPage | undefined;
  failure?: ThreadError;
}

/** A page, as it crosses threads: many rows take long to copy, the text of their body does not. */
export type SentPage = Omit<DirectPage, "rows" | "body"> & { text: string };

/** An error, as it crosses threads. */
export interface ThreadError {
  name: string;
  message: string;
  details: object;
  cause: string | undefined;
}

/** A page, to send. */
export const packPage = ({ rows: _, body, ...page }: DirectPage): SentPage => ({ ...page, text: body.text });

/** The page that was sent. Its rows are parsed when they are asked for. */
export const unpackPage = ({ text, ...page }: SentPage): SourcePage => ({
  ...page,
  rows: () => (page.hashes.length === 0 ? [] : lastRows(parseRows(text), page.hashes.length)),
});

/** An error, to send. */
export function packError(error: unknown): ThreadError {
  if (!(error instanceof Error)) return { name: "Error", message: String(error), details: {}, cause: undefined };
  const { name, message, cause } = error;
  return { name, message, details: { ...error }, cause: cause === undefined ? undefined : String(cause) };
}

/** The error that was sent, of the class that it had. */
export function unpackError({ name, message, details, cause }: ThreadError): Error {
  const options = cause === undefined ? undefined : { cause: new Error(cause) };
  if (name === "Inconsistency") {
    const { advice, list } = details as Inconsistency;
    return new Inconsistency(message, advice, { list, ...options });
  }
  if (name === "MirrorError") return new MirrorError((details as MirrorError).kind, message, options);
  if (name === "RegisterError") return new RegisterError(message, options, details as RegisterError);
  return new Error(message, options);
}
