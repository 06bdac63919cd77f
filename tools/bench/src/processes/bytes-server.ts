/** A bare `node:http` server that answers every request with the bytes of one file. `bytes-server.ts FILE CONTENT-TYPE` */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const [, , file = "", type = ""] = process.argv;
const body = readFileSync(file);
const headers = { "content-type": type, "content-length": body.length };
const server = createServer((_, response) => response.writeHead(200, headers).end(body));
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  console.log(`Ready at http://127.0.0.1:${port}`);
});
