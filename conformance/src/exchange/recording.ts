import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isCourt, type NamedCase } from "../contract/cases.ts";
import { bodiless, brokenBody, notDecompressed, type Reply, Unanswered } from "../evidence/answer.ts";
import { type RegisterTarget, type RepresentationChoice, requestId } from "../evidence/request.ts";
import { suite } from "../shared/suite.ts";
import { UsageError } from "../shared/usage-error.ts";
import { prepareFile, writeWhole } from "../shared/whole-file.ts";
import type { OnExchange } from "./conversation.ts";
import { identify } from "./identify.ts";
import type { Redact } from "./redact.ts";
import type { Fetch } from "./send.ts";

/** The options of a run that its replay needs to judge it the same way. None is a key. */
export interface RecordedRun {
  baseUrl: string;
  graphqlUrl?: string;
  cases: readonly NamedCase[];
  xmlBy: RepresentationChoice;
  seed: number;
  operations?: readonly string[];
  only?: readonly string[];
  audits?: boolean;
  /** The budget, if it was not the default: what it left unconfirmed is excused in a replay too. */
  maxRequests?: number;
  mock?: true;
}

interface HarHeader {
  name: string;
  value: string;
}

interface HarEntry {
  startedDateTime: string;
  time: number;
  request: {
    method: string;
    url: string;
    httpVersion: string;
    cookies: [];
    headers: HarHeader[];
    queryString: HarHeader[];
    headersSize: -1;
    bodySize: number;
    postData?: { mimeType: string; text: string };
  };
  response: {
    status: number;
    statusText: string;
    httpVersion: string;
    cookies: [];
    headers: HarHeader[];
    content: { size: number; mimeType: string; text: string; encoding?: "base64" };
    redirectURL: string;
    headersSize: -1;
    bodySize: number;
  };
  cache: Record<string, never>;
  timings: { send: number; wait: number; receive: number };
  /** The id of the `WireRequest`. */
  _id: string;
  /** Why there was no response, or no readable one. */
  _problem?: string;
  /** Set if a retry was pointless. */
  _final?: true;
  /** Set if the connection that was closed had been kept from earlier requests. */
  _wasKept?: true;
  /** Set if the body was too large to be read. */
  _tooLarge?: true;
  /** Set if the response was not complete in time. */
  _tooSlow?: true;
}

/** A recording as HAR 1.2, which browsers and many tools read. */
export interface Recording {
  log: { version: "1.2"; creator: { name: string; version: string }; entries: HarEntry[]; _run: RecordedRun };
}

/** Records every exchange of a run, without secrets. */
export function createRecorder(redact: Redact): {
  onExchange: OnExchange;
  recording: (run: RecordedRun) => Recording;
} {
  const entries: HarEntry[] = [];
  const onExchange: OnExchange = (reply, started, milliseconds) => {
    entries.push(toEntry(reply, started, milliseconds, redact));
  };
  const recording = (run: RecordedRun): Recording => ({
    log: { version: "1.2", creator: { ...suite }, entries, _run: withoutSecrets(run, redact) },
  });
  return { onExchange, recording };
}

const withoutSecrets = (run: RecordedRun, redact: Redact): RecordedRun => ({
  ...run,
  baseUrl: redact(run.baseUrl),
  ...(run.graphqlUrl === undefined ? {} : { graphqlUrl: redact(run.graphqlUrl) }),
});

function toEntry(reply: Reply, started: Date, milliseconds: number, redact: Redact): HarEntry {
  const { request } = reply;
  const url = redact(request.url);
  // Without headers whose name is a secret: redacted, it would be none.
  const list = (headers: Readonly<Record<string, string>>): HarHeader[] =>
    Object.entries(headers)
      .filter(([name]) => redact(name) === name)
      .map(([name, value]) => ({ name, value: redact(value) }));
  const answered = reply.kind === "answer";
  const content = answered ? bodyText(reply.body, redact) : { text: "" };
  const headers = answered ? reply.headers : {};
  const problem = answered ? reply.unreadable : reply.problem;
  return {
    startedDateTime: started.toISOString(),
    time: milliseconds,
    request: {
      method: request.method,
      url,
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: list(request.headers),
      queryString: [...new URL(request.url).searchParams].map(([name, value]) => ({
        name: redact(name),
        value: redact(value),
      })),
      headersSize: -1,
      bodySize: request.body === undefined ? 0 : Buffer.byteLength(request.body),
      ...(request.body === undefined
        ? {}
        : { postData: { mimeType: redact(request.headers["content-type"] ?? ""), text: redact(request.body) } }),
    },
    response: {
      status: answered ? reply.status : 0,
      statusText: "",
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: list(headers),
      content: {
        size: answered ? reply.body.byteLength : 0,
        mimeType: redact(headers["content-type"] ?? ""),
        ...content,
      },
      redirectURL: redact(headers.location ?? ""),
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: milliseconds, receive: 0 },
    _id: request.id,
    ...(problem === undefined ? {} : { _problem: redact(problem) }),
    ...(!answered && reply.final ? { _final: true } : {}),
    ...(!answered && reply.wasKept ? { _wasKept: true } : {}),
    ...(!answered && reply.tooLarge ? { _tooLarge: true } : {}),
    ...(!answered && reply.tooSlow ? { _tooSlow: true } : {}),
  };
}

