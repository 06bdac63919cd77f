/** Pages for people. */
import type { FastifyInstance } from "fastify";
import { knownCasesIn } from "../cases/find.ts";
import { followedCasesIn } from "../cases/follow.ts";
import { caseText } from "../cases/mark.ts";
import type { Change } from "../changes/change.ts";
import { changesIn } from "../changes/changes.ts";
import { findSubjects } from "../changes/subjects.ts";
import { searchIn } from "../search/search.ts";
import { showIn } from "../show/show.ts";
import { generationsIn } from "../store/generations.ts";
import { casePage } from "./case-page.ts";
import type { Context } from "./context.ts";
import { sendPage } from "./errors.ts";
import { generationPage } from "./generation-page.ts";
import { historyOf } from "./history.ts";
import { foundOnPage, homePage } from "./home-page.ts";
import { caseOf } from "./lookup.ts";
import type { BySchema } from "./request.ts";
import { subjectPage } from "./subject-page.ts";

/** Changes that one page shows: more are counted only. */
const maxChanges = 500;

const text = { type: "string" } as const;
const generation = { type: "integer", minimum: 1 } as const;

/** What pages are asked. A parameter that a page does not know is left alone: whoever links to a page may add some. */
const asked = {
  search: { type: "object", properties: { q: text, offset: { type: "integer", minimum: 0, maximum: 1_000_000 } } },
  at: { type: "object", properties: { at: generation } },
  list: { type: "object", properties: { list: text } },
  generation: { type: "object", required: ["generation"], properties: { generation } },
  number: { type: "object", required: ["number"], properties: { number: text } },
  case: { type: "object", required: ["case"], properties: { case: text } },
} as const;

export async function pageRoutes(app: FastifyInstance, { name, read, timeZone }: Context): Promise<void> {
  const routes = app.withTypeProvider<BySchema>();

  routes.get("/", { schema: { querystring: asked.search } }, async ({ query: { q = "", offset = 0 } }, reply) => {
    const text = q.trim();
    // An OIB is written with spaces, too, and as a VAT number.
    if (/^(?:\d{6,11}|(?:HR)?(?:\s*\d){11})$/i.test(text))
      return reply.redirect(`./subject/${text.replace(/\s/g, "")}`);
    if (text.includes("@")) return reply.redirect(`./case/${encodeURIComponent(text)}`);
    const page = await read(async (snapshot) =>
      homePage({
        target: name,
        generations: await generationsIn(snapshot.reading),
        firsts: new Set(snapshot.generations.filter((one) => snapshot.isFirst(one)).map((one) => one.generation)),
        cases: await followedCasesIn(snapshot.reading, Date.now(), timeZone),
        timeZone,
        search: text
          ? { text, offset, ...(await searchIn(snapshot, text, { limit: foundOnPage, offset })) }
          : undefined,
      }),
    );
    return sendPage(reply, page);
  });

  routes.get(
    "/subject/:number",
    { schema: { params: asked.number, querystring: asked.at } },
    async ({ params: { number }, query: { at } }, reply) => {
      const shown = await read(async (snapshot) => {
        const found = await showIn(snapshot, number, { at });
        const there = found.subjects.map(({ mbs }) => BigInt(mbs));
        // Of a subject that is gone, the history is left.
        const all = there.length > 0 ? there : (await findSubjects(snapshot, [found.number])).found;
        const histories = [];
        for (const mbs of all) histories.push(await historyOf(snapshot, { mbs }));
        return { found, generations: snapshot.generationsOf("register"), histories };
      });
      return sendPage(reply, subjectPage(shown), shown.found.subjects.length === 0 ? 404 : 200);
    },
  );

  routes.get(
    "/case/:case",
    { schema: { params: asked.case, querystring: asked.at } },
    async ({ params, query: { at } }, reply) => {
      const page = await read(async (snapshot) => {
        const shown = await caseOf(snapshot, params.case, at);
        return casePage({
          shown,
          generations: snapshot.generationsOf("cases"),
          history: await historyOf(snapshot, { case: caseText(shown) }),
          known: await knownCasesIn(snapshot.reading),
          timeZone,
        });
      });
      return sendPage(reply, page);
    },
  );

  routes.get(
    "/generation/:generation",
    { schema: { params: asked.generation, querystring: asked.list } },
    async ({ params, query }, reply) => {
      const only = query.list || undefined;
      const shown = await read(async (snapshot) => {
        const { generation } = snapshot.generation(params.generation);
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
      return sendPage(reply, generationPage(shown));
    },
  );
}
