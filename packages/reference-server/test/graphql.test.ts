import { readFileSync } from "node:fs";
import { getIntrospectionQuery } from "graphql";
import { serverAudits } from "graphql-http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { limits } from "../src/cases/limits.ts";
import { makeContext } from "../src/cases/resolvers.ts";
import { cases, register } from "../src/contract/contract.ts";
import { Store } from "../src/store/store.ts";
import { planTables } from "../src/store/tables.ts";
import { type Fixture, serve } from "./support/client.ts";
import { makeData } from "./support/data.ts";

let fixture: Fixture;

beforeAll(async () => {
  fixture = await serve({ rows: 500 });
});
afterAll(() => fixture[Symbol.asyncDispose]());

/** Every field of a case, from the SDL. */
const selection = [
  ...cases.case.fields.map(({ name }) => name),
  ...cases.children.map(({ field, row }) => `${field} { ${row.fields.map(({ name }) => name).join(" ")} }`),
].join(" ");

const one = `query ($o: String, $s: BigInteger) { predmet(oznakaBroj: $o, sud: $s) { ${selection} } }`;

describe("responses", () => {
  test("a case has every field, and lists that belong to it", async () => {
    for (const { oznakaBroj, sud } of fixture.server.exampleCases.slice(0, 2)) {
      const { data, errors } = await fixture.graphql<{ predmet: Record<string, unknown> }>(
        one,
        JSON.stringify({ o: oznakaBroj, s: Number(sud) }),
      );
      expect(errors).toBeUndefined();
      expect(data.predmet).toMatchObject({ oznakaBroj, sudId: Number(sud) });
      for (const { field } of cases.children) {
        const list = data.predmet[field] as { predmetId: number }[];
        expect(list.length, field).toBeGreaterThan(0);
        expect(list.every(({ predmetId }) => predmetId === data.predmet.id)).toBe(true);
      }
    }
  });

  test("the README names the first example case", () => {
    const [{ oznakaBroj, sud } = {}] = fixture.server.exampleCases;
    const example = `{ oznakaBroj: "${oznakaBroj}", sud: "${sud}" }`;
    expect(readFileSync(new URL("../README.md", import.meta.url), "utf8")).toContain(example);
  });

  test("courts and registers are those that cases refer to", async () => {
    const { data } = await fixture.graphql<{
      posljednjeAzuriranje: string;
      sudovi: { id: number; sudNaziv: string }[];
      vrstaUpisnika: { id: number; oznaka: string }[];
    }>("{ posljednjeAzuriranje sudovi { id sudNaziv } vrstaUpisnika { id oznaka } }");
    expect(data.posljednjeAzuriranje).toBe(fixture.server.state.publishedAt);
    const courts = data.sudovi.map(({ id }) => String(id));
    for (const { sud } of fixture.server.exampleCases) expect(courts).toContain(sud);
    expect(data.vrstaUpisnika.map(({ oznaka }) => oznaka)).toContain("Ovr");
  });

  test("a case that does not exist, or is not fully named, is null", async () => {
    const [{ oznakaBroj: o = "", sud: s = "" } = {}] = fixture.server.exampleCases;
    const nobody = { data: { predmet: null } };
    expect(await fixture.graphql(one, JSON.stringify({ o, s }))).not.toEqual(nobody);
    for (const variables of [{ o: "Nema-1/2020", s }, { o, s: "0" }, { o }, { s }, {}, { o: null, s: null }])
      expect(await fixture.graphql(one, JSON.stringify(variables)), JSON.stringify(variables)).toEqual(nobody);
  });
});

