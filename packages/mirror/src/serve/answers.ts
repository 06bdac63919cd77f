/** Answers for programs: JSON in the words of the commands' `--json`, CSV, a calendar, and the document that describes them. */
import { once } from "node:events";
import { PassThrough } from "node:stream";
import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import type { FromSchema } from "json-schema-to-ts";
import { calendarIn } from "../cases/calendar.ts";
import type { Change } from "../changes/change.ts";
import { changesIn, listsToCompare } from "../changes/changes.ts";
import { ChangesCsv } from "../changes/csv.ts";
import { findSpan, type Span } from "../changes/span.ts";
import { MirrorError } from "../mirror-error.ts";
import { type SearchResult, searchIn } from "../search/search.ts";
import type { Snapshot } from "../store/snapshot.ts";
import type { Context, Read } from "./context.ts";
import {
  answers,
  caseParams,
  documentOptions,
  ifNoneMatch,
  jsonAnswers,
  type Narrowed,
  narrowed,
  narrowing,
  nothing,
  notNow,
  notThere,
  numberParams,
  wrongQuestion,
} from "./described.ts";
import { NotFound } from "./errors.ts";
import { feedRoutes } from "./feed-routes.ts";
import { caseOf, orNotFound, subjectsOf } from "./lookup.ts";
import type { BySchema } from "./request.ts";
import { makeSend } from "./send.ts";

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

const generationParams = {
  type: "object",
  required: ["generation"],
  properties: { generation: { type: "integer", minimum: 1 } },
} as const;
const atQuery = {
  type: "object",
  properties: { at: { type: "integer", minimum: 1, description: "How it was in this generation." } },
  additionalProperties: false,
} as const;

const searchQuery = {
  type: "object",
  required: ["q"],
  properties: {
    q: {
      type: "string",
      description: "A part of a name, or some of its words. Case, accents and punctuation do not matter.",
    },
    place: narrowing.properties.place,
    limit: { type: "integer", minimum: 1, maximum: 100, default: 20, description: "Subjects on a page." },
    offset: {
      type: "integer",
      minimum: 0,
      maximum: 1_000_000,
      default: 0,
      description: "How many of the best to leave out.",
    },
  },
  additionalProperties: false,
} as const;

const changesQuery = {
  type: "object",
  properties: {
    since: {
      type: "string",
      description: "A generation; or a day or time, which stands for the last copy before it.",
    },
    until: { type: "integer", minimum: 1, description: "A generation; the newest, if not given." },
    ...narrowing.properties,
    mbs: {
      type: "string",
      pattern: "^[0-9]{1,9}$",
      description: "Only rows about the subject with this MBS, which has up to nine digits.",
    },
    limit: { type: "integer", minimum: 1, maximum: 5_000, default: 500, description: "Changes on a page." },
    after: {
      type: "string",
      pattern: "^\\w{1,60}:[0-9]{1,15}$",
      description: "Where a page goes on: take it from `next`.",
    },
  },
  additionalProperties: false,
} as const;

const hearingsQuery = {
  type: "object",
  properties: { case: { type: "string", description: "Only those of this case: `MARK@COURT`." } },
  additionalProperties: false,
} as const;

