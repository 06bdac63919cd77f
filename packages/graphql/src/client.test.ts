import { buildSchema, type GraphQLObjectType, isNonNullType } from "graphql";
import { expect, test } from "vitest";
import { answer, listenScripted } from "../test/support/http.ts";
import { sdl, startService } from "../test/support/service.ts";
import { createCourtCasesClient, type Document, documents } from "./index.ts";

/** An object of the contract, with null for every field that is not given and may be null. */
function whole(type: string, values: Record<string, unknown>): Record<string, unknown> {
  const fields = (buildSchema(sdl).getType(type) as GraphQLObjectType).getFields();
  const others = Object.values(fields).map(({ name, type }) => [name, isNonNullType(type) ? expect.anything() : null]);
  return { ...Object.fromEntries(others), ...values };
}

test("each method returns the value of its field", async () => {
  await using service = await startService({
    posljednjeAzuriranje: "2024-03-01T06:00:00",
    sudovi: [{ id: 7n, sudNaziv: "Općinski sud u Primjeru", sudOznaka: "OS-P" }, null],
    vrstaUpisnika: [{ id: 3n, naziv: "Ovrhe", oznaka: "Ovr" }],
    predmeti: {
      "Ovr-1283/2015@7": {
        id: 99n,
        oznakaBroj: "Ovr-1283/2015",
        stranke: [{ naziv: "Primjer d.o.o.", predmetId: 99n }],
      },
    },
  });
  const courtCases = createCourtCasesClient({ url: service.url });
  expect(await courtCases.posljednjeAzuriranje()).toBe("2024-03-01T06:00:00");
  expect(await courtCases.sudovi()).toEqual([
    whole("Sud", { id: 7, sudNaziv: "Općinski sud u Primjeru", sudOznaka: "OS-P" }),
    null,
  ]);
  expect(await courtCases.vrstaUpisnika()).toEqual([whole("VrstaUpisnika", { id: 3, naziv: "Ovrhe", oznaka: "Ovr" })]);
  const predmet = await courtCases.predmet({ oznakaBroj: "Ovr-1283/2015", sud: 7 });
  expect(predmet).toMatchObject({
    id: 99,
    oznakaBroj: "Ovr-1283/2015",
    stranke: [{ naziv: "Primjer d.o.o.", predmetId: 99 }],
  });
  expect(await courtCases.predmet({ oznakaBroj: "Ovr-1283/2015", sud: 8 })).toBeNull();
});

test("a query is a POST of JSON, as GraphQL over HTTP requires", async () => {
  await using server = await listenScripted((_seen, response) => answer(response, { data: { predmet: null } }));
  const courtCases = createCourtCasesClient({ url: `${server.origin}/api/graphql?v=1`, headers: { "x-key": "tajna" } });
  await courtCases.predmet({ oznakaBroj: 'Ovr-"1"/2015', sud: 7 });
  const [seen] = server.seen;
  expect(seen).toMatchObject({
    method: "POST",
    url: "/api/graphql?v=1",
    headers: {
      accept: "application/graphql-response+json, application/json;q=0.9",
      "content-type": "application/json",
      "x-key": "tajna",
    },
  });
  expect(JSON.parse(seen?.body ?? "")).toEqual({
    query: documents.predmet,
    variables: { oznakaBroj: 'Ovr-"1"/2015', sud: 7 },
  });
});

test("a client copies its options, and so sends its credentials only to its own URL", async () => {
  await using server = await listenScripted((_seen, response) => answer(response, { data: { sudovi: [] } }));
  const options = { url: server.origin, headers: { authorization: "tajna-prva" } };
  const courtCases = createCourtCasesClient(options);
  Object.assign(options, { url: "https://primjer.hr", headers: { authorization: "tajna-druga" } });
  await courtCases.sudovi();
  await courtCases.request("{ sudovi { id } }" as Document<object>);
  expect(server.seen.map(({ headers }) => headers.authorization)).toEqual(["tajna-prva", "tajna-prva"]);
});

