/** Answers for programs: JSON in the words of the commands' `--json`, and Atom. Each has an entity tag, by which a program asks for it again. */
import { once } from "node:events";
import { PassThrough } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { calendarIn } from "../cases/calendar.ts";
import { UnknownCase } from "../cases/find.ts";
import { type ShownCase, showCaseIn } from "../cases/show-case.ts";
import type { Change } from "../changes/change.ts";
import { type ChangesInOptions, changesIn, listsToCompare } from "../changes/changes.ts";
import { ChangesCsv } from "../changes/csv.ts";
import { findSpan, type Span } from "../changes/span.ts";
import { findSubjects } from "../changes/subjects.ts";
import { MirrorError } from "../mirror-error.ts";
import { type SearchResult, searchIn } from "../search/search.ts";
import { type Shown, showIn } from "../show/show.ts";
import type { Snapshot } from "../store/snapshot.ts";
import { writeJson } from "../wire/wire.ts";
import { caseFeed, changesFeed, subjectFeed } from "./feeds.ts";
import { openApi } from "./openapi.ts";
import { entityTag, generationNumber, isKnown, type Query, readQuery, wholeNumber } from "./request.ts";

/** A page of {@link SearchResult}. */
export interface SearchPage extends SearchResult {
  /** Path of the next page; null if this is the last. */
  next: string | null;
}

/** A page of changes, between the same two generations on every page. */
export interface ChangesPage extends Span {
  changes: readonly Change[];
  /** Path of the next page; null if this is the last. */
  next: string | null;
}

/** What a page has, unless `limit` says otherwise, and the most it can have. */
const pageSizes = { search: { usual: 20, most: 100 }, changes: { usual: 500, most: 5_000 } } as const;

/** An answer that is not there: it is no wrong use. */
export class NotFound extends Error {
  override readonly name = "NotFound";
}

type Read = <T>(work: (snapshot: Snapshot) => Promise<T>) => Promise<T>;

/** An answer, or undefined if whoever asks has it already. */
type Answer = (snapshot: Snapshot) => Promise<string>;

/**
 * @param read - Reads the copy.
 * @param places - The time zone of the courts, and the root that links begin with, if it is not the address that is asked for.
 */
