import type { IncomingMessage, ServerResponse } from "node:http";
import { type Served, serve } from "@court-register/tools/local-server";
import { type Recording, replayKey } from "../../src/exchange/recording.ts";
import type { Fetch } from "../../src/exchange/send.ts";
import { recordedService } from "../../src/self-test/recorded-service.ts";

/** Serves a recording over HTTP. `before` may handle a request itself, and then returns true; `edit` may change headers. */
export function serveRecording(
  recording: Recording,
  before: (request: IncomingMessage, response: ServerResponse, count: number) => boolean = () => false,
  edit: (headers: Headers) => void = () => {},
): Promise<Served> {
  const sound: Fetch = recordedService(recording);
  const root = recording.log._run.baseUrl;
  let count = 0;
  return serve(async (request, response) => {
    count += 1;
    if (before(request, response, count)) return;
    const headers = {
      accept: request.headers.accept ?? "",
      "Ocp-Apim-Subscription-Key": request.headers["ocp-apim-subscription-key"]?.toString(),
    };
    const sent = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
    try {
      const answer = await sound(`${root}${request.url}`, { method: "GET", headers: sent });
      edit(answer.headers);
      response
        .writeHead(answer.status, Object.fromEntries(answer.headers))
        .end(Buffer.from(await answer.arrayBuffer()));
    } catch {
      response.writeHead(404).end();
    }
  });
}

/** The key that a served recording knows. */
export const servedKey: string = replayKey;
