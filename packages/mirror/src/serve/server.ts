/** `serve`: a page to look at a copy. It reads, and never writes. */
import { STATUS_CODES } from "node:http";
import type { AddressInfo } from "node:net";
import type { FastifyInstance, FastifyReply, FastifyRequest, fastify } from "fastify";
import { checkTimeZone, courtTimeZone, type TimeZoneOptions } from "../cases/court-time.ts";
import { knownCasesIn } from "../cases/find.ts";
import { followedCasesIn } from "../cases/follow.ts";
import { caseText } from "../cases/mark.ts";
import type { Change } from "../changes/change.ts";
import { changesIn } from "../changes/changes.ts";
import { findSubjects } from "../changes/subjects.ts";
import { MirrorError } from "../mirror-error.ts";
import { forQueries, option, say, writeText } from "../option-text.ts";
import { searchIn } from "../search/search.ts";
import { showIn } from "../show/show.ts";
import { generationsIn } from "../store/generations.ts";
import type { TargetOptions } from "../store/open.ts";
import { readCopy, type Snapshot } from "../store/snapshot.ts";
import { targetName } from "../store/target-name.ts";
import { answerRoutes, caseOf, NotFound } from "./answers.ts";
import { casePage } from "./case-page.ts";
import { generationPage } from "./generation-page.ts";
import { historyOf } from "./history.ts";
import { foundOnPage, homePage } from "./home-page.ts";
import { hostGuard, publicRootOf } from "./host.ts";
import { contentSecurityPolicy, errorPage, rootFrom } from "./layout.ts";
import { generationNumber, wholeNumber } from "./request.ts";
import { subjectPage } from "./subject-page.ts";

/** Options of {@link serve}. */
export interface ServeOptions extends TargetOptions, TimeZoneOptions {
  /**
   * Port; 0 picks a free one.
   * @defaultValue `8081`
   */
  port?: number | undefined;
  /**
   * Address to listen on, or a name of one. Whoever reaches it reads the copy, names and addresses of persons included. They ask
   * for it by an address or by this name: a request for any other name is refused.
   * @defaultValue `"127.0.0.1"`, this machine alone
   */
  host?: string | undefined;
  /**
   * Where others find the page if a proxy is in front of it, such as `https://primjer.hr/register`. Feeds link to it, and its name may
   * be asked for.
   * @defaultValue the address that a request asks for
   */
  publicUrl?: string | undefined;
}

/** A page that is being served. */
export interface Served extends AsyncDisposable {
  /** Where it is, such as `http://127.0.0.1:8081`. */
  url: string;
}

/** Changes that one page shows: more are counted only. */
const maxChanges = 500;

/**
 * Serves a page with a search, subjects with their history, and what each generation changed.
 *
 * @throws MirrorError if the target holds no copy, of kind `usage` if there is no such time zone or `publicUrl` is none, or `unavailable` if the port is taken.
 */
