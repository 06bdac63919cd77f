import { expect, test } from "vitest";
import { accessHeader, noKey, sentAs, shellAccess } from "../../test/support/access.ts";
import { operationNamed } from "../../test/support/views.ts";
import { operations } from "../contract/operations.ts";
import { curlLine, headerSecrets, type KeyKind, keySecrets, toWire, type WireRequest } from "./request.ts";

test.for<[KeyKind, string]>([
  ["valid", shellAccess],
  ["wrong", `-H '${accessHeader}: ${sentAs("invented")}'`],
  ["empty", noKey === undefined ? `-H '${accessHeader};'` : `-H '${accessHeader}: Bearer'`],
  ["none", ""],
])("the curl line of a request with this key: %s", ([kind, header]) => {
  const operation = operationNamed("drzava");
  const target = {
    baseUrl: "https://registar.primjer.hr",
    ...(noKey === undefined ? { key: "secret" } : { key: undefined, usesToken: true }),
    wrongKey: "invented",
    xmlBy: { by: "accept" as const },
  };
  const line = curlLine(toWire({ operation, query: [], as: "json", key: kind }, target), keySecrets(kind, target));
  const headers = ["-H 'accept: application/json'", header].filter((one) => one !== "").join(" ");
  expect(line).toBe(`curl -si ${headers} 'https://registar.primjer.hr/javni/drzava'`);
});

test("required parameters are sent with every request", () => {
  const given = [
    { name: "X-Jezik", in: "header", value: "hr" },
    { name: "vrsta", in: "query", value: "a b" },
  ] as const;
  const drzava = operationNamed("drzava");
  const target = {
    baseUrl: "https://registar.primjer.hr",
    key: "secret",
    wrongKey: "invented",
    xmlBy: { by: "query" as const, name: "format", json: "json", xml: "xml" },
  };
  const operation = { ...drzava, given };
  const request = { operation, query: [["offset", "0"]], as: "xml", key: "none" } as const;
  const { url, headers } = toWire(request, target);
  expect(url).toBe("https://registar.primjer.hr/javni/drzava?vrsta=a+b&offset=0&format=xml");
  expect(headers).toMatchObject({ accept: "application/xml", "X-Jezik": "hr" });
  const asked = toWire({ ...request, query: [["vrsta", "c"]] }, target);
  expect(asked.url).toBe("https://registar.primjer.hr/javni/drzava?vrsta=c&format=xml");
});

test("--xml-by with the header Accept replaces the usual Accept", () => {
  const operation = operations.find(({ given }) => given.length === 0);
  if (operation === undefined) throw new Error("the operations of this test are gone");
  const xmlBy = { by: "header", name: "Accept", json: "text/json", xml: "text/xml" } as const;
  const target = { baseUrl: "https://registar.primjer.hr", key: undefined, wrongKey: "", xmlBy };
  const { headers } = toWire({ operation, query: [], as: "xml", key: "none" }, target);
  expect(headers).toEqual({ accept: "text/xml" });
});

test("a curl line takes the headers of GraphQL, once, from the variable that the CLI reads", () => {
  const request: WireRequest = {
    id: "graphql",
    subject: "schema",
    method: "POST",
    url: "https://registar.primjer.hr/graphql",
    headers: { accept: "application/json", authorization: "Bearer secret", "x-primjer": "secret" },
    body: "{}",
  };
  const start = "curl -si -H 'accept: application/json'";
  const end = "-d '{}' 'https://registar.primjer.hr/graphql'";
  expect(curlLine(request, headerSecrets(["Authorization", "X-Primjer"]))).toBe(
    `${start} -H @<(echo "$COURT_REGISTER_GRAPHQL_HEADERS") ${end}`,
  );
  delete request.headers["x-primjer"];
  expect(curlLine(request, headerSecrets(["Authorization"]))).toBe(
    `${start} -H "$COURT_REGISTER_GRAPHQL_HEADERS" ${end}`,
  );
  expect(curlLine(request, headerSecrets([]))).toContain("authorization");
});