export async function answerRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const { read, timeZone } = context;
  const send = makeSend(context);
  await app.register(swagger, documentOptions(context));
  // Answers are written before they get here, with every digit: schemas only describe them.
  app.setSerializerCompiler(() => JSON.stringify);
  const routes = app.withTypeProvider<BySchema>();

  routes.get(
    "/subject/:number.json",
    {
      schema: {
        operationId: "showSubject",
        summary: "All that the register says of a subject",
        params: numberParams,
        querystring: atQuery,
        headers: ifNoneMatch,
        response: jsonAnswers("Subjects", notThere("No subject has this number.")),
      },
    },
    (request, reply) => {
      const { params, query } = request;
      return send.json(request, reply, (snapshot) => subjectsOf(snapshot, params.number, query.at));
    },
  );

  routes.get(
    "/case/:case.json",
    {
      schema: {
        operationId: "showCase",
        summary: "All that the copy has of a court case",
        params: caseParams,
        querystring: atQuery,
        headers: ifNoneMatch,
        response: jsonAnswers("Case", notThere("The copy does not know this case.")),
      },
    },
    (request, reply) => {
      const { params, query } = request;
      return send.json(request, reply, (snapshot) => caseOf(snapshot, params.case, query.at));
    },
  );

  routes.get(
    "/hearings.ics",
    {
      schema: {
        operationId: "hearings",
        summary: "Hearings that are ahead, as iCalendar",
        querystring: hearingsQuery,
        headers: ifNoneMatch,
        response: { ...answers("text/calendar"), ...notThere("The copy does not know this case.") },
      },
    },
    // A calendar that has the answer already keeps hearings that are over by now.
    (request, reply) =>
      send.text(request, reply, "text/calendar; charset=utf-8", (snapshot) =>
        orNotFound(calendarIn(snapshot, Date.now(), { timeZone, ...request.query })),
      ),
  );

  routes.get(
    "/search.json",
    {
      schema: {
        operationId: "searchSubjects",
        summary: "Subjects by a part of their name",
        querystring: searchQuery,
        headers: ifNoneMatch,
        response: jsonAnswers("SearchPage"),
      },
    },
    (request, reply) => send.json(request, reply, (snapshot) => searchPage(snapshot, request.query)),
  );

  routes.get(
    "/changes.json",
    {
      schema: {
        operationId: "listChanges",
        summary: "What came, went and changed between two generations",
        querystring: changesQuery,
        headers: ifNoneMatch,
        response: jsonAnswers("ChangesPage"),
      },
    },
    (request, reply) => send.json(request, reply, (snapshot) => changesPage(snapshot, request.query)),
  );

  routes.get(
    "/generation/:generation.csv",
    {
      schema: {
        operationId: "generationAsCsv",
        summary: "What a generation changed, as CSV: a line for each field",
        params: generationParams,
        querystring: narrowing,
        response: {
          200: { description: "It is here.", content: { "text/csv": { schema: { type: "string" } } } },
          ...wrongQuestion,
          ...notThere("It is the first copy: there is nothing to compare it with."),
          ...notNow,
        },
      },
    },
    async ({ params: { generation }, query }, reply) => {
      const wanted = narrowed(query);
      const asked = await read(async (snapshot) => {
        const { to, isFirst } = findSpan(snapshot, undefined, generation);
        if (isFirst)
          throw new NotFound(
            `Generation ${generation} is the first copy: there is nothing to compare it with. The command export writes all of it.`,
          );
        return { ...wanted, until: to.generation, lists: listsToCompare(snapshot, wanted).map(({ name }) => name) };
      });
      reply.header("content-disposition", `attachment; filename="generation-${asked.until}.csv"`);
      return reply.type("text/csv; charset=utf-8").send(csvOf(read, asked));
    },
  );

  await app.register(feedRoutes, context);

  routes.get(
    "/openapi.json",
    {
      schema: {
        operationId: "describeAnswers",
        summary: "This document",
        querystring: nothing,
        headers: ifNoneMatch,
        response: answers("application/json", { type: "object" }),
      },
    },
    (request, reply) => send.json(request, reply, async () => app.swagger()),
  );
}

async function searchPage(snapshot: Snapshot, query: FromSchema<typeof searchQuery>): Promise<SearchPage> {
  const { q, place, limit, offset } = query;
  const result = await searchIn(snapshot, q, { limit, offset, place });
  const next = { q, place, limit, offset: offset + limit };
  return { ...result, next: result.more ? pathOf("/search.json", next) : null };
}

/** Thrown to end a comparison when a page is full. */
class PageFull extends Error {}

async function changesPage(snapshot: Snapshot, query: FromSchema<typeof changesQuery>): Promise<ChangesPage> {
  const { since, until, mbs, limit, after, ...narrow } = query;
  const span = findSpan(snapshot, since, until);
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
  const asked = {
    ...between,
    ...wanted,
    lists: lists.slice(begin),
    mbs: mbs === undefined ? undefined : BigInt(mbs),
    onChange,
  };
  await changesIn(snapshot, asked).catch((error: unknown) => {
    if (!(error instanceof PageFull)) throw error;
  });
  return { ...span, changes, next };
}

/** Changes as the command writes them with `--format csv`, as fast as they are read. A reader that leaves ends the comparison. */
function csvOf(read: Read, asked: Narrowed & { until: number }): PassThrough {
  const out = new PassThrough();
  const csv = new ChangesCsv(asked.about);
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
  const [list, count] = after?.split(":") ?? [];
  return [list, Number(count ?? 0)];
}

/** A path with a query, without parameters that have no value. */
function pathOf(path: string, query: Readonly<Record<string, string | number | undefined>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value));
  return `${path}?${parameters}`;
}
