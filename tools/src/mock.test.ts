import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, test, vi } from "vitest";
import { startMock } from "./mock.ts";
import { readRegisterSpec } from "./register-spec.ts";

test("every operation answers with the examples of the spec, in both representations", async () => {
  const spec = await readRegisterSpec({ examples: "inline" });
  await using mock = await startMock();
  for (const [path, { get }] of Object.entries(spec.paths)) {
    for (const [type, { examples }] of Object.entries(get.responses["200"]?.content ?? {})) {
      const response = await fetch(`${mock.url}/javni${path}?offset=0`, {
        headers: { accept: type, "Ocp-Apim-Subscription-Key": "any" },
      });
      expect(response.status, path).toBe(200);
      const body = type === "application/json" ? await response.json() : await response.text();
      expect(body, path).toEqual(Object.values(examples ?? {})[0]?.value);
    }
  }
});

test("the mock ends when the process that started it is killed outright", async () => {
  const program = `import { startMock } from ${JSON.stringify(import.meta.resolve("./mock.ts"))};
    console.log((await startMock()).url);`;
  const parent = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [url] = await once(createInterface({ input: parent.stdout }), "line");
  expect((await fetch(url)).status).toBe(404);
  parent.kill("SIGKILL");
  await vi.waitFor(() => expect(fetch(url)).rejects.toThrow(), { timeout: 10_000, interval: 50 });
});
