import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { register } from "../src/contract/contract.ts";
import { type RunningServer, startServer } from "../src/index.ts";

let server: RunningServer;

beforeAll(async () => {
  server = await startServer({ rows: 200, keys: ["a-key-of-the-tests"] });
});
afterAll(() => server.close());

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${server.url}${path}`, { headers: { [register.keyHeader]: server.keys[0] ?? "", ...headers } });

const firstPage = (path: string, paged: boolean): string => `/javni${path}${paged ? "?offset=0&limit=3" : ""}`;

test("every operation of the document is served", () => {
  expect(register.unserved).toEqual([]);
  expect(register.operations).toHaveLength(24);
});

describe.each(register.operations.map((operation) => [operation.path, operation] as const))("%s", (path, operation) => {
  const address = firstPage(path, operation.parameters.has("offset"));

  test("answers with an array that is not empty", async () => {
    const response = await get(address);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(await response.json()).not.toHaveLength(0);
    expect(response.headers.has("x-total-count")).toBe(operation.totals);
  });

  test("answers in XML with its root", async () => {
    const response = await get(address, { accept: "application/xml" });
    expect(response.headers.get("content-type")).toBe("application/xml; charset=utf-8");
    expect(await response.text()).toContain(`?>\n<${operation.xmlRoot}><${operation.row.name}>`);
  });

  test("wants a key", async () => {
    expect((await get(address, { [register.keyHeader]: "wrong" })).status).toBe(401);
    expect((await fetch(server.url + address)).status).toBe(401);
  });
});

test("a known case is found, with its lists", async () => {
  const [example] = server.exampleCases;
  const query =
    "query ($m: String, $s: BigInteger) { predmet(oznakaBroj: $m, sud: $s) { oznakaBroj stranke { naziv } } }";
  const response = await fetch(`${server.url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query, variables: { m: example?.oznakaBroj, s: Number(example?.sud) } }),
  });
  const { data } = (await response.json()) as { data: { predmet: { oznakaBroj: string; stranke: unknown[] } } };
  expect(data.predmet.oznakaBroj).toBe(example?.oznakaBroj);
  expect(data.predmet.stranke).not.toHaveLength(0);
});
