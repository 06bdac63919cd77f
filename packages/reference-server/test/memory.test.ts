import { expect, test } from "vitest";
import { startProcess } from "./support/process.ts";

test("documents of any number and size fit in little memory: none is kept", async () => {
  // Of which the server needs some 22 without any document.
  await using server = startProcess(["--rows", "10"], { env: { NODE_OPTIONS: "--max-old-space-size=64" } });
  const url = await server.ready();
  const padding = "x".repeat(250_000);
  for (let number = 0; number < 200; number++) {
    const body = JSON.stringify({ query: `#${number}${padding}\n{posljednjeAzuriranje}` });
    const response = await fetch(`${url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    expect(Object.keys((await response.json()) as object)).toEqual(["data"]);
  }
});
