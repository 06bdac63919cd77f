import { writeJson } from "../checks/body.ts";
import { operations, totalHeader } from "../contract/operations.ts";
import type { Operation } from "../contract/shape/operation.ts";
import { type Answer, answer } from "../evidence/answer.ts";
import { readJson } from "../evidence/json.ts";
import { limitOf, offsetOf, type WireRequest } from "../evidence/request.ts";
import { headersOf, type Recording, replay } from "../exchange/recording.ts";
import type { Send } from "../exchange/send.ts";

interface KnownRows {
  /** Rows as JSON text, by position. */
  rows: Map<number, string>;
  /** Where the rows end, if the recording shows it. */
  end: number | undefined;
  headers: Record<string, string>;
}

/**
 * A recorded service that also returns pages that were not recorded, as far as the recorded rows suffice: a fault in a total
 * makes the suite use other offsets than the recorded run did.
 */
export function recordedService(recording: Recording, contract: readonly Operation[] = operations): Send {
  const recorded = replay(recording);
  const known = learned.get(recording) ?? learnAll(recording, contract);
  learned.set(recording, known);
  return async (request) => {
    const reply = await recorded(request);
    const isMissing = reply.kind === "no answer" && reply.unseen === true;
    return (isMissing ? pageOf(known, request) : undefined) ?? reply;
  };
}

/** Rows by recording, which is read once for all faults. */
const learned = new WeakMap<Recording, ReadonlyMap<string, KnownRows>>();

/** The rows of paged operations, by the id of the operation. */
function learnAll({ log }: Recording, contract: readonly Operation[]): ReadonlyMap<string, KnownRows> {
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
