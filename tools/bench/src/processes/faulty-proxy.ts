/** A proxy that adds one fault to a correct service. `faulty-proxy.ts URL FAULT` */
import { type OutgoingHttpHeaders, request } from "node:http";
import { text } from "node:stream/consumers";
import { serve } from "../../../src/shared/local-server.ts";
import { type FaultyAnswer, faults } from "../harness/faults.ts";
import { key } from "../harness/service-in-memory.ts";

const [, , upstream = "", name = ""] = process.argv;
const fault = faults[name];
if (fault === undefined) throw new Error(`There is no fault ${name}.`);
const { hostname, port } = new URL(upstream);

const { url } = await serve((asked, answered) => {
  // The path is forwarded unchanged: normalizing it would hide how the service answers a wrong one.
  const [path = "", search = ""] = (asked.url ?? "/").split(/\?(.*)/s);
  const listed = path.startsWith(fault.only ?? "/javni/");
  const query = new URLSearchParams(search);
  if (listed) fault.query?.(query);
  const headers: OutgoingHttpHeaders = { ...asked.headers, "accept-encoding": "identity" };
  if (listed && fault.anyKey) headers["ocp-apim-subscription-key"] = key;
  const changed = listed && fault.query !== undefined ? `${path}?${query}` : asked.url;
  const onward = request({ hostname, port, path: changed, method: asked.method, headers }, async (came) => {
    const { "content-length": _, "transfer-encoding": __, ...rest } = came.headers;
    const answer: FaultyAnswer = {
      status: came.statusCode ?? 502,
      type: rest["content-type"] ?? "",
      total: rest["x-total-count"]?.toString() ?? null,
      body: await text(came),
    };
    if (listed && came.statusCode === 200) fault.answer?.(answer);
    if (answer.type !== "") rest["content-type"] = answer.type;
    if (answer.total !== null) rest["x-total-count"] = answer.total;
    answered.writeHead(answer.status, rest).end(asked.method === "HEAD" ? undefined : answer.body);
  });
  onward.on("error", () => answered.destroy());
  asked.pipe(onward);
});
console.log(`Ready at ${url}`);