export function answerRoutes(
  app: FastifyInstance,
  read: Read,
  { publicRoot, timeZone }: { publicRoot: string | undefined; timeZone: string },
): void {
  const baseOf = ({ protocol, host }: FastifyRequest): string => publicRoot ?? `${protocol}://${host}`;
  const answer = async (request: FastifyRequest, reply: FastifyReply, type: string, write: Answer) => {
    const { tag, text } = await read(async (snapshot) => {
      const known = await entityTag(snapshot, `${baseOf(request)}${request.url} ${timeZone}`);
      const ifNoneMatch = request.headers["if-none-match"];
      if (isKnown(ifNoneMatch, known)) return { tag: known };
      const text = await write(snapshot);
      // Any answer will do for a star, but there has to be one.
      return ifNoneMatch?.trim() === "*" ? { tag: known } : { tag: known, text };
    });
    // A copy holds personal data: a shared cache keeps nothing, and any other asks whether it is still true.
    reply.header("etag", tag).header("cache-control", "private, no-cache");
    return text === undefined ? reply.code(304).send() : reply.type(type).send(text);
  };
  const json = (request: FastifyRequest, reply: FastifyReply, write: (snapshot: Snapshot) => Promise<object>) =>
    answer(request, reply, "application/json", async (snapshot) => writeJson(await write(snapshot)));
  const feed = (
    request: FastifyRequest,
    reply: FastifyReply,
    write: (snapshot: Snapshot, base: string) => Promise<string>,
  ) => answer(request, reply, "application/atom+xml; charset=utf-8", (snapshot) => write(snapshot, baseOf(request)));

  app.get<{ Params: { number: string } }>("/subject/:number.json", (request, reply) => {
    const { at } = readQuery(request.query, ["at"]);
    return json(request, reply, (snapshot) =>
      subjectsOf(snapshot, request.params.number, at === undefined ? undefined : generationNumber(at)),
    );
  });
  app.get<{ Params: { number: string } }>("/subject/:number.atom", (request, reply) => {
    readQuery(request.query, []);
    return feed(request, reply, async (snapshot, base) => {
      const shown = await showIn(snapshot, request.params.number);
      // That a subject is gone is news, too.
      const { found } = await findSubjects(snapshot, [shown.number]);
      if (found.length === 0) throw nobodyHas(shown);
      return await subjectFeed(snapshot, base, shown, found);
    });
  });
  app.get<{ Params: { case: string } }>("/case/:case.json", (request, reply) => {
    const { at } = readQuery(request.query, ["at"]);
    return json(request, reply, (snapshot) => caseOf(snapshot, request.params.case, at));
  });
  app.get<{ Params: { case: string } }>("/case/:case.atom", (request, reply) => {
    readQuery(request.query, []);
    return feed(request, reply, async (snapshot, base) =>
      caseFeed(snapshot, base, await caseOf(snapshot, request.params.case, undefined), timeZone),
    );
  });
  // A calendar that has the answer already keeps hearings that are over by now.
  app.get("/hearings.ics", (request, reply) => {
    readQuery(request.query, []);
    return answer(request, reply, "text/calendar; charset=utf-8", (snapshot) =>
      calendarIn(snapshot, Date.now(), { timeZone }),
    );
  });
  app.get("/search.json", (request, reply) => json(request, reply, (snapshot) => searchPage(snapshot, request.query)));
  app.get("/changes.json", (request, reply) =>
    json(request, reply, (snapshot) => changesPage(snapshot, request.query)),
  );
  app.get("/changes.atom", (request, reply) => {
    const asked = narrowed(readQuery(request.query, narrowing));
    return feed(request, reply, (snapshot, base) => changesFeed(snapshot, base, asked));
  });
  app.get<{ Params: { generation: string } }>("/generation/:generation.csv", async (request, reply) => {
    const wanted = narrowed(readQuery(request.query, narrowing));
    const asked = await read(async (snapshot) => {
      const { to, isFirst } = findSpan(snapshot, undefined, generationNumber(request.params.generation));
      if (isFirst)
        throw new NotFound(
          `Generation ${to.generation} is the first copy: there is nothing to compare it with. The command export writes all of it.`,
        );
      return { ...wanted, until: to.generation, lists: listsToCompare(snapshot, wanted).map(({ name }) => name) };
    });
    reply.header("content-disposition", `attachment; filename="generation-${asked.until}.csv"`);
    return reply.type("text/csv; charset=utf-8").send(csvOf(read, asked));
  });
  app.get("/openapi.json", (request, reply) => {
    readQuery(request.query, []);
    return json(request, reply, async () => openApi(publicRoot));
  });
}

async function subjectsOf(snapshot: Snapshot, number: string, at: number | undefined): Promise<Shown> {
  const shown = await showIn(snapshot, number, { at });
  if (shown.subjects.length === 0) throw nobodyHas(shown);
  return shown;
}

function nobodyHas({ generation, kind, number, isValid }: Shown): NotFound {
  const wrong = isValid ? "" : " Its check digit is wrong: a digit may be mistyped.";
  return new NotFound(
    `No subject in generation ${generation} has the ${kind.toUpperCase()} ${number}.${wrong} /search.json?q= finds one by its name.`,
  );
}

/** A case that the copy knows. @throws NotFound if it does not. */
export const caseOf = (snapshot: Snapshot, text: string, at: string | undefined): Promise<ShownCase> =>
  showCaseIn(snapshot, text, { at: at === undefined ? undefined : generationNumber(at) }).catch((error: unknown) => {
    throw error instanceof UnknownCase ? new NotFound(error.message) : error;
  });

async function searchPage(snapshot: Snapshot, query: unknown): Promise<SearchPage> {
  const sizes = pageSizes.search;
  const { q, place, ...page } = readQuery(query, ["q", "place", "limit", "offset"]);
  if (q === undefined) throw new MirrorError("usage", "Say what to search for: /search.json?q=a+part+of+a+name");
  const limit = wholeNumber("limit", page.limit, [1, sizes.most]) ?? sizes.usual;
  const offset = wholeNumber("offset", page.offset, [0, 1_000_000]) ?? 0;
  const result = await searchIn(snapshot, q, { limit, offset, place });
  const next = { q, place, limit, offset: offset + limit };
  return { ...result, next: result.more ? pathOf("/search.json", next) : null };
}

