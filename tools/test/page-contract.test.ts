/** What the contract may say beyond the present one is served: on a contract of a page, which has each thing once. */
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RegisterDocument } from "../../packages/reference-server/src/contract/register.ts";
import { type ContractService, serveContract } from "../../packages/reference-server/test/support/serve-contract.ts";
import { withoutEmpty, xmlRows } from "../../packages/reference-server/test/support/xml.ts";
import { courtCases, document } from "./contract/contract.ts";

const key = "a-key-of-the-tests";
const { components } = document as RegisterDocument;

const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });
formats.default(ajv);
ajv.addSchema({ $id: "page", components });

let service: ContractService;
beforeAll(async () => {
  service = await serveContract(document, key, courtCases);
});
afterAll(() => service[Symbol.asyncDispose]());

const get = (path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Response> =>
  service.fetch(`http://127.0.0.1/javni${path}`, {
    method,
    headers: { [service.contract.keyHeader]: key, ...headers },
  });

const rowsAt = async (path: string): Promise<Record<string, unknown>[]> => {
  const response = await get(path);
  expect(response.status, path).toBe(200);
  return (await response.json()) as Record<string, unknown>[];
};

const operationAt = (path: string) => {
  const operation = service.contract.operations.find((one) => one.path === path);
  if (operation === undefined) throw new Error(`there is no operation ${path}`);
  return operation;
};

describe("one object", () => {
  test("is found by the number in the path, alike in both representations, and as its schema says", async () => {
    const subjects = await rowsAt("/subjekt/?offset=0&limit=1000");
    expect(subjects.length).toBeGreaterThan(100);
    const validate = ajv.getSchema("page#/components/schemas/subjekt_detalji");
    const seen = { null: 0, lists: 0, empty: 0, objects: 0 };
    for (const { mbs } of subjects) {
      const response = await get(`/subjekt/${mbs}`);
      expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
      const row = (await response.json()) as Record<string, unknown>;
      expect(row.mbs).toBe(mbs);
      expect(validate?.(row), JSON.stringify(validate?.errors?.[0])).toBe(true);
      const xml = await (await get(`/subjekt/${mbs}`, { accept: "application/xml" })).text();
      expect(xml).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<subjekt_detalji>.*<\/subjekt_detalji>\n$/s);
      // XML has neither null nor a list without items.
      const [read] = xmlRows(operationAt("/subjekt/{mbs}"), xml) as Record<string, unknown>[];
      expect(withoutEmpty(read)).toEqual(withoutEmpty(row));
      for (const value of Object.values(row)) {
        if (value === null) seen.null += 1;
        else if (Array.isArray(value)) seen[value.length === 0 ? "empty" : "lists"] += 1;
        else if (typeof value === "object") seen.objects += 1;
      }
    }
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(10);
  });

  test("is found by two numbers in the path, for each row of its list", async () => {
    const reports = await rowsAt("/gfi?offset=0&limit=1000");
    expect(reports.length).toBeGreaterThan(100);
    for (const { mbs, gfi_rbr } of reports) {
      const response = await get(`/gfi/${mbs}/${gfi_rbr}`);
      expect([response.status, await response.json()]).toEqual([200, expect.objectContaining({ mbs, gfi_rbr })]);
    }
  });

  test("is a 404 for a number that nobody has, and a 400 for what is no number", async () => {
    const none = await get("/subjekt/999999999");
    expect([none.status, none.headers.get("content-type")]).toEqual([404, "application/problem+json; charset=utf-8"]);
    expect(await none.json()).toMatchObject({ parameter: "mbs", detail: "There is no subjekt_detalji with this mbs." });
    for (const path of ["/subjekt/abc", "/subjekt/1.5", "/subjekt/9223372036854775808"]) {
      const wrong = await get(path);
      expect([path, wrong.status]).toEqual([path, 400]);
      expect(await wrong.json()).toMatchObject({ parameter: "mbs" });
    }
    expect((await get("/subjekt/1/2")).status).toBe(404);
  });

  test("has GET and HEAD alone, and an ETag", async () => {
    const [{ mbs } = {}] = await rowsAt("/subjekt/?offset=0&limit=1");
    const wrong = await get(`/subjekt/${mbs}`, {}, "POST");
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
    const etag = (await get(`/subjekt/${mbs}`)).headers.get("etag") ?? "";
    expect((await get(`/subjekt/${mbs}`, { "if-none-match": etag })).status).toBe(304);
    expect((await get(`/subjekt/${mbs}`, {}, "HEAD")).status).toBe(200);
    expect((await service.fetch(`http://127.0.0.1/javni/subjekt/${mbs}`)).status).toBe(401);
  });
});

