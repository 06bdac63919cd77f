/** How programs are sent an answer: with an entity tag, by which they ask for it again. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Snapshot } from "../store/snapshot.ts";
import { writeJson } from "../wire/wire.ts";
import type { Context } from "./context.ts";
import { entityTag, isKnown } from "./request.ts";

/** @param base - The root that links begin with, without a slash at its end. */
type Write<Answer> = (snapshot: Snapshot, base: string) => Promise<Answer>;

/** Sends an answer, or that whoever asks has it already. */
export interface SendAnswer {
  text(request: FastifyRequest, reply: FastifyReply, type: string, write: Write<string>): Promise<FastifyReply>;
  json(request: FastifyRequest, reply: FastifyReply, write: Write<object>): Promise<FastifyReply>;
}

export function makeSend({ read, publicRoot, timeZone }: Context): SendAnswer {
  const send: SendAnswer = {
    async text(request, reply, type, write) {
      const base = publicRoot ?? `${request.protocol}://${request.host}`;
      const { tag, text } = await read(async (snapshot) => {
        const known = await entityTag(snapshot, `${base}${request.url} ${timeZone}`);
        const ifNoneMatch = request.headers["if-none-match"];
        if (isKnown(ifNoneMatch, known)) return { tag: known };
        const text = await write(snapshot, base);
        // Any answer will do for a star, but there has to be one.
        return ifNoneMatch?.trim() === "*" ? { tag: known } : { tag: known, text };
      });
      // A copy holds personal data: a shared cache keeps nothing, and any other asks whether it is still true.
      reply.header("etag", tag).header("cache-control", "private, no-cache");
      return text === undefined ? reply.code(304).send() : reply.type(type).send(text);
    },
    json: (request, reply, write) =>
      send.text(request, reply, "application/json", async (snapshot, base) => writeJson(await write(snapshot, base))),
  };
  return send;
}
