/** A bare `node:http` server that answers every request with the bytes of one file. `bytes-server.ts FILE CONTENT-TYPE` */
import { readFileSync } from "node:fs";
import { serve } from "../../../src/shared/local-server.ts";

const [, , file = "", type = ""] = process.argv;
const body = readFileSync(file);
const headers = { "content-type": type, "content-length": body.length };
const { url } = await serve((_, response) => response.writeHead(200, headers).end(body));
console.log(`Ready at ${url}`);