export async function serve(
  target: string,
  { port = 8081, host = "127.0.0.1", timeZone = courtTimeZone, publicUrl, ...options }: ServeOptions = {},
): Promise<Served> {
  checkTimeZone(timeZone);
  const publicRoot = publicUrl === undefined ? undefined : publicRootOf(publicUrl);
  // Refused now, and not when the first reader comes.
  await readCopy(target, options, async () => {});
  // Loaded now: it takes as long as the rest of the mirror, and no other command needs it.
  const app = makeApp((await import("fastify")).fastify, target, options, { host, publicRoot, timeZone });
  try {
    await app.listen({ port, host });
  } catch (cause) {
    throw new MirrorError(
      "unavailable",
      say`The page cannot be served at ${host}:${port}: ${cause instanceof Error ? cause.message : String(cause)}. Give another ${option("port")}.`,
      { cause },
    );
  }
  const { port: taken } = app.server.address() as AddressInfo;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${taken}`,
    [Symbol.asyncDispose]: () => app.close(),
  };
}

/** What every answer has, also one that Fastify gives before any hook. */
const headers = {
  "content-security-policy": contentSecurityPolicy,
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
  // No page of another origin reads an answer, and none shows or loads one.
  "cross-origin-resource-policy": "same-origin",
};

/** Whether a request is for an answer to a program, which is told in JSON what is wrong. */
const isForProgram = (url: string): boolean => /\.(?:json|atom|csv|ics)$/.test(url.replace(/[?#].*$/s, ""));

/** Says what is wrong, to people on a page and to programs as a problem (RFC 9457). */
function refuse({ raw }: FastifyRequest, reply: FastifyReply, detail: string, status: number): FastifyReply {
  const url = raw.url ?? "";
  if (!isForProgram(url)) return page(reply, errorPage(rootFrom(url), detail), status);
  const title = STATUS_CODES[status] ?? "Error";
  const problem = { type: "about:blank", title, status, detail };
  return reply.code(status).type("application/problem+json").send(JSON.stringify(problem));
}

/** What is wrong, with options as they are called in a query. */
const messageOf = (error: unknown): string =>
  error instanceof MirrorError
    ? writeText(error.text, forQueries)
    : error instanceof Error
      ? error.message
      : String(error);

/** The status of an answer to a request that failed. */
function statusOf(error: unknown): number {
  if (error instanceof NotFound) return 404;
  if (!(error instanceof MirrorError)) return 500;
  return error.kind === "usage" ? 400 : error.kind === "unavailable" ? 503 : 500;
}

function makeApp(
  makeServer: typeof fastify,
  target: string,
  options: TargetOptions,
  { host, publicRoot, timeZone }: { host: string; publicRoot: string | undefined; timeZone: string },
): FastifyInstance {
  const isAllowed = hostGuard(host, publicRoot);
  /** Refuses a request for another name than the page has. @returns whether it was one. */
  const refuseHost = ({ raw }: FastifyRequest, reply: FastifyReply): boolean => {
    const hosts = raw.headersDistinct.host ?? [];
    if (hosts.length === 1 && isAllowed(hosts[0] ?? "")) return false;
    // Two of them are a malformed request (RFC 9112, section 3.2).
    reply.code(hosts.length > 1 ? 400 : 421).type("text/plain");
    reply.send("Open this page by the address that the command has printed.");
    return true;
  };
  const app = makeServer({
    forceCloseConnections: true,
    // A URL that cannot be read comes here, past all hooks.
    frameworkErrors: ({ message, statusCode = 400 }, request, reply) => {
      reply.headers(headers);
      if (!refuseHost(request, reply)) refuse(request, reply, `${message}.`, statusCode);
    },
  });
  const name = targetName(target);
  const read = async <T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> => {
    let isOpen = false;
    try {
      return await readCopy(target, options, (snapshot) => {
        isOpen = true;
        return work(snapshot);
      });
    } catch (error) {
      // Whoever asks has done nothing wrong if the copy is gone, or another file is in its place.
      if (isOpen || !(error instanceof MirrorError)) throw error;
      throw new MirrorError("unavailable", error.text, { cause: error });
    }
  };
  app.addHook("onRequest", async (request, reply) => {
    reply.headers(headers);
    if (refuseHost(request, reply)) return reply;
    if (request.method === "GET" || request.method === "HEAD") return;
    return refuse(request, reply.header("allow", "GET, HEAD"), "A page is only read, by GET.", 405);
  });
  app.setErrorHandler((error, request, reply) => refuse(request, reply, messageOf(error), statusOf(error)));
  app.setNotFoundHandler((request, reply) =>
    refuse(request, reply, "There is no such page. What there is: / for people, /openapi.json for programs.", 404),
  );
  answerRoutes(app, read, { publicRoot, timeZone });

  app.get<{ Querystring: { q?: string; offset?: string } }>("/", async ({ query }, reply) => {
    const asked = String(query.q ?? "").trim();
    // An OIB is written with spaces, too, and as a VAT number.
    if (/^(?:\d{6,11}|(?:HR)?(?:\s*\d){11})$/i.test(asked))
      return reply.redirect(`./subject/${asked.replace(/\s/g, "")}`);
    if (asked.includes("@")) return reply.redirect(`./case/${encodeURIComponent(asked)}`);
    const offset = wholeNumber("offset", query.offset, [0, 1_000_000]) ?? 0;
    return page(
      reply,
      await read(async (snapshot) =>
        homePage({
          target: name,
          generations: await generationsIn(snapshot.reading),
          firsts: new Set(snapshot.generations.filter((one) => snapshot.isFirst(one)).map((one) => one.generation)),
          cases: await followedCasesIn(snapshot.reading, Date.now(), timeZone),
          timeZone,
          search: asked
            ? { text: asked, offset, ...(await searchIn(snapshot, asked, { limit: foundOnPage, offset })) }
            : undefined,
        }),
      ),
    );
  });
  app.get<{ Params: { number: string }; Querystring: { at?: string } }>(
    "/subject/:number",
    async ({ params, query }, reply) => {
      const shown = await read(async (snapshot) => {
        const found = await showIn(snapshot, params.number, query.at ? { at: generationNumber(query.at) } : {});
        const shown = found.subjects.map(({ mbs }) => BigInt(mbs));
        // Of a subject that is gone, the history is left.
        const all = shown.length > 0 ? shown : (await findSubjects(snapshot, [found.number])).found;
        const histories = [];
        for (const mbs of all) histories.push(await historyOf(snapshot, { mbs }));
        return { found, generations: snapshot.generationsOf("register"), histories };
      });
      return page(reply, subjectPage(shown), shown.found.subjects.length === 0 ? 404 : 200);
    },
  );
  app.get<{ Params: { case: string }; Querystring: { at?: string } }>("/case/:case", async ({ params, query }, reply) =>
    page(
      reply,
      await read(async (snapshot) => {
        const shown = await caseOf(snapshot, params.case, query.at);
        return casePage({
          shown,
          generations: snapshot.generationsOf("cases"),
          history: await historyOf(snapshot, { case: caseText(shown) }),
          known: await knownCasesIn(snapshot.reading),
          timeZone,
        });
      }),
    ),
  );
  app.get<{ Params: { generation: string }; Querystring: { list?: string } }>(
    "/generation/:generation",
    async ({ params, query }, reply) => {
      const only = String(query.list ?? "") || undefined;
      const shown = await read(async (snapshot) => {
        const { generation } = snapshot.generation(generationNumber(params.generation));
        const changes: Change[] = [];
        const summary = await changesIn(snapshot, {
          until: generation,
          lists: only === undefined ? undefined : [only],
          onChange: (change) => {
            if (changes.length < maxChanges) changes.push(change);
          },
        });
        const record = (await generationsIn(snapshot.reading)).find((one) => one.generation === generation);
        return { summary, changes, only, record, timeZone };
      });
      return page(reply, generationPage(shown));
    },
  );
  return app;
}

const page = (reply: FastifyReply, text: string, status = 200): FastifyReply =>
  reply.code(status).type("text/html; charset=utf-8").send(text);
