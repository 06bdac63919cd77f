/** A bare `node:http` server that sends every client the same page of seats. `page-server.ts ROWS` */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pageBytes } from "../harness/service-in-memory.ts";

const body = pageBytes(Number(process.argv[2]));
const headers = {
  "content-type": "application/json",
  "content-length": body.length,
  "x-total-count": "400000",
};
const server = createServer((_, response) => response.writeHead(200, headers).end(body));
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  console.log(`Ready at http://127.0.0.1:${port}`);
});
