import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import { serve } from "../shared/local-server.ts";
import { root } from "../shared/repository.ts";
import { readRegister } from "../specs/contract.ts";
import { refusalsOf } from "../specs/refusals.ts";
import { type Mock, mockDocument, startMock } from "./mock.ts";

const register = readRegister(join(root, "specs"));
const { document, operations } = register;
const key = { "Ocp-Apim-Subscription-Key": "any" };

let mock: Mock;
beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock[Symbol.asyncDispose]());

test("the document that it serves is one of the subset, and has every operation, below the server's path", () => {
  const made = mockDocument(register);
  expect(refusalsOf({ ...made, servers: document.servers ?? [] })).toEqual([]);
  expect(Object.keys(made.paths ?? {})).toEqual(operations.map(({ path }) => `/javni${path}`));
});

test("an operation without an example is refused: Prism would make one up", () => {
  const without = readRegister(join(root, "specs"));
  delete without.operations[0]?.written.responses?.["200"]?.content?.["application/xml"]?.examples;
  expect(() => mockDocument(without)).toThrow(`the mock needs an example of ${operations[0]?.id} as application/xml.`);
});

const representations = operations.flatMap((operation) =>
  Object.entries(operation.written.responses?.["200"]?.content ?? {}).map(([type, media]) => ({
    operation,
    type,
    media,
  })),
);

test("every operation has both representations", () => {
  expect(operations.length).toBeGreaterThan(0);
  expect(representations.map(({ operation, type }) => `${operation.id} ${type}`)).toEqual(
    operations.flatMap(({ id }) => [`${id} application/json`, `${id} application/xml`]),
  );
});

test.for(representations)("$operation.id returns the spec's example as $type", async ({ operation, type, media }) => {
  const response = await fetch(`${mock.url}/javni${operation.path}?offset=0`, { headers: { accept: type, ...key } });
  expect([response.status, response.headers.get("content-type")]).toEqual([200, type]);
  const example = Object.values(media.examples ?? {})[0]?.value;
  const text = await response.text();
  if (type === "application/json") expect(JSON.parse(text)).toEqual(example);
  else expect(text).toBe(example);
  // An array of objects, or the root of one.
  if (type === "application/json") expect(JSON.parse(text)[0]).toBeTypeOf("object");
  else expect(/^<\?xml[^>]*\?>\s*<(\w+)/.exec(text)?.[1]).toBe(operation.root);
});

test("no operation answers without a key", async () => {
  for (const { path } of operations)
    expect([path, (await fetch(`${mock.url}/javni${path}?offset=0`)).status]).toEqual([path, 401]);
});

test("a parameter that the document does not allow is refused", async () => {
  for (const { path, parameters } of operations)
    for (const { name } of parameters.filter(({ schema }) => schema?.format === "uuid" || schema?.type !== "string")) {
      const response = await fetch(`${mock.url}/javni${path}?offset=0&${name}=neither`, { headers: key });
      expect([path, name, response.status]).toEqual([path, name, 422]);
    }
});

test("it answers no more once it is disposed of", async () => {
  const other = await startMock();
  expect((await fetch(other.url)).status).toBe(404);
  await other[Symbol.asyncDispose]();
  await expect(fetch(other.url)).rejects.toThrow();
});

test("what Prism printed is in the error when it does not start", async () => {
  await using server = await serve((_, response) => response.end());
  const { port } = new URL(server.url);
  await expect(startMock({ port: Number(port) })).rejects.toThrow(
    /^The mock did not start\. Prism printed:\n[\s\S]*EADDRINUSE[^\n]*:\d+$/,
  );
});

/** How the process that started the mock ends, and the code that it runs to do so. */
const ends: [how: string, code: string][] = [
  ["is killed outright", 'process.kill(process.pid, "SIGKILL");'],
  ["exits, its resources not disposed of", "process.exit();"],
];

test.for(ends)("it ends when the process that started it %s", async ([, end], { skip }) => {
  skip(process.platform === "win32", "There is no ps on Windows to see with whether the mock ends.");
  const program = `import { startMock } from ${JSON.stringify(import.meta.resolve("./mock.ts"))};
    const { pid } = await startMock();
    process.stdout.write(pid + "\\n", () => { ${end} });`;
  const parent = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["ignore", "pipe", "inherit"],
    // As in many containers, where Prism's own default would be several processes.
    env: { ...process.env, NODE_ENV: "production" },
  });
  const [pid] = await once(createInterface({ input: parent.stdout }), "line");
  onTestFailed(() => void process.kill(Number(pid)));
  // Ask the system: a request would make the mock write to a closed pipe, which ends it too.
  await expect.poll(() => isAlive(Number(pid)), { timeout: 20_000 }).toBe(false);
});

function isAlive(pid: number): boolean {
  // A zombie has ended.
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return stdout.trim() !== "" && !stdout.trim().startsWith("Z");
}