/** A body as text if its bytes are UTF-8, otherwise in base64; redacted in both cases. */
function bodyText(body: Uint8Array, redact: Redact): { text: string; encoding?: "base64" } {
  const bytes = Buffer.from(body);
  const text = bytes.toString("utf8");
  if (Buffer.from(text).equals(bytes)) return { text: redact(text) };
  return { text: Buffer.from(redact(bytes.toString("latin1")), "latin1").toString("base64"), encoding: "base64" };
}

const fileName = "recording.har";

/** Checks that a recording can be written to a directory, which is created if it is missing. */
export const prepareRecording = (directory: string): Promise<void> => prepareFile(join(directory, fileName));

export async function writeRecording(recording: Recording, directory: string): Promise<string> {
  await mkdir(directory, { recursive: true });
  const file = join(directory, fileName);
  writeWhole(file, JSON.stringify(recording));
  return file;
}

export async function readRecording(directory: string): Promise<Recording> {
  const file = join(directory, fileName);
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch {
    throw new UsageError(`there is no recording at ${file}: make one with --record ${directory}`);
  }
  try {
    const recording: Recording = JSON.parse(text);
    if (isRun(recording.log._run) && recording.log.entries.every(isEntry)) return recording;
  } catch {
    // Not written by --record.
  }
  throw new UsageError(`${file} is not a recording of this suite: make one with --record ${directory}`);
}

const isText = (value: unknown): boolean => typeof value === "string";

/** Whether a recording has the options that a replay needs. Throws if even the objects around them are missing. */
const isRun = ({
  baseUrl,
  graphqlUrl = "",
  cases,
  xmlBy,
  seed,
  operations = [],
  only = [],
  maxRequests = 1,
}: RecordedRun): boolean =>
  [baseUrl, graphqlUrl].every(isText) &&
  (xmlBy.by === "accept" || [xmlBy.name, xmlBy.json, xmlBy.xml].every(isText)) &&
  typeof seed === "number" &&
  Number.isSafeInteger(maxRequests) &&
  [operations, only].every((names) => Array.isArray(names) && names.every(isText)) &&
  cases.every(({ mark, court }) => isText(mark) && isText(court) && isCourt(court));

const pairs = (headers: readonly HarHeader[]): [string, string][] => headers.map(({ name, value }) => [name, value]);

/** Whether an entry has what a replay reads. Throws if even the objects around it are missing, or if a header is invalid. */
const isEntry = ({ _id, request, response }: HarEntry): boolean =>
  [_id, request.method, request.url, response.content.text].every(isText) &&
  [request.headers, response.headers].map(pairs).every((list) => list.flat().every(isText) && new Headers(list)) &&
  typeof response.status === "number";

/** The key that a replay sends: recordings contain none, and requests with a key must differ from those without. */
export const replayKey = "the-key-of-a-replay";

export const replayTarget = ({ baseUrl, xmlBy }: RecordedRun): RegisterTarget => ({
  baseUrl,
  key: replayKey,
  wrongKey: "",
  xmlBy,
});

/** A `fetch` that responds from a recording. A request that was sent several times gets its responses in order, then the last one again. */
export function replayFetch(recording: Recording): Fetch {
  const run = recording.log._run;
  const known = Map.groupBy(recording.log.entries, ({ _id: id, request }) =>
    id.startsWith("graphql")
      ? graphKey(request.url, {
          method: request.method,
          headers: pairs(request.headers),
          body: request.postData?.text ?? null,
        })
      : id,
  );
  const position = new Map<string, number>();
  const target = replayTarget(run);
  return (url, init) => {
    const request = identify(url, init, target);
    const key = request === undefined ? graphKey(url, init) : requestId(request);
    const entries = known.get(key) ?? [];
    const index = position.get(key) ?? 0;
    position.set(key, index + 1);
    const entry = entries[Math.min(index, entries.length - 1)];
    if (entry === undefined)
      return Promise.reject(
        new Unanswered("the recording does not contain this request", { final: true, unseen: true }),
      );
    return toResponse(entry);
  };
}

/** Identifies a query of GraphQL by what it sends, except headers that may carry credentials. */
function graphKey(url: string, { method = "GET", body, headers: all }: RequestInit): string {
  const headers = new Headers(all);
  return JSON.stringify([method, url, body ?? "", headers.get("accept"), headers.get("content-type")]);
}

const encodingHeaders: ReadonlySet<string> = new Set(["content-encoding", "content-length", "transfer-encoding"]);

/** The headers of a response that is sent again, with its body as recorded: decompressed, and whole. */
export const unencoded = (headers: readonly HarHeader[]): [string, string][] =>
  pairs(headers.filter(({ name }) => !encodingHeaders.has(name)));

function toResponse({ response, _problem, _final, _wasKept, _tooLarge, _tooSlow }: HarEntry): Promise<Response> {
  const { status, headers, content } = response;
  if (status === 0)
    return Promise.reject(
      new Unanswered(_problem ?? "no response", {
        final: _final === true,
        ...(_wasKept && { wasKept: true }),
        ...(_tooLarge && { tooLarge: true }),
        ...(_tooSlow && { tooSlow: true }),
      }),
    );
  const init = { status, headers: unencoded(headers) };
  if (_problem === notDecompressed) return Promise.resolve(new Response(brokenBody(), init));
  const bytes = Buffer.from(content.text, content.encoding ?? "utf8");
  return Promise.resolve(new Response(bodiless.has(status) ? null : bytes, init));
}