test.each(["then", "constructor", "__proto__", "toString", "toJSON"])(
  "a field may have the alias %s",
  async (alias) => {
    const [{ oznakaBroj: o, sud: s } = {}] = fixture.server.exampleCases;
    const ask = async (name: string): Promise<string> => {
      const query = `query ($o: String, $s: BigInteger) {
      ${name}: posljednjeAzuriranje
      predmet(oznakaBroj: $o, sud: $s) { ${name}: id pismena { ${name}: vrsta } }
      sudovi { ${name}: sudNaziv }
    }`;
      const body = JSON.stringify({ query, variables: { o, s } });
      const headers = { "content-type": "application/json" };
      return (await fetch(`${fixture.server.url}/graphql`, { method: "POST", headers, body })).text();
    };
    const plain = await ask("plain");
    expect(plain).toMatch(/^{"data":.*"pismena":\[{"plain":/);
    expect(await ask(alias)).toBe(plain.replaceAll('"plain"', `"${alias}"`));
  },
);

test("a case without an id has empty lists", async () => {
  await using data = await makeData({
    predmet: [
      '{"oznakaBroj":"P-1/2020","sudId":1}',
      '{"id":1,"oznakaBroj":"P-2/2020","sudId":1,"pismena":[{"tip":"a"}]}',
    ],
  });
  await using own = await serve({ data: data.path });
  const query = '{ predmet(oznakaBroj: "P-1/2020", sud: 1) { id pismena { tip } } }';
  expect(await own.graphql(query)).toEqual({ data: { predmet: { id: null, pismena: [] } } });
});

describe("BigInteger", () => {
  const huge = "123456789012345678901234567890";
  const beyond = "9007199254740993";

  test("is exact at any size, in data, variables, documents and responses, by POST and by GET", async () => {
    await using data = await makeData({
      predmet: [
        `{"id":${huge},"oznakaBroj":"P-1/2020","sudId":${beyond},"pismena":[{"tip":"a"}]}`,
        `{"id":2,"oznakaBroj":"P-1/2020","sudId":9007199254740992}`,
      ],
    });
    await using own = await serve({ data: data.path });
    const ask = async (query: string, variables: string, method: "GET" | "POST"): Promise<string> => {
      const body = `{"query":${JSON.stringify(query)},"variables":${variables}}`;
      const url = `${own.server.url}/graphql`;
      const address = `${url}?query=${encodeURIComponent(query)}&variables=${encodeURIComponent(variables)}`;
      const headers = { "content-type": "application/json" };
      return (await (method === "GET" ? fetch(address) : fetch(url, { method, headers, body }))).text();
    };
    const expected = `{"data":{"predmet":{"id":${huge},"sudId":${beyond},"pismena":[{"predmetId":${huge}}]}}}`;
    const fields = "{ id sudId pismena { predmetId } }";
    const query = `query ($s: BigInteger) { predmet(oznakaBroj: "P-1/2020", sud: $s) ${fields} }`;
    expect(await ask(query, `{"s":${beyond}}`, "POST")).toBe(expected);
    expect(await ask(query, `{"s":"${beyond}"}`, "POST")).toBe(expected);
    expect(await ask(query, `{"s":${beyond}}`, "GET")).toBe(expected);
    expect(await ask(`{ predmet(oznakaBroj: "P-1/2020", sud: ${beyond}) ${fields} }`, "{}", "POST")).toBe(expected);
    expect(own.server.exampleCases[0]).toEqual({ oznakaBroj: "P-1/2020", sud: beyond });
  });

  test.each(["a document", "variables"])("may have thousands of digits as text in %s", async (where) => {
    const sud = `"${"9".repeat(3_000)}"`;
    const inline = one.replace("$s)", `${sud})`).replace(", $s: BigInteger", "");
    const [query, variables] = where === "variables" ? [one, `{"o":"a","s":${sud}}`] : [inline, '{"o":"a"}'];
    expect(await fixture.graphql(query, variables)).toEqual({ data: { predmet: null } });
  });

  test.each(["1.5", "true", '"x"', "[1]", "{}", '""'])("refuses %s", async (value) => {
    const { errors } = await fixture.graphql(one, `{"o":"a","s":${value}}`);
    expect(errors?.[0]?.message).toContain("BigInteger");
  });

  test("refuses a fraction that a number would round to an integer", async () => {
    const { errors } = await fixture.graphql(one, '{"o":"a","s":9007199254740990.5}');
    expect(errors?.[0]?.message).toContain(
      "The body has a number that would be rounded: the field s is 9007199254740990.5, but the",
    );
  });
});

test("cases with all lists cost a fixed number of queries, however many cases and however long their lists", async () => {
  const many = Array.from({ length: 3_000 }, (_, n) => `{"tip":"${n}"}`).join(",");
  const lines = Array.from(
    { length: 20 },
    (_, n) => `{"id":${n},"oznakaBroj":"P-${n}/2020","sudId":1,"pismena":[${many}]}`,
  );
  await using data = await makeData({ predmet: lines });
  const store = new Store({ tables: planTables(register, cases), file: undefined, keepStates: 1 });
  const state = await store.load({ data: data.path });
  const { cases: loader, children } = makeContext(store, state);
  const before = store.queries;
  const found = await Promise.all(lines.map((_, n) => loader.load({ mark: `P-${n}/2020`, court: "1" })));
  const lists = found.flatMap((row) => [...children.values()].map((child) => child.load(String(row?.id))));
  const rows = (await Promise.all(lists)).flat();
  expect(rows).toHaveLength(60_000);
  expect(store.queries - before).toBe(1 + cases.children.length);
  await store.close();
});

describe("limits", () => {
  const aliases = (count: number, fields: string): string =>
    `{ ${Array.from({ length: count }, (_, n) => `a${n}: predmet(oznakaBroj: "P-${n}/2020", sud: 1) { ${fields} }`).join(" ")} }`;

  test("twenty cases with every field and list are fine", async () => {
    const { data, errors } = await fixture.graphql<Record<string, null>>(aliases(20, selection));
    expect(errors).toBeUndefined();
    expect(Object.keys(data)).toHaveLength(20);
  });

  test("the introspection query of GraphiQL is fine", async () => {
    expect((await fixture.graphql(getIntrospectionQuery())).errors).toBeUndefined();
  });

  const nested = `${"... { ".repeat(limits.depth)}posljednjeAzuriranje${" }".repeat(limits.depth)}`;
  const doubling = Array.from({ length: 20 }, (_, n) => `fragment f${n} on Query { ...f${n + 1} ...f${n + 1} }`).join(
    " ",
  );
  test.each([
    ["aliases", aliases(limits.aliases + 1, "id")],
    ["levels", `{ ${nested} }`],
    ["aliases", `{ ...f0 } ${doubling} fragment f20 on Query { a: posljednjeAzuriranje }`],
    ["token", `{ ${"sudovi { id } ".repeat(limits.tokens / 4)} }`],
    ["cannot spread", "{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }"],
  ])("too many %s are refused", async (what, query) => {
    const { data, errors } = await fixture.graphql(query);
    expect(data).toBeUndefined();
    expect(
      errors
        ?.map(({ message }) => message)
        .join(" ")
        .toLowerCase(),
    ).toContain(what);
  });
});

describe("errors", () => {
  test.each([
    ["application/json", "{"],
    ["application/json", "[]"],
    ["application/json", "null"],
    ["application/json", '{"query":1}'],
    ["application/json", '{"query":"{ sudovi }"}'],
    ["application/json", '{"query":"{ sudovi { id } }","variables":[]}'],
    ["application/json", '{"query":"mutation { a }"}'],
    ["text/plain", "{ sudovi { id } }"],
    ["multipart/form-data; boundary=x", "--x--"],
    ["application/x-www-form-urlencoded", "query=%7B"],
  ])("%s %s is refused without internals", async (type, body) => {
    const response = await fetch(`${fixture.server.url}/graphql`, {
      method: "POST",
      headers: { "content-type": type, accept: "application/graphql-response+json" },
      body,
    });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(await response.text()).not.toMatch(/node_modules|\.ts:|at .*\(|originalError|stack|SQLITE/);
  });

  test("variables in the URL that are not JSON are a 400", async () => {
    const response = await fetch(`${fixture.server.url}/graphql?query=%7Bsudovi%7Bid%7D%7D&variables=%7B`);
    expect(response.status).toBe(400);
  });

  test.each(["PUT", "DELETE", "PATCH"])("%s is a 405", async (method) => {
    const response = await fetch(`${fixture.server.url}/graphql`, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("GET, POST, HEAD, OPTIONS");
  });
});

describe("persisted queries, which are not kept", () => {
  const url = (): string => `${fixture.server.url}/graphql`;
  const persisted = { persistedQuery: { version: 1, sha256Hash: "a".repeat(64) } };
  const inUrl = (parameters: Record<string, unknown>): string =>
    `${url()}?${new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]))}`;
  const send = (parameters: Record<string, unknown>, method: string, accept: string): Promise<Response> =>
    method === "GET"
      ? fetch(inUrl(parameters), { headers: { accept } })
      : fetch(url(), {
          method,
          headers: { accept, "content-type": "application/json" },
          body: JSON.stringify(parameters),
        });

  describe.each(["GET", "POST"])("by %s", (method) => {
    test.each([
      ["application/json", 200],
      ["application/graphql-response+json", 400],
      ["*/*", 200],
    ])("a client that accepts %s learns it, to send the text", async (accept, status) => {
      for (const query of [{}, { query: "" }, ...(method === "POST" ? [{ query: null }] : [])]) {
        const response = await send(
          { ...query, operationName: "a", variables: {}, extensions: persisted },
          method,
          accept,
        );
        expect(response.status).toBe(status);
        expect(response.headers.get("cache-control")).toContain("no-cache");
        expect(await response.json()).toEqual({
          errors: [{ message: "PersistedQueryNotSupported", extensions: { code: "PERSISTED_QUERY_NOT_SUPPORTED" } }],
        });
      }
    });

    test("the text is executed, with its hash or without", async () => {
      for (const extensions of [persisted, {}]) {
        const response = await send({ query: "{ __typename }", extensions }, method, "application/json");
        expect(await response.json()).toEqual({ data: { __typename: "Query" } });
      }
    });

    test("a request with neither is a bad one", async () => {
      for (const extensions of [{}, { other: 1 }])
        expect(await (await send({ extensions }, method, "*/*")).text()).toContain("Must provide query string.");
    });
  });
});

test("a browser gets GraphiQL, which loads nothing from elsewhere", async () => {
  const response = await fetch(`${fixture.server.url}/graphql`, { headers: { accept: "text/html" } });
  expect(response.headers.get("content-type")).toContain("text/html");
  const page = await response.text();
  expect(page).toContain("Court cases");
  expect(page).not.toMatch(/<(script|link)[^>]+(src|href)="https?:/);
});

describe("graphql-http", async () => {
  const audits = serverAudits({ url: () => `${fixture.server.url}/graphql` });
  test.each(
    audits.filter(({ name }) => name.startsWith("MUST")).map((audit) => [audit.id, audit.name, audit] as const),
  )("%s %s", async (_id, _name, audit) => {
    const result = await audit.fn();
    expect(result.status, "reason" in result ? result.reason : "").toBe("ok");
  });
  test("there are audits", () => expect(audits.length).toBeGreaterThan(50));
});
