import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, onTestFailed, test } from "vitest";
import { contractFolder } from "../../test/contract/contract.ts";
import { serve } from "../shared/local-server.ts";
import { root } from "../shared/repository.ts";
import { readRegister } from "../specs/contract.ts";
import type { Parameter } from "../specs/openapi.ts";
import { isGiven, valueFor } from "../specs/operations.ts";
import { refusalsOf } from "../specs/refusals.ts";
import { type Mock, mockDocument, startMock } from "./mock.ts";

const register = readRegister(join(root, "specs"));
const { document, operations } = register;
const page = readRegister(join(contractFolder, "specs"));

let mock: Mock;
let mockOfPage: Mock;
beforeAll(async () => {
  mock = await startMock();
  mockOfPage = await startMock({ specs: join(contractFolder, "specs") });
});
afterAll(async () => {
  await mock[Symbol.asyncDispose]();
  await mockOfPage[Symbol.asyncDispose]();
});

test("the document that it serves is one of the subset, and has every operation, below the server's path", () => {
  const made = mockDocument(register);
  expect(refusalsOf({ ...made, servers: document.servers ?? [] })).toEqual([]);
  expect(Object.keys(made.paths ?? {})).toEqual(operations.map(({ path }) => `/javni${path}`));
});

test("an operation without an example is refused: Prism would make one up", () => {
  const without = readRegister(join(root, "specs"));
  const [operation] = without.operations.filter(({ xml }) => xml);
  delete operation?.written.responses?.["200"]?.content?.["application/xml"]?.examples;
  expect(() => mockDocument(without)).toThrow(`the mock needs an example of ${operation?.id} as application/xml.`);
});

/** What opens a contract, by each of its ways: Prism looks no closer. */
const accessTo = ({ document: { components } }: typeof register): Record<string, string> =>
  Object.fromEntries(
    Object.values(components?.securitySchemes ?? {}).map(({ type, name }) =>
      type === "oauth2" ? ["authorization", "Bearer any"] : [String(name), "any"],
    ),
  );

const representationsOf = (contract: typeof register) =>
  contract.operations.flatMap((operation) =>
    Object.entries(operation.written.responses?.["200"]?.content ?? {}).map(([type, media]) => ({
      of: contract === page ? "of a page, " : "",
      operation,
      type,
      media,
    })),
  );
const representations = [...representationsOf(register), ...representationsOf(page)];

test("every operation has JSON, and XML unless it is said to have none", () => {
  expect(operations.length).toBeGreaterThan(0);
  expect(page.operations.some(({ xml, answer }) => !xml || answer === "object")).toBe(true);
  for (const contract of [register, page])
    expect(representationsOf(contract).map(({ operation, type }) => `${operation.id} ${type}`)).toEqual(
      contract.operations.flatMap(({ id, xml }) => [
        `${id} application/json`,
        ...(xml ? [`${id} application/xml`] : []),
      ]),
    );
});

/** The path of an operation with the spec's examples for its parameters, and the query that it needs. */
function addressOf({ path, parameters }: (typeof operations)[number]): string {
  const values = new Map(parameters.map((one) => [one.name, String(valueFor(one))]));
  const query = parameters.filter((one) => one.in === "query" && isGiven(one));
  const given = query.map(({ name }) => `&${name}=${encodeURIComponent(values.get(name) ?? "")}`);
  return `/javni${path.replace(/\{([^}]+)\}/g, (_, name) => values.get(name) ?? "")}?offset=0${given.join("")}`;
}

const headersOf = ({ parameters }: (typeof operations)[number]): Record<string, string> =>
  Object.fromEntries(
    parameters.filter((one) => one.in === "header" && isGiven(one)).map((one) => [one.name, String(valueFor(one))]),
  );

test.for(representations)("$of$operation.id returns the spec's example as $type", async (one) => {
  const { of, operation, type, media } = one;
  const { url } = of === "" ? mock : mockOfPage;
  const headers = { accept: type, ...accessTo(of === "" ? register : page), ...headersOf(operation) };
  const response = await fetch(`${url}${addressOf(operation)}`, { headers });
  expect([response.status, response.headers.get("content-type")]).toEqual([200, type]);
  const example = Object.values(media.examples ?? {})[0]?.value;
  const text = await response.text();
  if (type === "application/json") expect(JSON.parse(text)).toEqual(example);
  else expect(text).toBe(example);
  // An array of objects, or one, or the root of either.
  if (type === "application/json") expect([JSON.parse(text)].flat()[0]).toBeTypeOf("object");
  else expect(/^<\?xml[^>]*\?>\s*<(\w+)/.exec(text)?.[1]).toBe(operation.root);
});

test("no operation answers without a key or a token", async () => {
  for (const operation of operations)
    expect([operation.path, (await fetch(`${mock.url}${addressOf(operation)}`)).status]).toEqual([operation.path, 401]);
});

test("a parameter that the document does not allow is refused", async () => {
  const isNarrow = ({ schema = {} }: Parameter): boolean =>
    schema.format === "uuid" || ["integer", "number", "boolean"].includes(String(schema.type));
  const headers = accessTo(register);
  for (const operation of operations)
    for (const { name } of operation.parameters.filter((one) => one.in === "query" && isNarrow(one))) {
      const response = await fetch(`${mock.url}${addressOf(operation)}&${name}=neither`, { headers });
      expect([operation.path, name, response.status]).toEqual([operation.path, name, 422]);
    }
  for (const path of ["/subjekt/neither", "/subjekt/promjene?vrsta=neither", "/subjekt/promjene?najvise=501"])
    expect([path, (await fetch(`${mockOfPage.url}/javni${path}`, { headers: accessTo(page) })).status]).toEqual([
      path,
      422,
    ]);
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
