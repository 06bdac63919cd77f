/** The server of `serve`. It is loaded by that command alone: Fastify takes as long as the rest of the mirror. */
import { type FastifyInstance, fastify } from "fastify";
import { answerRoutes } from "./answers.ts";
import type { Context } from "./context.ts";
import { answerErrors, refuse } from "./errors.ts";
import { guardAll, makeGuard } from "./guard.ts";
import { pageRoutes } from "./pages.ts";
import { ajvOptions, readBySchema } from "./request.ts";

/** @param host - What the server will listen on. */
export async function makeApp(context: Context, host: string): Promise<FastifyInstance> {
  const guard = makeGuard(host, context.publicRoot);
  const app = fastify({
    forceCloseConnections: true,
    ajv: { customOptions: ajvOptions },
    // A URL that cannot be read comes here, past all hooks.
    frameworkErrors: ({ message, statusCode = 400 }, request, reply) => {
      if (!guard(request, reply)) refuse(request, reply, `${message}.`, statusCode);
    },
  });
  guardAll(app, guard);
  answerErrors(app);
  readBySchema(app);
  await app.register(pageRoutes, context);
  await app.register(answerRoutes, context);
  return app;
}