test("a header in any spelling overrides its default", async () => {
  await using server = await listenScripted((_seen, response) => answer(response, { data: { sudovi: [] } }));
  const headers = {
    "Content-Type": "application/json; charset=utf-8",
    Accept: "application/json",
    AUTHORIZATION: "tajna",
  };
  await createCourtCasesClient({ url: server.origin, headers }).sudovi();
  expect(server.seen[0]?.headers).toMatchObject({
    "content-type": "application/json; charset=utf-8",
    accept: "application/json",
    authorization: "tajna",
  });
});

test("headers may come from an async function", async () => {
  await using server = await listenScripted((_seen, response) => answer(response, { data: { sudovi: [] } }));
  await createCourtCasesClient({ url: server.origin, headers: async () => ({ accept: "application/json" }) }).sudovi();
  expect(server.seen[0]?.headers.accept).toBe("application/json");
});

test("headers that would not be sent are refused: at once, or at the call that asks for them", async () => {
  const none = new Headers({ authorization: "tajna" }) as never;
  const url = "http://127.0.0.1:9";
  expect(() => createCourtCasesClient({ url, headers: none })).toThrow("The option headers of createCourtCasesClient");
  expect(() => createCourtCasesClient({ url, headers: { "x key": "tajna" } })).not.toThrow("tajna");
  const asked = createCourtCasesClient({ url, headers: () => none }).sudovi();
  await expect(asked).rejects.toMatchObject({ kind: "authentication", attempts: 1 });
});

test("sends with the fetch that it is given", async () => {
  const asked: string[] = [];
  const fake: typeof fetch = async (input, init) => {
    asked.push(`${init?.method} ${input}`);
    return Response.json({ data: { vrstaUpisnika: [] } });
  };
  const courtCases = createCourtCasesClient({ url: new URL("https://registar.primjer.hr/graphql"), fetch: fake });
  expect(await courtCases.vrstaUpisnika()).toEqual([]);
  expect(asked).toEqual(["POST https://registar.primjer.hr/graphql"]);
});

test("a custom document returns its data, and may have no variables", async () => {
  await using service = await startService({ sudovi: [{ id: 7n, sudOznaka: "OS-P" }] });
  const courtCases = createCourtCasesClient({ url: service.url });
  const marks = "{ courts: sudovi { sudOznaka } }" as Document<{ courts: { sudOznaka: string | null }[] }>;
  expect(await courtCases.request(marks)).toEqual({ courts: [{ sudOznaka: "OS-P" }] });
  expect(await courtCases.request(documents.posljednjeAzuriranje)).toEqual({ posljednjeAzuriranje: null });
});

test.each([
  "registar.primjer.hr/graphql",
  "/graphql",
  "ftp://registar.primjer.hr",
  "https://ana:tajna@registar.primjer.hr/graphql",
])("refuses the endpoint %s at once, without quoting the password", (url) => {
  expect(() => createCourtCasesClient({ url })).toThrow(TypeError);
  expect(() => createCourtCasesClient({ url })).not.toThrow("tajna");
});

test("a parser of the caller's own reads every number, and one that throws makes the response none of GraphQL", async () => {
  const body = '{"data":{"sudovi":[{"id":1.50,"razina":"2","sudNaziv":null}]}}';
  await using service = await listenScripted((_seen, response) => answer(response, body));
  const parse = (text: string): unknown => JSON.parse(text.replaceAll(/1\.50/g, '"1.50, as written"'));
  const exact = createCourtCasesClient({ url: service.origin, parse });
  expect(await exact.sudovi()).toEqual([{ id: "1.50, as written", razina: "2", sudNaziv: null }]);
  const broken = createCourtCasesClient({
    url: service.origin,
    parse: () => {
      throw new Error("no");
    },
  });
  await expect(broken.sudovi()).rejects.toMatchObject({ kind: "decode" });
});
