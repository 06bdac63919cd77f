/** A service with one fault, in front of a right one. `faulty-proxy.ts URL FAULT` */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type FaultyAnswer, faults } from "../harness/faults.ts";
import { key } from "../harness/reference-server.ts";

const [, , upstream = "", name = ""] = process.argv;
const fault = faults[name];
if (fault === undefined) throw new Error(`There is no fault ${name}.`);

const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? "/", upstream);
  // Another address names another host: the path and the query are all that is taken.
  const target = new URL(url.pathname + url.search, upstream);
  const listed = target.pathname.startsWith(fault.only ?? "/javni/");
  if (listed) fault.query?.(target.searchParams);
  const { host: _, connection: __, "accept-encoding": ___, "content-length": ____, ...headers } = request.headers;
  if (listed && fault.anyKey) headers["ocp-apim-subscription-key"] = key;
  const body = ["GET", "HEAD"].includes(request.method ?? "") ? null : await new Response(request as never).text();
  const came = await fetch(target, {
    method: request.method ?? "GET",
    headers: { ...(headers as Record<string, string>), "accept-encoding": "identity" },
    body,
    redirect: "manual",
  });
  const answer: FaultyAnswer = {
    status: came.status,
    type: came.headers.get("content-type") ?? "",
    total: came.headers.get("x-total-count"),
    body: await came.text(),
  };
  if (listed && came.status === 200) fault.answer?.(answer);
  for (const [header, value] of came.headers) {
    if (!/^(content-(type|length|encoding)|x-total-count|transfer-encoding|connection|keep-alive)$/.test(header)) {
      response.setHeader(header, value);
    }
  }
  if (answer.type !== "") response.setHeader("content-type", answer.type);
  if (answer.total !== null) response.setHeader("x-total-count", answer.total);
  response.writeHead(answer.status).end(request.method === "HEAD" ? undefined : answer.body);
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  console.log(`Ready at http://127.0.0.1:${port}`);
});
