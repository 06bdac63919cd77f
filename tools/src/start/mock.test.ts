import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../shared/repository.ts";
import { readRegister } from "../specs/contract.ts";
import { startMock } from "./mock.ts";

test("every operation returns the spec's examples, in both representations", async () => {
  const { operations } = readRegister(join(root, "specs"));
  await using mock = await startMock();
  for (const { path, written } of operations) {
    for (const [type, { examples }] of Object.entries(written.responses?.["200"]?.content ?? {})) {
      const response = await fetch(`${mock.url}/javni${path}?offset=0`, {
        headers: { accept: type, "Ocp-Apim-Subscription-Key": "any" },
      });
      expect(response.status, path).toBe(200);
      const body = type === "application/json" ? await response.json() : await response.text();
      expect(body, path).toEqual(Object.values(examples ?? {})[0]?.value);
    }
  }
});

test("it requires a key, and answers no more once it is disposed of", async () => {
  const mock = await startMock();
  const url = `${mock.url}/javni/sud`;
  expect((await fetch(url)).status).toBe(401);
  await mock[Symbol.asyncDispose]();
  await expect(fetch(url)).rejects.toThrow();
});
