/** A service that gives at most 100 rows a page, whatever is asked for, and says so nowhere. `capped-service.ts ROWS` */
import { serve } from "../../../src/shared/local-server.ts";
import { seat } from "../service.ts";

const total = Number(process.argv[2]);
const cap = 100;

const { url } = await serve((request, response) => {
  const query = new URL(request.url ?? "", "http://localhost").searchParams;
  const offset = Number(query.get("offset"));
  const count = Math.max(0, Math.min(Number(query.get("limit") ?? cap), cap, total - offset));
  const rows = Array.from({ length: count }, (_, index) => seat(offset + index));
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(rows));
});
console.log(`Listening on ${url}`);