describe("parameters", () => {
  test("select the rows that have one of their values in the field of their name", async () => {
    const all = await rowsAt("/subjekt/promjene");
    expect(all.length).toBeGreaterThan(100);
    const kinds = await rowsAt("/subjekt/promjene?vrsta=upis&vrsta=izmjena");
    expect(kinds).toEqual(all.filter(({ vrsta }) => vrsta !== "brisanje"));
    expect(kinds.length).toBeLessThan(all.length);
    const [first, , third] = all;
    expect(await rowsAt(`/subjekt/promjene?mbs=${first?.mbs},${third?.mbs}`)).toEqual([first, third]);
    expect(await rowsAt(`/subjekt/promjene?mbs=${first?.mbs}&vrsta=${first?.vrsta}`)).toEqual([first]);
    expect(await rowsAt("/subjekt/promjene?mbs=1")).toEqual([]);
    // No field is called like it, so nothing is selected.
    expect(await rowsAt("/subjekt/promjene?najvise=500")).toEqual(all);
  });

  test.each([
    ["/subjekt/promjene?vrsta=upis&vrsta=nova", {}, "vrsta"],
    ["/subjekt/promjene?mbs=1,x", {}, "mbs"],
    ["/subjekt/promjene?najvise=0", {}, "najvise"],
    ["/subjekt/promjene?najvise=501", {}, "najvise"],
    ["/subjekt/promjene?najvise=1&najvise=2", {}, "najvise"],
    ["/subjekt/1", { "x-jezik": "de" }, "X-Jezik"],
  ])("%s %o is refused, and the parameter named", async (path, headers, parameter) => {
    const response = await get(path, headers);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ parameter });
  });
});

