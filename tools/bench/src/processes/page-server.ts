/** A register that answers every request with the same page of 1,000 rows: `page-server.ts`. */
import { serve } from "../../../src/shared/local-server.ts";
import { pageOf } from "../service.ts";

const { body, headers } = pageOf(1_000);
const { url } = await serve((_, response) => response.writeHead(200, headers).end(body));
console.log(`Listening on ${url}`);
