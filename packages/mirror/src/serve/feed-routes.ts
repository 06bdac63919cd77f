/** Feeds, for feed readers. */
import type { FastifyInstance } from "fastify";
import { findSubjects } from "../changes/subjects.ts";
import { showIn } from "../show/show.ts";
import type { Context } from "./context.ts";
import {
  caseParams,
  feedAnswers,
  ifNoneMatch,
  narrowed,
  narrowing,
  nothing,
  notThere,
  numberParams,
} from "./described.ts";
import { caseFeed, changesFeed, subjectFeed } from "./feeds.ts";
import { caseOf, nobodyHas } from "./lookup.ts";
import type { BySchema } from "./request.ts";
import { makeSend } from "./send.ts";

const type = "application/atom+xml; charset=utf-8";

export async function feedRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const send = makeSend(context);
  const routes = app.withTypeProvider<BySchema>();

  routes.get(
    "/subject/:number.atom",
    {
      schema: {
        operationId: "subjectFeed",
        summary: "What each generation changed for a subject",
        params: numberParams,
        querystring: nothing,
        headers: ifNoneMatch,
        response: feedAnswers(notThere("No subject has this number.")),
      },
    },
    (request, reply) =>
      send.text(request, reply, type, async (snapshot, base) => {
        const shown = await showIn(snapshot, request.params.number);
        // That a subject is gone is news, too.
        const { found } = await findSubjects(snapshot, [shown.number]);
        if (found.length === 0) throw nobodyHas(shown);
        return await subjectFeed(snapshot, base, shown, found);
      }),
  );

  routes.get(
    "/case/:case.atom",
    {
      schema: {
        operationId: "caseFeed",
        summary: "What each generation changed for a court case",
        params: caseParams,
        querystring: nothing,
        headers: ifNoneMatch,
        response: feedAnswers(notThere("The copy does not know this case.")),
      },
    },
    (request, reply) =>
      send.text(request, reply, type, async (snapshot, base) =>
        caseFeed(snapshot, base, await caseOf(snapshot, request.params.case), context.timeZone),
      ),
  );

  routes.get(
    "/changes.atom",
    {
      schema: {
        operationId: "changesFeed",
        summary: "What each generation changed, and for whom",
        querystring: narrowing,
        headers: ifNoneMatch,
        response: feedAnswers(),
      },
    },
    (request, reply) =>
      send.text(request, reply, type, (snapshot, base) => changesFeed(snapshot, base, narrowed(request.query))),
  );
}
