import { copyRow, MutableResponse, writeJson } from "../checks/body.ts";
import { operations, totalHeader } from "../contract/operations.ts";
import type { Operation } from "../contract/shape/operation.ts";
import { type Answer, answer, type Reply } from "../evidence/answer.ts";
import { readJson } from "../evidence/json.ts";
import { limitOf, offsetOf, requestId, type WireRequest } from "../evidence/request.ts";
import { headersOf, type Recording, replay } from "../exchange/recording.ts";
import type { Send } from "../exchange/send.ts";
import { listsFor, type NamedPath, valuesIn } from "../run/paths.ts";

interface KnownRows {
  /** Rows as JSON text, by position. */
  rows: Map<number, string>;
  /** Where the rows end, if the recording shows it. */
  end: number | undefined;
  headers: Record<string, string>;
}

/** What can be looked up by the parameters in the path of an operation. */
interface KnownPaths {
  /** One that was asked for. */
  recorded: NamedPath["values"] | undefined;
  /** Those that rows of lists show, as text. */
  shown: Set<string>;
}

/** What a recording shows of the register, by the id of an operation. */
interface RecordedRegister {
  pages: ReadonlyMap<string, KnownRows>;
  paths: ReadonlyMap<string, KnownPaths>;
}

/**
 * A recorded service that also returns what was not recorded, as far as the recorded rows suffice: a fault in a total makes the suite use
 * other offsets than the recorded run did, and rows in another order make it look up another one of them. That one is the recorded
 * object with the other number in it.
 */
export function recordedService(recording: Recording, contract: readonly Operation[] = operations): Send {
  const recorded = replay(recording);
  const known = learned.get(recording) ?? learnAll(recording, contract);
  learned.set(recording, known);
  return async (request) => {
    const reply = await recorded(request);
    if (!isUnseen(reply)) return reply;
    return pageOf(known.pages, request) ?? (await objectOf(known.paths, request, recorded)) ?? reply;
  };
}

const isUnseen = (reply: Reply): boolean => reply.kind === "no answer" && reply.unseen === true;

/** Rows by recording, which is read once for all faults. */
const learned = new WeakMap<Recording, RecordedRegister>();

const learnAll = (recording: Recording, contract: readonly Operation[]): RecordedRegister => ({
  pages: learnPages(recording, contract),
  paths: new Map(
    contract.filter(({ inPath }) => inPath.length > 0).map((one) => [one.id, learnPaths(recording, contract, one)]),
  ),
});

/** A request of a recording, from its id, as `requestId` writes it. */
function requestOf(id: string): { operation: string; path: NamedPath["values"] | undefined } {
  const [, operation = id, path] = /^([^\s?(]+)(?:\(([^)]*)\))?/.exec(id) ?? [];
  return { operation, path: path === undefined ? undefined : Object.fromEntries(new URLSearchParams(path)) };
}

const textOf = (path: NamedPath["values"]): string => JSON.stringify(Object.entries(path).sort());

function learnPaths({ log }: Recording, contract: readonly Operation[], operation: Operation): KnownPaths {
  const names = operation.inPath.map(({ name }) => name);
  const lists = new Set(listsFor(operation, contract).map(({ id }) => id));
  const rows = log.entries.flatMap(({ _id, response }) => {
    const json = lists.has(requestOf(_id).operation) ? readJson(response.content.text) : undefined;
    return json?.ok === true && json.value.kind === "array" ? json.value.items : [];
  });
  const shown = new Set(
    rows
      .map((row) => valuesIn(row, names))
      .filter((one) => one !== undefined)
      .map(textOf),
  );
  const asked = log.entries.map(({ _id }) => requestOf(_id)).filter((one) => one.operation === operation.id);
  return { shown, recorded: asked.find(({ path }) => path !== undefined && shown.has(textOf(path)))?.path };
}

/** The rows of paged operations, by the id of the operation. */
function learnPages({ log }: Recording, contract: readonly Operation[]): ReadonlyMap<string, KnownRows> {
  const known = new Map<string, KnownRows>();
  for (const { response, _id } of log.entries) {
    // A page without any other parameter: as `requestId` writes it.
    const [, id, offset, limit] = /^(\S+)\?offset=(\d+)(?:&limit=(\d+))? json valid$/.exec(_id) ?? [];
    if (id === undefined || response.status !== 200) continue;
    const isTotal = contract.some((one) => one.id === id && one.declaresTotal);
    learn(known, id, isTotal, Number(offset), limit === undefined ? undefined : Number(limit), response);
  }
  return known;
}

function learn(
  known: Map<string, KnownRows>,
  id: string,
  isTotal: boolean,
  offset: number,
  limit: number | undefined,
  response: Recording["log"]["entries"][number]["response"],
): void {
  const json = readJson(response.content.text);
  if (!json.ok || json.value.kind !== "array") return;
  const headers = headersOf(response);
  const ours = known.get(id) ?? { rows: new Map(), end: undefined, headers };
  for (const [index, row] of json.value.items.entries()) ours.rows.set(offset + index, writeJson(row));
  const total = isTotal ? Number(headers[totalHeader] ?? Number.NaN) : Number.NaN;
  const rows = json.value.items.length;
  // A service may cap a large limit, so a short page is the last one only if the limit was small.
  if (Number.isInteger(total)) ours.end = total;
  else if (limit !== undefined && limit <= 10 && rows > 0 && rows < limit) ours.end = offset + rows;
  known.set(id, ours);
}

function pageOf(all: ReadonlyMap<string, KnownRows>, request: WireRequest): Answer | undefined {
  const { asks } = request;
  const limit = limitOf(asks);
  if (asks?.as !== "json" || asks.key !== "valid" || limit === undefined) return undefined;
  const known = all.get(asks.operation.id);
  if (known?.end === undefined) return undefined;
  const page: string[] = [];
  const offset = offsetOf(asks);
  for (let position = offset; position < Math.min(offset + limit, known.end); position += 1) {
    const row = known.rows.get(position);
    if (row === undefined) return undefined;
    page.push(row);
  }
  return answer(request, 200, known.headers, Buffer.from(`[${page.join(",")}]`));
}

/** The reply to the recorded request for one object, with what the path names in the object; undefined if no list shows that there is one. */
async function objectOf(
  all: ReadonlyMap<string, KnownPaths>,
  request: WireRequest,
  recorded: Send,
): Promise<Reply | undefined> {
  const { asks } = request;
  const known = asks && all.get(asks.operation.id);
  if (asks?.path === undefined || known?.recorded === undefined || !known.shown.has(textOf(asks.path)))
    return undefined;
  const reply = await recorded({ ...request, id: requestId({ ...asks, path: known.recorded }) });
  if (reply.kind === "no answer") return reply;
  const { path } = asks;
  const body = new MutableResponse({ ...reply, request });
  const [object] = body.rows() ?? [];
  const copy = object && copyRow(object);
  if (copy === undefined || asks.operation.answer !== "object") return body.toAnswer();
  for (const member of copy.members) {
    const asked = path[member.name];
    if (asked !== undefined && "text" in member.value) member.value = { ...member.value, text: asked };
  }
  body.setRows([copy]);
  return body.toAnswer();
}
