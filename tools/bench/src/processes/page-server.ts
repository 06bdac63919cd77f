/** A bare `node:http` server that sends every client the same page of seats. `page-server.ts ROWS` */
import { serve } from "../../../src/shared/local-server.ts";
import { pageBytes } from "../clients/service-in-memory.ts";

const body = pageBytes(Number(process.argv[2]));
const headers = {
  "content-type": "application/json",
  "content-length": body.length,
  "x-total-count": "400000",
};
const { url } = await serve((_, response) => response.writeHead(200, headers).end(body));
console.log(`Ready at ${url}`);
