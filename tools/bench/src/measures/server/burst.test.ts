import { expect, test } from "vitest";
import { serve } from "../../../../src/shared/local-server.ts";
import { burst } from "./burst.ts";

test("sends the given number of requests with the headers, and its time ends with the last response", async () => {
  const asked: (string | undefined)[] = [];
  let last = 0;
  await using server = await serve((request, response) => {
    asked.push(request.headers.accept);
    last = performance.now();
    response.end("[]");
  });
  const start = performance.now();
  const time = await burst({ url: server.url, headers: { accept: "application/json" } }, 25);
  expect(asked).toEqual(Array(25).fill("application/json"));
  expect(start + time).toBeGreaterThanOrEqual(last);
  expect(start + time).toBeLessThanOrEqual(performance.now());
});

test("a rejected request fails the burst", async () => {
  let count = 0;
  await using server = await serve((_, response) => response.writeHead(++count === 5 ? 429 : 200).end("[]"));
  await expect(burst({ url: server.url, headers: {} }, 20)).rejects.toThrow("1 refused");
});