/** Thrown to end a comparison when a page is full. */
class PageFull extends Error {}

async function changesPage(snapshot: Snapshot, query: unknown): Promise<ChangesPage> {
  const sizes = pageSizes.changes;
  const {
    since,
    until,
    mbs,
    limit: size,
    after,
    ...narrow
  } = readQuery(query, [...(["since", "until", "mbs", "limit", "after"] as const), ...narrowing]);
  const limit = wholeNumber("limit", size, [1, sizes.most]) ?? sizes.usual;
  const span = findSpan(snapshot, since, until === undefined ? undefined : generationNumber(until));
  const between = { since: span.from.generation, until: span.to.generation };
  const [afterList, afterCount] = placeIn(after);
  const wanted = narrowed(narrow);
  const lists = listsToCompare(snapshot, wanted).map(({ name }) => name);
  const begin = afterList === undefined ? 0 : lists.indexOf(afterList);
  if (begin < 0) throw new MirrorError("usage", `after names the list ${afterList}, which is none of those asked for.`);
  const changes: Change[] = [];
  let place = { list: afterList, count: 0 };
  let next: string | null = null;
  const onChange = (change: Change): void => {
    if (change.list !== place.list) place = { list: change.list, count: 0 };
    if (place.list === afterList && place.count < afterCount) {
      place.count++;
      return;
    }
    if (changes.length === limit) {
      next = pathOf("/changes.json", { ...between, ...narrow, mbs, limit, after: `${place.list}:${place.count}` });
      throw new PageFull();
    }
    place.count++;
    changes.push(change);
  };
  const asked = { ...between, ...wanted, lists: lists.slice(begin), mbs: mbsIn(mbs), onChange };
  await changesIn(snapshot, asked).catch((error: unknown) => {
    if (!(error instanceof PageFull)) throw error;
  });
  return { ...span, changes, next };
}

/** Changes as the command writes them with `--format csv`, as fast as they are read. A reader that leaves ends the comparison. */
function csvOf(read: Read, asked: Narrowed & { until: number }): PassThrough {
  const out = new PassThrough();
  const csv = new ChangesCsv();
  const left = new AbortController();
  out.once("close", () => left.abort());
  const write = async (text: string): Promise<void> => {
    left.signal.throwIfAborted();
    if (!out.write(text)) await once(out, "drain", { signal: left.signal });
  };
  const writeAll = async (snapshot: Snapshot): Promise<void> => {
    await write(csv.header);
    await changesIn(snapshot, { ...asked, onChange: (change) => write(csv.write([change], asked.until)) });
    out.end();
  };
  read(writeAll).catch((error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))));
  return out;
}

/** Where a page goes on: behind so many changes of a list. */
function placeIn(after: string | undefined): [string | undefined, number] {
  if (after === undefined) return [undefined, 0];
  const [, list, count] = /^(\w{1,60}):(\d{1,15})$/.exec(after) ?? [];
  if (list === undefined)
    throw new MirrorError("usage", "after is what the next of an earlier page has. Take that as it is.");
  return [list, Number(count)];
}

function mbsIn(text: string | undefined): bigint | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return BigInt(text);
  throw new MirrorError("usage", `${text.slice(0, 40) || '""'} is no MBS, which has up to nine digits.`);
}

const namesIn = (list: string | undefined): string[] =>
  (list ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);

/** Parameters that ask for some of the changes. */
const narrowing = ["list", "about", "place"] as const;

type Narrowed = Pick<ChangesInOptions, (typeof narrowing)[1 | 2] | "lists">;

/** What they ask for. @throws MirrorError of kind `usage` if there is no such thing. */
function narrowed({ list, about, place }: Query<(typeof narrowing)[number]>): Narrowed {
  if (about !== undefined && about !== "insolvency")
    throw new MirrorError("usage", "about is insolvency, or is left out.");
  return { lists: namesIn(list), about, place };
}

/** A path with a query, without parameters that have no value. */
function pathOf(path: string, query: Readonly<Record<string, string | number | undefined>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value));
  return `${path}?${parameters}`;
}
