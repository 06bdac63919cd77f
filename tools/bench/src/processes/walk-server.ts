/**
 * A register that is hard to walk: every response takes 5 ms, one in a hundred is a 429, and one in ten has fewer rows than
 * requested. `walk-server.ts ROWS`. Randomness is seeded, so that every run meets the same service.
 */
import { serve } from "../../../src/shared/local-server.ts";
import { seededRandom } from "../rounds.ts";
import { seat } from "../service.ts";

const total = Number(process.argv[2]);
const greatest = 1_000;
const random = seededRandom(11);

/** Rows differ only in their `mbs`, which is their position: the rest is precomputed. */
const rest = Array.from({ length: 997 }, (_, index) => JSON.stringify(seat(index)).replace(/^\{"mbs":\d+/, ""));

function page(offset: number, limit: number): string {
  const rows: string[] = [];
  for (let at = offset; at < Math.min(offset + limit, total); at++) rows.push(`{"mbs":${at}${rest[at % rest.length]}`);
  return `[${rows.join(",")}]`;
}

const { url } = await serve((request, response) => {
  const query = new URL(request.url ?? "", "http://localhost").searchParams;
  const cap = random() < 0.1 ? Math.ceil(random() * greatest) : greatest;
  const limit = Math.min(Number(query.get("limit") ?? 100), cap);
  const busy = random() < 0.01;
  setTimeout(() => {
    if (busy) return response.writeHead(429, { "retry-after": "0" }).end();
    const headers = { "content-type": "application/json", "x-total-count": String(total) };
    return response.writeHead(200, headers).end(page(Number(query.get("offset")), limit));
  }, 5);
});
console.log(`Listening on ${url}`);
