import { expect, test } from "vitest";
import { recorded } from "../../test/support/through.ts";
import { operationNamed } from "../../test/support/views.ts";
import type { Answer, Reply } from "../evidence/answer.ts";
import { requestId, toWire } from "../evidence/request.ts";
import type { Recording } from "../exchange/recording.ts";
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
    _unanswered: { final: false, tooSlow: true as const },
  };
  const recording: Recording = { log: { ...log, entries: [...log.entries, silent] } };
  const service = recordedService(recording);
  const target = { baseUrl: log._run.baseUrl, key: "", wrongKey: "", xmlBy: { by: "accept" } } as const;
  const ask = (offset: string): Promise<Reply> => service(toWire(request(offset), target));
  expect(JSON.parse(((await ask("8")) as Answer).text)).toHaveLength(3);
  expect(await ask("7")).toMatchObject({ problem: "no complete response" });
});
