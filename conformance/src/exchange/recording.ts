import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Redact } from "#kit/redact";
import { isCourt, type NamedCase } from "../contract/cases.ts";
import { answer, compressedAnswer, type NoAnswer, notDecompressed, type Reply } from "../evidence/answer.ts";
import type { RepresentationChoice, WireRequest } from "../evidence/request.ts";
import { suite } from "../shared/suite.ts";
import { UsageError } from "../shared/usage-error.ts";
import { makeFolder, prepareFile, writeWhole } from "../shared/whole-file.ts";
import type { OnExchange } from "./conversation.ts";
import type { Send } from "./send.ts";

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

/** What a replay reads of an entry; HAR demands more. */
interface HarEntry {
  request: { method: string; url: string; headers: HarHeader[]; postData?: { text: string } };
  response: {
    status: number;
    headers: HarHeader[];
    content: { text: string; encoding?: "base64" };
  };
  /** The id of the `WireRequest`. */
  _id: string;
  /** Why there was no response, or no readable one. */
  _problem?: string;
  /** What else is known of a request without a response. */
  _unanswered?: KnownFailure;
}

type KnownFailure = Omit<NoAnswer, "kind" | "request" | "problem">;

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
  const entry = {
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
    ...(answered ? {} : { _unanswered: knownOf(reply) }),
  };
  return entry;
}

const knownOf = ({ kind: _kind, request: _request, problem: _problem, ...known }: NoAnswer): KnownFailure => known;

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
  await makeFolder(directory);
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

/** Has the replies of a recording. A request that was sent several times gets its replies in order, then the last one again. */
export function replay({ log }: Recording): Send {
  const known = Map.groupBy(log.entries, ({ _id: id, request }) =>
    isQuery(id)
      ? queryKey({ ...request, headers: Object.fromEntries(pairs(request.headers)), body: request.postData?.text })
      : id,
  );
  const position = new Map<string, number>();
  return async (request) => {
    const key = isQuery(request.id) ? queryKey(request) : request.id;
    const entries = known.get(key) ?? [];
    const index = position.get(key) ?? 0;
    position.set(key, index + 1);
    const entry = entries[Math.min(index, entries.length - 1)];
    if (entry !== undefined) return replyOf(entry, request);
    const problem = "the recording does not contain this request";
    return { kind: "no answer", request, problem, final: true, unseen: true };
  };
}

const isQuery = (id: string): boolean => id.startsWith("graphql");

type Sent = Pick<WireRequest, "url" | "headers"> & { method: string; body?: string | undefined };

/** Identifies a query of GraphQL by what it sends, except headers that may carry credentials. */
function queryKey({ method, url, headers, body = "" }: Sent): string {
  const sent = new Headers(headers);
  return JSON.stringify([method, url, body, sent.get("accept"), sent.get("content-type")]);
}

/** The headers of a recorded response, with names in lower case. */
export const headersOf = ({ headers }: HarEntry["response"]): Record<string, string> =>
  Object.fromEntries(new Headers(pairs(headers)));

/** The reply to a request, as it was recorded. */
function replyOf({ response, _problem: problem = "no response", _unanswered }: HarEntry, request: WireRequest): Reply {
  const { status, content } = response;
  if (status === 0) return { final: false, ..._unanswered, kind: "no answer", request, problem };
  const headers = headersOf(response);
  if (problem === notDecompressed) return compressedAnswer(request, status, headers);
  return answer(request, status, headers, Buffer.from(content.text, content.encoding ?? "utf8"));
}
