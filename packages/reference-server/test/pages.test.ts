import { afterAll, beforeAll, expect, test } from "vitest";
import { register } from "../src/contract/contract.ts";
import { type Fixture, serve } from "./support/client.ts";
import { makeData } from "./support/data.ts";

let fixture: Fixture;

beforeAll(async () => {
  fixture = await serve({ rows: 30 });
});
afterAll(() => fixture[Symbol.asyncDispose]());

const page = (accept: string): Promise<Response> => fetch(`${fixture.server.url}/`, { headers: { accept } });

test("the page shows what there is, and loads everything from this server", async () => {
  const response = await page("text/html,application/xhtml+xml,*/*;q=0.8");
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  const text = await response.text();
  const { uuid, source, exampleCases } = fixture.server.state;
  for (const part of [
    uuid,
    source,
    exampleCases[0]?.oznakaBroj ?? "?",
    register.keyHeader || "Authorization",
    'href="graphql"',
  ]) {
    expect(text).toContain(part);
  }
  // Nothing of a key, where the contract has none.
  expect(text).not.toMatch(/<code><\/code>|-H ": /);
  expect(text.replaceAll("\n", " ")).toContain("the project does not belong to the operator of that register");
  const loaded = [...text.matchAll(/<(?:script|link)[^>]+(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? "");
  expect(loaded.length).toBeGreaterThan(2);
  for (const address of loaded.filter((one) => !one.startsWith("data:"))) {
    // Relative, so that it also holds behind a proxy that adds a prefix.
    expect(address).toMatch(/^\w/);
    const { status } = await fetch(new URL(address, `${fixture.server.url}/`));
    expect(status, address).toBe(200);
  }
  expect(response.headers.get("content-security-policy")).toContain("default-src 'self'");
});

test("programs get the state as JSON", async () => {
  expect(await (await page("application/json")).json()).toEqual({ state: fixture.server.state });
});

test("the document is the contract's, with the URL of this server", async () => {
  const document = (await (await fetch(`${fixture.server.url}/openapi.json`)).json()) as Record<string, unknown>;
  expect(document.servers).toEqual([{ url: "./javni", description: "This server." }]);
  expect(Object.keys(document.paths as object)).toEqual(register.operations.map(({ path }) => path));
});

test.each(["/openapi.json", "/reference/json"])("%s leads to this server's register", async (path) => {
  const url = `${fixture.server.url}${path}`;
  const { servers } = (await (await fetch(url)).json()) as { servers: { url: string }[] };
  // OpenAPI: a relative URL is relative to the document.
  expect(servers.map((one) => new URL(one.url, url).href)).toEqual([`${fixture.server.url}/javni`]);
});

test("the example query is valid GraphQL, whatever the case mark contains", async () => {
  await using data = await makeData({ predmet: [String.raw`{"id":1,"sudId":1,"oznakaBroj":"P \"a\" \\ 1/2018"}`] });
  await using own = await serve({ data: data.path });
  const text = await (await fetch(`${own.server.url}/`, { headers: { accept: "text/html" } })).text();
  const [query = ""] = text.replaceAll("&#34;", '"').match(/\{ predmet\(.*\} \}/) ?? [];
  const response = await fetch(`${own.server.url}/graphql?query=${encodeURIComponent(query)}`);
  expect(await response.json()).toMatchObject({ data: { predmet: { id: 1 } } });
});

test("loaded data is escaped", async () => {
  await using data = await makeData({ predmet: ['{"id":1,"sudId":1,"oznakaBroj":"<script>alert(1)</script>"}'] });
  await using own = await serve({ data: data.path });
  const text = await (await fetch(`${own.server.url}/`, { headers: { accept: "text/html" } })).text();
  expect(text).toContain("&#60;script&#62;alert(1)&#60;/script&#62;");
  expect(text).not.toContain("<script>alert");
});
