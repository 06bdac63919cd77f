import { expect, test } from "vitest";
import { runConformance } from "../src/index.ts";
import { ask, serverOptions, smallServer } from "./support/targets.ts";

test("the reference server conforms on each of its days, and other names are there", async () => {
  await using server = await smallServer();
  const seen = new Set<string>();
  for (const day of [1, 4, 100]) {
    await server.load({ rows: 120, seed: 1, day });
    const report = await runConformance(serverOptions(server));
    const failed = report.results.filter(({ state }) => state === "fail" || state === "error");
    expect([day, report.conclusion, failed]).toEqual([day, "conforms", []]);
    seen.add(await (await ask(server, "/skracena_tvrtka?offset=0&limit=1000")).text());
  }
  expect(seen.size).toBe(3);
});
