import { writeJson } from "../checks/body.ts";
import { totalHeader } from "../contract/operations.ts";
import type { Operation } from "../contract/shape/operation.ts";
import { Unanswered } from "../evidence/answer.ts";
import { readJson } from "../evidence/json.ts";
import { limitOf, offsetOf } from "../evidence/request.ts";
import { identify } from "../exchange/identify.ts";
import { type Recording, replayFetch, replayTarget, unencoded } from "../exchange/recording.ts";
import type { Fetch } from "../exchange/send.ts";

interface KnownRows {
  /** Rows as JSON text, by position. */
  rows: Map<number, string>;
  /** Where the rows end, if the recording shows it. */
  end: number | undefined;
  headers: [string, string][];
}

/**
 * A recorded service that also returns pages that were not recorded, as far as the recorded rows suffice: a fault in a total
 * makes the suite use other offsets than the recorded run did.
 */
export function recordedService(recording: Recording): Fetch {
  const replay = replayFetch(recording);
  const target = replayTarget(recording.log._run);
  const known = learned.get(recording) ?? learnAll(recording);
  learned.set(recording, known);
  return async (url, init) => {
    try {
      return await replay(url, init);
    } catch (error) {
      const asked = error instanceof Unanswered && error.known.unseen ? identify(url, init, target) : undefined;
      const page =
        asked?.as === "json" && asked.key === "valid"
          ? pageOf(known.get(asked.operation), offsetOf(asked), limitOf(asked))
          : undefined;
      if (page === undefined) throw error;
      return page;
    }
  };
}

/** Rows by recording, which is read once for all faults. */
const learned = new WeakMap<Recording, ReadonlyMap<Operation, KnownRows>>();

function learnAll(recording: Recording): ReadonlyMap<Operation, KnownRows> {
  const target = replayTarget(recording.log._run);
  const known = new Map<Operation, KnownRows>();
  for (const { request, response, _id } of recording.log.entries) {
    if (!_id.endsWith(" json valid") || response.status !== 200) continue;
    const asked = identify(request.url, {}, target);
    if (asked?.operation.paged !== true) continue;
    if (asked.query.some(([name]) => name !== "offset" && name !== "limit")) continue;
    learn(known, asked.operation, offsetOf(asked), limitOf(asked), response);
  }
  return known;
}

function learn(
  known: Map<Operation, KnownRows>,
  operation: Operation,
  offset: number,
  limit: number | undefined,
  response: Recording["log"]["entries"][number]["response"],
): void {
  const json = readJson(response.content.text);
  if (!json.ok || json.value.kind !== "array") return;
  const headers = unencoded(response.headers);
  const ours = known.get(operation) ?? { rows: new Map(), end: undefined, headers };
  for (const [index, row] of json.value.items.entries()) ours.rows.set(offset + index, writeJson(row));
  const total = operation.declaresTotal ? Number(new Headers(headers).get(totalHeader) ?? Number.NaN) : Number.NaN;
  const rows = json.value.items.length;
  // A service may cap a large limit, so a short page is the last one only if the limit was small.
  if (Number.isInteger(total)) ours.end = total;
  else if (limit !== undefined && limit <= 10 && rows > 0 && rows < limit) ours.end = offset + rows;
  known.set(operation, ours);
}

function pageOf(known: KnownRows | undefined, offset: number, limit: number | undefined): Response | undefined {
  if (known?.end === undefined || limit === undefined) return undefined;
  const page: string[] = [];
  for (let position = offset; position < Math.min(offset + limit, known.end); position += 1) {
    const row = known.rows.get(position);
    if (row === undefined) return undefined;
    page.push(row);
  }
  return new Response(`[${page.join(",")}]`, { status: 200, headers: known.headers });
}
