/** A proxy that serves small pages, so that something can happen between two of them. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { type Served, serve } from "../../shared/local-server.ts";
import { root } from "../../shared/repository.ts";
import { readContract } from "../../specs/contract.ts";
import type { Place } from "./workshop.ts";

/** The most rows in a page. */
const pageSize = 200;

export interface SlowPages extends Served {
  /** Offsets of the subjects requested since the last call of `watch`. */
  offsets: number[];
  /** From now on, `onPage` is called with their count when a page of subjects is requested, and awaited before the response. */
  watch(onPage: (count: number) => Promise<void> | void): void;
}

/** Whether states of the service are named and can be asked for, are only named, or are hidden. */
type States = "kept" | "named" | "hidden";

/** Starts the proxy for the service at `target`. */
export async function startSlowPages(target: string, states: States = "kept"): Promise<SlowPages> {
  let onPage = (_count: number): Promise<void> | void => {};
  let offsets: number[] = [];
  const keyHeader = readContract(join(root, "specs")).keyHeader.toLowerCase();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "", target);
    const limit = Number(url.searchParams.get("limit"));
    if (limit > pageSize) url.searchParams.set("limit", String(pageSize));
    if (states !== "kept") url.searchParams.delete("timestamp_id");
    if (url.pathname.endsWith("/subjekt/")) {
      offsets.push(Number(url.searchParams.get("offset")));
      await onPage(offsets.length);
    }
    const answered = await fetch(url, { headers: { [keyHeader]: String(request.headers[keyHeader]) } });
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

/** How a running program is ended. */
export interface End {
  signal: NodeJS.Signals;
  /** Milliseconds after the fifth page of subjects was sent. Without it, the signal is sent when that page is requested. */
  after?: number | undefined;
}

/** Starts an example, and sends it a signal around the fifth page of subjects. @returns its output. */
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
  if (code === 0) throw new Error(`error: it exited with 0 despite ${signal}\n${running.output()}`);
  return running.output();
}
