/** Stands before a service and gives it small pages, so that something can happen between two of them. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Served, serve } from "../support/serve.ts";
import type { Place } from "./workshop.ts";

/** Rows of a page, at most. */
const pageSize = 200;

export interface SlowPages extends Served {
  /** Offsets of the subjects that have been asked for since the last call of `watch`. */
  offsets: number[];
  /** From now on, `onPage` is called when a page of subjects has been asked for, with their count; it is answered afterwards. */
  watch(onPage: (count: number) => Promise<void> | void): void;
}

/** Whether states of the service are named and can be asked for, are only named, or are hidden. */
type States = "kept" | "named" | "hidden";

/** Starts it before the service at `target`. */
export async function startSlowPages(target: string, states: States = "kept"): Promise<SlowPages> {
  let onPage = (_count: number): Promise<void> | void => {};
  let offsets: number[] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "", target);
    const limit = Number(url.searchParams.get("limit"));
    if (limit > pageSize) url.searchParams.set("limit", String(pageSize));
    if (states !== "kept") url.searchParams.delete("timestamp_id");
    if (url.pathname.endsWith("/subjekt/")) {
      offsets.push(Number(url.searchParams.get("offset")));
      await onPage(offsets.length);
    }
    const key = String(request.headers["ocp-apim-subscription-key"]);
    const answered = await fetch(url, { headers: { "Ocp-Apim-Subscription-Key": key } });
    const state = answered.headers.get("x-timestamp-id");
    const total = answered.headers.get("x-total-count");
    response.writeHead(answered.status, {
      "content-type": "application/json",
      ...(states !== "hidden" && state && { "x-timestamp-id": state }),
      ...(total && { "x-total-count": total }),
    });
    response.end(await answered.text());
  }

  const server = await serve((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  return {
    ...server,
    get offsets() {
      return offsets;
    },
    watch(listener) {
      offsets = [];
      onPage = listener;
    },
  };
}

/** How a program is ended on its way. */
export interface End {
  signal: NodeJS.Signals;
  /** Milliseconds after the fifth page of subjects has been answered; without it, when it is asked for. */
  after?: number | undefined;
}

/** Begins an example and sends it a signal at the fifth page of subjects. Gives what it has printed. */
export async function breakOff(
  place: Place,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  pages: SlowPages,
  { signal, after }: End,
): Promise<string> {
  pages.watch((count) => {
    if (count !== 5) return;
    if (after === undefined) running.signal(signal);
    else setTimeout(() => running.signal(signal), after);
  });
  const running = place.begin(args, env);
  const code = await running.ended;
  pages.watch(() => {});
  if (code === 0) throw new Error(`error: it ended well in spite of ${signal}\n${running.output()}`);
  return running.output();
}