describe("GraphQL", () => {
  interface Department {
    readonly vrsta: string | null;
    readonly poslovi: readonly string[];
    readonly znakovi: readonly string[] | null;
    readonly nadlezni: readonly (number | null)[] | null;
    readonly osnovan: string | null;
    readonly sobe: number | null;
    readonly javan: boolean | null;
  }

  async function ask(variables: object = {}, query = courtCases.documents.odjeli): Promise<string> {
    const response = await service.fetch("http://127.0.0.1/graphql", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query, variables }),
    });
    return response.text();
  }
  const departments = async (uvjeti?: object | null): Promise<Department[]> =>
    JSON.parse(await ask({ uvjeti })).data.odjeli;

  test("enums, lists of values, Ints and a scalar that is mapped have values of their types, the examples first", async () => {
    expect(service.cases.unserved).toEqual([]);
    const all = await departments();
    expect(all.length).toBeGreaterThan(100);
    expect(all[0]).toEqual({
      ...{ vrsta: "KAZNENI", poslovi: ["KAZNENI", "PREKRSAJNI"], znakovi: ["prizemlje", "dizalo"] },
      ...{ nadlezni: [7, expect.any(Number)], osnovan: "1993-10-31", sobe: 12, javan: true },
    });
    // Written digit by digit.
    expect(await ask()).toContain('"nadlezni":[7,9007199254740993]');
    const kinds = ["GRADANSKI", "KAZNENI", "PREKRSAJNI"];
    expect(new Set(all.map(({ vrsta }) => vrsta))).toEqual(new Set(kinds));
    expect(all.flatMap(({ poslovi }) => poslovi).filter((one) => !kinds.includes(one))).toEqual([]);
    expect(all.every(({ sobe }) => Number.isInteger(sobe))).toBe(true);
    expect(new Set(all.map(({ javan }) => javan))).toEqual(new Set([true, false]));
    expect(new Set(all.map(({ osnovan }) => osnovan))).toEqual(new Set(["1993-10-31", "2001-02-03"]));
  });

  test("an input selects the rows that have its values in the fields of their names", async () => {
    const all = await departments();
    const of = (test: (one: Department) => unknown): Department[] => all.filter((one) => Boolean(test(one)));
    expect(await departments(null)).toEqual(all);
    expect(await departments({ vrsta: null })).toEqual(all);
    const criminal = of(({ vrsta }) => vrsta === "KAZNENI");
    expect(criminal.length).toBeLessThan(all.length);
    expect(await departments({ vrsta: "KAZNENI" })).toEqual(criminal);
    // One of several values, of a field that is a list itself.
    const lifts = of(({ znakovi }) => znakovi?.some((one) => ["dizalo", "nema"].includes(one)));
    expect(await departments({ znakovi: ["dizalo", "nema"] })).toEqual(lifts);
    expect(lifts.length).toBeGreaterThan(0);
    const early = of(({ vrsta, osnovan, sobe }) => vrsta === "KAZNENI" && osnovan === "1993-10-31" && sobe === 12);
    expect(await departments({ vrsta: "KAZNENI", osnovan: "1993-10-31", sobe: 12 })).toEqual(early);
    expect(early.length).toBeGreaterThan(0);
    const query = "{ odjeli(uvjeti: { nadlezni: 9007199254740993 }) { nadlezni } }";
    const exact = await ask({}, query);
    expect(exact).toMatch(/^\{"data":\{"odjeli":\[\{"nadlezni":\[/);
    const lists = exact.match(/"nadlezni":\[[^\]]*\]/g) ?? [];
    expect(lists.filter((one) => !one.includes("9007199254740993"))).toEqual([]);
    expect(await ask({}, query.replace("993", "992"))).toBe('{"data":{"odjeli":[]}}');
  });

  test.each<[uvjeti: object, says: RegExp]>([
    [{ vrsta: "UPRAVNI" }, /Value \\"UPRAVNI\\" does not exist in \\"VrstaOdjela\\" enum/],
    [{ znakovi: [null] }, /"errors"/],
    [{ sobe: 1.5 }, /Int cannot represent non-integer value: 1.5/],
    [{ naziv: "a" }, /\\"naziv\\"/],
  ])("%j is refused", async (uvjeti, says) => {
    expect(await ask({ uvjeti })).toMatch(says);
  });
});

test("a part of an input that no field of the rows is called like is refused where it is passed", async () => {
  const sdl = courtCases.sdl
    .replace("input UvjetiOdjela {", 'input UvjetiOdjela {\n  "Text." naziv: String')
    .replace("odjeli(", 'odjeli("Language." jezik: String = "hr", "From." offset: Int = 0,');
  await using other = await serveContract(document, key, { ...courtCases, sdl });
  const ask = async (
    given: string,
  ): Promise<{ data: { odjeli: unknown[] | null }; errors?: { message: string }[] }> => {
    const variables = given.includes("$x") ? "($x: String)" : "";
    const body = JSON.stringify({ query: `query ${variables} { odjeli${given} { vrsta osnovan } }` });
    const headers = { "content-type": "application/json" };
    return (await other.fetch("http://127.0.0.1/graphql", { method: "POST", headers, body })).json() as never;
  };
  const { data } = await ask("");
  expect(await ask('(jezik: "hr", uvjeti: { naziv: $x })')).toEqual({ data });
  for (const [given, name] of [
    ['(uvjeti: { naziv: "a" })', "Query.odjeli(uvjeti)(naziv)"],
    ['(jezik: "de")', "Query.odjeli(jezik)"],
  ] as const)
    expect((await ask(given)).errors?.[0]?.message).toBe(`This server does not know the argument ${name}.`);
  // As in the REST interface.
  expect(await ask("(offset: 2, uvjeti: { limit: 3 })")).toEqual({ data: { odjeli: data.odjeli?.slice(2, 5) } });
});

test("a query field may be one object, which its arguments select, or a value, which is that of the example", async () => {
  const sdl = courtCases.sdl.replace(
    /^type Query \{/m,
    `type Query {\n  "One." odjel("Kind." vrsta: VrstaOdjela, "Number." sobe: Int): Odjel\n  "Number." broj("Kinds." vrste: [VrstaOdjela!]): BigInteger!\n  "Kinds." vrste: [VrstaOdjela!]`,
  );
  const examples = {
    ...courtCases.examples,
    broj: '{"data":{"broj":9007199254740993}}',
    vrste: '{"data":{"vrste":["KAZNENI"]}}',
    odjel: '{"data":{"odjel":{"vrsta":"GRADANSKI","sobe":3}}}',
  };
  await using other = await serveContract(document, key, { ...courtCases, sdl, examples });
  expect(other.cases.unserved).toEqual([]);
  const ask = async (query: string): Promise<string> => {
    const headers = { "content-type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify({ query }) };
    return (await other.fetch("http://127.0.0.1/graphql", init)).text();
  };
  expect(await ask("{ broj vrste }")).toBe('{"data":{"broj":9007199254740993,"vrste":["KAZNENI"]}}');
  expect(await ask("{ odjel(vrsta: GRADANSKI, sobe: 3) { vrsta sobe } }")).toBe(
    '{"data":{"odjel":{"vrsta":"GRADANSKI","sobe":3}}}',
  );
  expect(await ask("{ odjel(sobe: 999999) { vrsta } }")).toBe('{"data":{"odjel":null}}');
  // Nothing shows another value.
  for (const broj of ["query ($v: [VrstaOdjela!]) { broj(vrste: $v) }", "{ broj(vrste: [KAZNENI]) }"])
    expect(await ask(broj)).toBe('{"data":{"broj":9007199254740993}}');
});

test("an argument of an enum selects by the only field of that enum, whatever it is called", async () => {
  const sdl = courtCases.sdl
    .replace("input UvjetiOdjela {", 'input UvjetiOdjela {\n  "Kinds." vrsteOdjela: [VrstaOdjela!]')
    .replace("  poslovi: [VrstaOdjela!]!", "  poslovi: [String!]!")
    .replace("posljednjeAzuriranje:", 'posljednjeAzuriranje("Zone." zona: String = "UTC"):');
  await using other = await serveContract(document, key, { ...courtCases, sdl });
  const ask = async (query: string): Promise<{ data: { odjeli: { vrsta: string }[] } | null; errors?: unknown }> => {
    const headers = { "content-type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify({ query }) };
    return (await other.fetch("http://127.0.0.1/graphql", init)).json() as never;
  };
  const kinds = async (given: string): Promise<Set<string>> =>
    new Set((await ask(`{ odjeli${given} { vrsta } }`)).data?.odjeli.map(({ vrsta }) => vrsta));
  expect((await kinds("")).size).toBe(3);
  expect(await kinds("(uvjeti: { vrsteOdjela: [KAZNENI, GRADANSKI] })")).toEqual(new Set(["GRADANSKI", "KAZNENI"]));
  expect(await kinds("(uvjeti: { vrsteOdjela: [KAZNENI, GRADANSKI], vrsta: KAZNENI })")).toEqual(new Set(["KAZNENI"]));
  // What a document may pass, and a call does not, is not refused.
  for (const given of ["", "(zona: $x)", '(zona: "UTC")'])
    expect(
      await ask(`query ${given.includes("$x") ? "($x: String)" : ""} { posljednjeAzuriranje${given} }`),
    ).not.toHaveProperty("errors");
  expect(await ask('{ posljednjeAzuriranje(zona: "CET") }')).toHaveProperty("errors");
});

test("what has JSON alone is not to be had as XML", async () => {
  const response = await get("/subjekt/promjene", { accept: "application/xml" });
  expect(response.status).toBe(406);
  expect(await response.json()).toMatchObject({
    parameter: "Accept",
    detail: expect.stringContaining("JSON".toLowerCase()),
  });
  expect((await get("/subjekt/promjene", { accept: "application/xml, */*;q=0.1" })).status).toBe(200);
});

test("the same seed gives the same rows", async () => {
  await using other = await serveContract(document, key);
  const [{ mbs } = {}] = await rowsAt("/subjekt/?offset=0&limit=1");
  const headers = { [service.contract.keyHeader]: key };
  const texts = [service, other].map(async (one) =>
    (await one.fetch(`http://127.0.0.1/javni/subjekt/${mbs}`, { headers })).text(),
  );
  const [first, second] = await Promise.all(texts);
  expect(first).toBe(second);
});

test("a contract with tokens alone opens to no key", async () => {
  const { token } = components.securitySchemes;
  const tokensAlone = { ...document, components: { ...components, securitySchemes: { token } } };
  await using other = await serveContract(tokensAlone, key);
  expect(other.contract.keyHeader).toBe("");
  expect((await other.fetch("http://127.0.0.1/javni/jezik", { headers: { "X-Key": key } })).status).toBe(401);
});
