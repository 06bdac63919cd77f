/**
 * Preloaded by every thread of a process: the service is asked as if its rows were of another state than before, so that they are copied
 * again. All threads name the same one.
 */
import { randomUUID } from "node:crypto";

process.env.BENCH_STATE ??= randomUUID();
const state = process.env.BENCH_STATE;
const send = globalThis.fetch;

globalThis.fetch = async (input, options) => {
  const url = new URL(String(input));
  url.searchParams.delete("timestamp_id");
  const response = await send(url, options);
  const headers = new Headers(response.headers);
  headers.set("x-timestamp-id", state);
  return Object.defineProperty(response, "headers", { value: headers });
};
