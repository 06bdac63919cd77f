/**
 * Tries a client on services that are difficult, and prints what it did. `try-defaults.ts NAME MILLISECONDS`: so long it may wait for a
 * response that never comes.
 */
import { setTimeout as wait } from "node:timers/promises";
import { serve } from "../../../src/shared/local-server.ts";
import type { Behaviour } from "../measures/defaults.ts";
import { importContenders } from "../peers.ts";
import { key, type ReadPage, seat } from "../service.ts";

const [, , name = "", milliseconds = ""] = process.argv;
/** Before anybody replaces the global one. */
const { fetch } = globalThis;
const json = { "content-type": "application/json" };
const { contenders, walks } = await importContenders();
const connect = contenders[name];
if (!connect) throw new Error(`There is no contender ${name}.`);

/** What a call comes to, as a text. */
const outcome = (call: Promise<unknown>, said: (rows: unknown) => string): Promise<string> =>
  call.then(said, () => "an error");
const isFilled = (rows: unknown): boolean => Array.isArray(rows) && rows.length > 0;

/** Reads one page of the service at a URL. */
const read = (url: string): ReturnType<ReadPage> => connect({ baseUrl: url, key, fetch })(0, 100);

async function onBusyService(): Promise<string> {
  let requests = 0;
  await using service = await serve((_, response) => {
    if (requests++ === 0) response.writeHead(503, { "retry-after": "0" }).end();
    else response.writeHead(200, json).end(JSON.stringify([seat(1)]));
  });
  return await outcome(read(service.url), (rows) => (isFilled(rows) ? "rows" : "no rows"));
}

async function onSilentService(): Promise<string> {
  const ended = Promise.withResolvers<string>();
  const start = performance.now();
  await using service = await serve((_, response) => {
    response.on("close", () => ended.resolve(`given up after ${Math.round((performance.now() - start) / 1_000)} s`));
  });
  const seconds = Number(milliseconds) / 1_000;
  read(service.url).catch(() => {});
  return await Promise.race([ended.promise, wait(Number(milliseconds), `waits for more than ${seconds} s`)]);
}

async function onLargeInteger(): Promise<string> {
  const text = JSON.stringify([seat(1)]).replace(/"mbs":\d+/, '"mbs":9007199254740993');
  await using service = await serve((_, response) => response.writeHead(200, json).end(text));
  return await outcome(read(service.url), (rows) => {
    if (!isFilled(rows)) return "no rows";
    const [row] = rows as { mbs?: unknown }[];
    return String(row?.mbs) === "9007199254740993" ? "exact" : `rounded to ${row?.mbs}, and no error`;
  });
}

async function onRedirect(): Promise<string> {
  let sent = "no request";
  await using other = await serve((request, response) => {
    sent = Object.values(request.headers).includes(key) ? "the key is sent there" : "a request without the key";
    response.writeHead(200, json).end("[]");
  });
  await using service = await serve((_, response) =>
    response.writeHead(302, { location: `${other.url}/javni/` }).end(),
  );
  const said = await outcome(read(service.url), () => "no error");
  return sent === "no request" ? said : sent;
}

/** After the first page, the rows that came are gone: what follows moves. */
async function onMovingRows(): Promise<string | undefined> {
  const walk = walks[name];
  if (!walk) return undefined;
  const total = 250;
  await using service = await serve((request, response) => {
    const offset = Number(new URL(request.url ?? "", "http://localhost").searchParams.get("offset"));
    const from = offset === 0 ? 0 : offset + 10;
    const rows = Array.from({ length: Math.max(0, Math.min(100, total - from)) }, (_, index) => seat(from + index));
    response.writeHead(200, json).end(JSON.stringify(rows));
  });
  let rows = 0;
  const walked = (async () => {
    for await (const _ of walk({ baseUrl: service.url, key, fetch }, { prefetch: 0, retries: 0 })) rows++;
  })();
  return await outcome(walked, () => `${rows} rows, and no error`);
}

const behaviour: Behaviour = {
  busy: await onBusyService(),
  silent: await onSilentService(),
  integer: await onLargeInteger(),
  redirect: await onRedirect(),
};
const walk = await onMovingRows();
console.log(JSON.stringify(walk === undefined ? behaviour : { ...behaviour, walk }));
process.exit();
