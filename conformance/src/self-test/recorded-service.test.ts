import { expect, test } from "vitest";
import { recorded } from "../../test/support/through.ts";
import { operationNamed } from "../../test/support/views.ts";
import { requestId, toWire } from "../evidence/request.ts";
import { type Recording, replayTarget } from "../exchange/recording.ts";
import { recordedService } from "./recorded-service.ts";

const request = (offset: string) =>
  ({
    operation: operationNamed("gfi"),
    query: [
      ["offset", offset],
      ["limit", "3"],
    ],
    as: "json",
    key: "valid",
  }) as const;

test("a page that was not recorded is made of recorded rows, but not one that got no response", async () => {
  const { log } = await recorded();
  const [entry] = log.entries;
  if (entry === undefined) throw new Error("an empty recording");
  const silent = {
    ...entry,
    _id: requestId(request("7")),
    response: { ...entry.response, status: 0 },
    _problem: "no complete response",
    _tooSlow: true as const,
  };
  const recording: Recording = { log: { ...log, entries: [...log.entries, silent] } };
  const service = recordedService(recording);
  const ask = (offset: string): Promise<Response> => {
    const { url, headers } = toWire(request(offset), replayTarget(log._run));
    return service(url, { headers });
  };
  expect(await (await ask("8")).json()).toHaveLength(3);
  await expect(ask("7")).rejects.toThrow("no complete response");
});
