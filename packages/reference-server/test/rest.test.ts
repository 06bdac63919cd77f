import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { register } from "../src/contract/contract.ts";
import { accessHeader, key, noKey } from "./support/access.ts";
import { type Fixture, serve } from "./support/client.ts";
import { makeData, textField } from "./support/data.ts";

let fixture: Fixture;

beforeAll(async () => {
  fixture = await serve({ rows: 300 });
});
afterAll(() => fixture[Symbol.asyncDispose]());

const get: Fixture["get"] = (...request) => fixture.get(...request);

interface ProblemBody {
  readonly status: number;
  readonly detail: string;
  readonly parameter?: string;
}

async function problem(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<ProblemBody> {
  const response = await get(path, headers, method);
  expect(response.headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
  const body = (await response.json()) as ProblemBody;
  expect(body.status).toBe(response.status);
  return body;
}

describe("paging", () => {
  test("pages follow each other without gap or overlap, and the order is stable", async () => {
    const all = await fixture.json("/javni/sjediste?offset=0&limit=300");
    const pages = [];
    for (let offset = 0; offset < 300; offset += 70) {
      pages.push(...(await fixture.json(`/javni/sjediste?offset=${offset}&limit=70`)));
    }
    expect(pages).toEqual(all);
  });

  const limitOf = (path: string) => register.operations.find((one) => one.path === path)?.parameters.get("limit");

  test("a page has as many rows as the contract's default, or 100, and 1,000 at most", async () => {
    for (const path of ["/sjediste", "/gfi"])
      expect(await fixture.json(`/javni${path}?offset=0`)).toHaveLength(Number(limitOf(path)?.default ?? 100));
    await using large = await serve({ rows: 1_200 });
    const { maximum = 2_147_483_647 } = limitOf("/subjekt/")?.value.bounds?.[0] ?? {};
    const rows = await large.json(`/javni/subjekt/?offset=0&limit=${maximum}`);
    expect(rows).toHaveLength(Math.min(1_000, maximum));
  });

  test("limit=0 returns only the total, and an offset beyond the end is an empty page", async () => {
    for (const query of ["offset=0&limit=0", "offset=2147483647"]) {
      const response = await get(`/javni/skracena_tvrtka?${query}`);
      expect(await response.text()).toBe("[]\n");
      expect(response.headers.get("x-total-count")).toBe("300");
    }
    const xml = await get("/javni/skracena_tvrtka?offset=300", { accept: "application/xml" });
    expect(await xml.text()).toContain("<skracena_tvrtkaArray></skracena_tvrtkaArray>");
  });
});

describe("subjects", () => {
  const subjects = (query: string): Promise<{ mbs: number; datum_brisanja?: string }[]> =>
    fixture.json(`/javni/subjekt/?offset=0&limit=1000${query}`);
  const companyNames = async (): Promise<{ mbs: number; name: string }[]> => {
    const rows = await fixture.json<Record<string, unknown>[]>("/javni/skracena_tvrtka?offset=0&limit=1000");
    return rows.map((row) => ({ mbs: Number(row.mbs), name: String(row[textField("/skracena_tvrtka")]) }));
  };

  test("only_active leaves deleted ones out", async () => {
    const active = await subjects("&only_active=true");
    expect(active).toEqual((await subjects("")).filter((row) => row.datum_brisanja === undefined));
    expect(active.length).toBeLessThan(300);
    expect(await subjects("&only_active=false")).toHaveLength(300);
  });

  test.each(["ČĆĐŠŽ", "čćđšž", "& sinovi", "'94", "društvo", "%", "_", "nothing is called so"])(
    "tvrtka_naziv %s finds the subjects with such a name, whatever the letter case",
    async (text) => {
      const names = await companyNames();
      const expected = names
        .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
        .map(({ mbs }) => mbs);
      const found = await subjects(`&tvrtka_naziv=${encodeURIComponent(text)}`);
      expect(found.map(({ mbs }) => mbs)).toEqual(expected);
    },
  );

  test("searches page, and combine", async () => {
    // Many names have the letter, whatever they are made of.
    const query = "&tvrtka_naziv=a&only_active=true";
    const all = await subjects(query);
    expect(all.length).toBeGreaterThan(20);
    expect(await fixture.json(`/javni/subjekt/?offset=7&limit=5${query}`)).toEqual(all.slice(7, 12));
  });
});

describe("nested objects", () => {
  test.each([
    ["/sud", "sud_nadlezan", "sud_id_nadlezan", false],
    ["/bris_pravni_oblik", "drzava_registra", "drzava_registra_id", false],
    ["/bris_registar", "drzava_registra", "drzava_registra_id", true],
  ] as const)("%s expands %s when told to, and otherwise by its default", async (path, object, id, byDefault) => {
    const rows = async (query: string): Promise<Record<string, unknown>[]> =>
      (await fixture.json(`/javni${path}${query}`)).filter((row) => row[id] !== undefined);
    for (const row of await rows("?expand_relations=true")) expect(row).toHaveProperty(object);
    for (const row of await rows("?expand_relations=false")) expect(row).not.toHaveProperty(object);
    expect(await rows("")).toEqual(await rows(`?expand_relations=${byDefault}`));
  });

  test("an object is the row that its id names", async () => {
    const countries = new Map((await fixture.json("/javni/drzava")).map(({ id, ...country }) => [id, country]));
    for (const row of await fixture.json("/javni/sjediste?offset=0&limit=1000")) {
      const country = countries.get(row.drzava_id);
      expect(row.drzava === undefined).toBe(country === undefined);
      expect(country ?? {}).toMatchObject(row.drzava ?? {});
    }
  });
});

describe("refusals", () => {
  test.each([
    ["/javni/sjediste", "offset"],
    ["/javni/sjediste?offset=", "offset"],
    ["/javni/sjediste?offset=-1", "offset"],
    ["/javni/sjediste?offset=1.5", "offset"],
    ["/javni/sjediste?offset=2147483648", "offset"],
    ["/javni/sjediste?offset=0&offset=1", "offset"],
    ["/javni/subjekt/?offset=ten", "offset"],
    ["/javni/sjediste?offset=0&limit=-1", "limit"],
    ["/javni/sjediste?offset=0&limit=1e3", "limit"],
    ["/javni/sud?expand_relations=yes", "expand_relations"],
    ["/javni/sud?expand_relations=", "expand_relations"],
    ["/javni/subjekt/?offset=0&only_active=1", "only_active"],
    ["/javni/jezik?timestamp_id=now", "timestamp_id"],
    ["/javni/jezik?timestamp_id=", "timestamp_id"],
  ])("%s is a 400 that names %s", async (path, parameter) => {
    const body = await problem(path);
    expect(body).toMatchObject({ status: 400, parameter });
    expect(body.detail).toContain(parameter);
  });

  test("a state that is not kept is a 404", async () => {
    const body = await problem("/javni/jezik?timestamp_id=00000000-0000-4000-8000-000000000000");
    expect(body).toMatchObject({ status: 404, parameter: "timestamp_id" });
  });

  test("no key, a wrong key and several keys are a 401, before anything else is checked", async ({ skip }) => {
    skip(noKey !== undefined, noKey);
    for (const wrong of ["", "wrong", `${key}, ${key}`, `${key}2`]) {
      const response = await get("/javni/sjediste?offset=x", { [register.keyHeader]: wrong });
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toContain(register.keyHeader);
      const text = await response.text();
      expect(text).not.toContain("offset");
      expect(text).toContain(`The header ${register.keyHeader} does not contain a valid key.`);
    }
    const withoutKey = await fetch(`${fixture.server.url}/javni/jezik`);
    expect(withoutKey.status).toBe(401);
    expect(await withoutKey.text()).toContain(`The header ${register.keyHeader} is missing.`);
  });

  test("any of the server's keys is accepted", async ({ skip }) => {
    skip(noKey !== undefined, noKey);
    await using two = await serve({ rows: 10, keys: ["first", key] });
    expect((await two.get("/javni/jezik")).status).toBe(200);
    expect((await two.get("/javni/jezik", { [register.keyHeader]: "first" })).status).toBe(200);
  });

  test.each([
    "/javni/subjekt?offset=0",
    "/javni/sjediste/",
    "/javni",
    "/javni/none",
    "/*/javni",
    "/:a",
    "/%zz",
    "/javni/%c0",
  ])("%s does not exist", async (path) => {
    const { status } = await problem(path);
    expect(path.includes("%") ? [400, 404] : [404]).toContain(status);
  });

  test.each(["POST", "PUT", "DELETE", "PATCH"])("%s is a 405 that says what is allowed", async (method) => {
    for (const path of ["/javni/jezik", "/javni/subjekt/", "/healthz", "/"]) {
      const response = await get(path, { "content-type": "text/whatever" }, method);
      expect(response.status).toBe(405);
      expect(response.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
    }
  });
});

describe("representations", () => {
  test.each([
    [undefined, "application/json"],
    ["*/*", "application/json"],
    ["application/*", "application/json"],
    ["application/xml", "application/xml"],
    ["text/xml", "text/xml"],
    ["application/xml; charset=utf-8", "application/xml"],
    ["text/xml;charset=UTF-8", "text/xml"],
    ["application/json; charset=utf-8", "application/json"],
    ["APPLICATION/XML", "application/xml"],
    ["application/json;q=0.5, application/xml;q=0.9", "application/xml"],
    ["application/xml;q=0.2, */*;q=0.1", "application/xml"],
    ["application/json;q=0, */*", "application/xml"],
    ["text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8", "application/xml"],
    ["text/html", 406],
    ["application/json;q=0", 406],
    ["nonsense", 406],
  ])("Accept %s gives %s", async (accept, expected) => {
    const headers = accept === undefined ? {} : { accept };
    const response = await get("/javni/jezik", headers);
    expect(response.status).toBe(expected === 406 ? 406 : 200);
    if (expected !== 406) expect(response.headers.get("content-type")).toBe(`${expected}; charset=utf-8`);
    expect(response.headers.get("vary")).toContain("Accept");
  });
});

describe("HTTP", () => {
  const everyUrl = [
    ...register.operations.map(
      ({ path, parameters }) => `/javni${path}${parameters.has("offset") ? "?offset=0&limit=50" : ""}`,
    ),
    ...["/javni/sjediste", "/javni/jezik?timestamp_id=00000000-0000-4000-8000-000000000000", "/none"],
    ...["/graphql?query=%7Bsudovi%7Bid%20sudNaziv%7D%7D", "/graphql?query=%7B", "/graphql", "/healthz"],
    ...["/", "/page.js", "/openapi.json", "/reference", "/reference/", "/reference/json", "/reference/yaml"],
    ...["/reference/static/index.html", "/reference/static/swagger-ui.css", "/reference/static/none.js"],
  ];

  describe.each(everyUrl)("%s", (url) => {
    const ask = (method: string, more: Record<string, string> = {}): Promise<Response> =>
      fetch(fixture.server.url + url, {
        method,
        redirect: "manual",
        headers: { ...fixture.headers, ...more },
      });
    /** Without what belongs to the moment, the connection, or a body that comes in pieces. A HEAD may leave out a length. */
    const fieldsOf = ({ headers }: Response): [string, string][] =>
      [...headers].filter(
        ([name, value]) =>
          !["date", "connection", "keep-alive", "transfer-encoding"].includes(name) &&
          `${name}: ${value}` !== "content-length: 0",
      );

    test.each(["identity", "gzip"])(
      "HEAD in %s has the status and the headers of GET, and no body",
      async (encoding) => {
        const [head, full] = [
          await ask("HEAD", { "accept-encoding": encoding }),
          await ask("GET", { "accept-encoding": encoding }),
        ];
        expect(head.status).toBe(full.status);
        expect(fieldsOf(head)).toEqual(fieldsOf(full));
        expect(await head.text()).toBe("");
        await full.body?.cancel();
      },
    );

    test("says that the encoding is negotiated, compressed or not", async () => {
      for (const more of [{ "accept-encoding": "identity" }, { "accept-encoding": "gzip" }, { accept: "x/y" }]) {
        const { headers } = await ask("HEAD", more);
        expect(headers.get("vary")?.toLowerCase().split(", ")).toContain("accept-encoding");
      }
    });
  });

  test("every response of a URL with several representations says that Accept chooses one", async () => {
    const path = "/javni/sjediste?offset=0";
    const etag = (await get(path)).headers.get("etag") ?? "";
    const responses: [number, Promise<Response>][] = [
      [200, get(path)],
      [304, get(path, { "if-none-match": etag })],
      [400, get("/javni/sjediste")],
      [401, get(path, { [accessHeader]: "wrong" })],
      [404, get("/javni/jezik?timestamp_id=00000000-0000-4000-8000-000000000000")],
      [406, get(path, { accept: "text/html" })],
      [200, get("/", { accept: "text/html" })],
      [200, get("/graphql", { accept: "text/html" })],
      [200, get("/graphql?query=%7B__typename%7D")],
      [400, get("/graphql", { accept: "application/graphql-response+json" })],
      [406, get("/graphql", { accept: "application/xml" })],
      [415, get("/graphql", { "content-type": "text/plain" }, "POST")],
    ];
    for (const [status, pending] of responses) {
      const response = await pending;
      expect(response.status).toBe(status);
      expect(response.headers.get("vary")).toBe("Accept, accept-encoding");
    }
  });

  test("a resource that has not changed is a 304", async () => {
    const path = "/javni/sjediste?offset=0&limit=2";
    const etag = (await get(path)).headers.get("etag") ?? "";
    const again = await get(path, { "if-none-match": `"other", ${etag}` });
    expect(again.status).toBe(304);
    expect(again.headers.get("etag")).toBe(etag);
    expect((await get(path, { "if-none-match": etag, accept: "application/xml" })).status).toBe(200);
    expect((await get("/javni/sjediste?offset=1&limit=2", { "if-none-match": etag })).status).toBe(200);
    expect((await get(path, { "if-none-match": etag, [accessHeader]: "wrong" })).status).toBe(401);
  });

  test.each(["gzip", "deflate"])("compresses with %s", async (encoding) => {
    const path = "/javni/gfi?offset=0&limit=500";
    const plain = await get(path, { "accept-encoding": "identity" });
    const compressed = await get(path, { "accept-encoding": encoding });
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(compressed.headers.get("content-encoding")).toBe(encoding);
    expect(compressed.headers.get("vary")).toMatch(/accept-encoding/i);
    expect(await compressed.text()).toBe(await plain.text());
  });

  test("browsers of any origin may call it", async () => {
    const origin = { origin: "https://stranica.primjer.hr" };
    const ask = { ...origin, "access-control-request-method": "GET" };
    const preflight = await fetch(`${fixture.server.url}/javni/jezik`, {
      method: "OPTIONS",
      headers: { ...ask, "access-control-request-headers": accessHeader.toLowerCase() },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
    expect(preflight.headers.get("access-control-allow-headers")).toBe(accessHeader.toLowerCase());
    const response = await get("/javni/sjediste?offset=0", origin);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("access-control-expose-headers")).toContain("x-total-count");
    const refused = await fetch(`${fixture.server.url}/javni/jezik`, { headers: origin });
    expect(refused.headers.get("access-control-allow-origin")).toBe("*");
  });

  test("the health check needs no key", async () => {
    const response = await fetch(`${fixture.server.url}/healthz`);
    expect(await response.json()).toEqual({ status: "ok", timestamp_id: fixture.server.state.uuid });
  });

  test("the rate limit responds with 429 and Retry-After, except to health checks", async () => {
    await using limited = await serve({ rows: 10, rateLimit: 3 });
    const statuses = [];
    for (let call = 0; call < 5; call += 1) statuses.push((await limited.get("/javni/jezik")).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    const refused = await limited.get("/javni/jezik");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ status: 429 });
    expect((await limited.get("/healthz")).status).toBe(200);
  });

  test("long lists without paging arrive whole, in both representations", async () => {
    const total = 2_500;
    const nameField = textField("/naziv_podruznice/get");
    await using data = await makeData({
      naziv_podruznice: Array.from({ length: total }, (_, mbs) =>
        JSON.stringify({ mbs, [nameField]: "x".repeat(1_000) }),
      ),
    });
    await using large = await serve({ data: data.path });
    expect(await large.json("/javni/naziv_podruznice/get")).toHaveLength(total);
    const xml = await (await large.get("/javni/naziv_podruznice/get", { accept: "application/xml" })).text();
    expect(xml.match(/<naziv_podruznice>/g)).toHaveLength(total);
    const head = await large.get("/javni/naziv_podruznice/get", {}, "HEAD");
    expect(head.status).toBe(200);
    expect(head.headers.get("content-type")).toBe("application/json; charset=utf-8");
    // It would be the length of a list that nobody has written.
    expect(head.headers.get("content-length")).toBeNull();
  });
});
