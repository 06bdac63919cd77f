import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createRegisterClient as createAxiosClient } from "@court-register/axios";
import { createRegisterClient as createFetchClient } from "@court-register/fetch";
import { createCourtCasesClient } from "@court-register/graphql";
import { createReferenceService, type RunningServer, startServer } from "@court-register/reference-server";
import axios from "axios";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../src/shared/repository.ts";
import { readRegister } from "../src/specs/contract.ts";
import type { RegisterOperation } from "../src/specs/operations.ts";
import { clientNames } from "../src/specs/rules.ts";

const key = "kljuc-za-provjeru";

interface Resource {
  list(params: object): Promise<unknown>;
  all?(params: object, options: object): AsyncIterable<object>;
}

/** A client's resources by name, loosely typed for the loops below; each package tests its own types. */
const resourcesOf = (client: unknown): [string, Resource][] => Object.entries(client as Record<string, Resource>);

const clients: [string, (url: string) => unknown, (answer: unknown) => unknown[]][] = [
  ["fetch", (baseUrl) => createFetchClient({ baseUrl, subscriptionKey: key }), (answer) => answer as unknown[]],
  [
    "axios",
    (baseUrl) => createAxiosClient({ baseUrl, subscriptionKey: key }),
    (answer) => (answer as { data: unknown[] }).data,
  ],
];

async function collect(rows: AsyncIterable<object> | undefined): Promise<object[]> {
  const all: object[] = [];
  for await (const row of rows ?? []) all.push(row);
  return all;
}

const sourceOf = (name: string, path: string): Promise<string> =>
  readFile(join(root, "packages", name, "src", path), "utf8");

it("both clients have the same operations, with the same types but for what axios resolves with", async () => {
  const [fetch, axios] = [
    await sourceOf("fetch", "generated/client.ts"),
    await sourceOf("axios", "generated/client.ts"),
  ];
  const asFetch = axios
    .replace("typescript-axios", "typescript-fetch")
    .replace('import type { AxiosResponse } from "axios";\n', "")
    .replaceAll(/AxiosResponse<(.*)\[\]>/g, "$1[]");
  expect(asFetch).toBe(fetch);
});

it("a spec's rows may have no name that the clients export", async () => {
  const exported = (text: string): string[] =>
    [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)]
      .flatMap(([, names = ""]) => names.split(","))
      .concat([...text.matchAll(/^export (?:function|const) (\w+)/gm)].map(([, name = ""]) => name))
      .map((name) => name.replace("type ", "").trim())
      .filter((name) => name !== "");
  const modules = [
    ...["fetch", "axios"].map((name) => sourceOf(name, "index.ts")),
    sourceOf("fetch", "generated/client.ts"),
  ];
  const names = (await Promise.all(modules)).flatMap(exported);
  expect(new Set(clientNames)).toEqual(new Set([...names, "RegisterClient"]));
});

describe.each(clients)("the %s client", (_name, create, rowsOf) => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer({ keys: [key], rows: 60 });
  });
  afterAll(() => server.close());

  it("calls all operations of the reference server, and walks each paged one to the end", async () => {
    const resources = resourcesOf(create(server.url));
    const { operations } = readRegister(join(root, "specs"));
    const called = (those: typeof resources): string[] => those.map(([name]) => `${name}.list`).sort();
    const promised = (those: readonly RegisterOperation[]): string[] => those.map(({ id }) => id).sort();
    expect(called(resources)).toEqual(promised(operations));
    const paged = operations.filter((operation) => operation.paged);
    expect(called(resources.filter(([, resource]) => resource.all))).toEqual(promised(paged));
    for (const [name, resource] of resources) {
      const rows = rowsOf(await resource.list(resource.all ? { offset: 0, limit: 100_000 } : {}));
      // Walking an empty list would prove nothing.
      expect(rows.length, name).toBeGreaterThan(0);
      if (!resource.all) continue;
      for (const prefetch of [0, 3]) {
        expect(await collect(resource.all({ limit: 17 }, { prefetch })), name).toEqual(rows);
      }
    }
  }, 60_000);
});

it("all three clients work with a service without a port", async () => {
  await using service = createReferenceService({ keys: [key], rows: 60 });
  const { fetch } = service;
  const options = { baseUrl: "https://registar.primjer.hr", subscriptionKey: key };
  const instance = axios.create({ adapter: "fetch", env: { fetch } });
  const byFetch = await createFetchClient({ ...options, fetch })
    .sjediste.all({ limit: 17 })
    .toArray();
  const byAxios = await createAxiosClient({ ...options, axios: instance })
    .sjediste.all({ limit: 17 })
    .toArray();
  expect([byFetch.length, byAxios]).toEqual([60, byFetch]);
  const courtCases = createCourtCasesClient({ url: "https://registar.primjer.hr/graphql", fetch });
  const [example] = service.exampleCases;
  const predmet = await courtCases.predmet({ oznakaBroj: String(example?.oznakaBroj), sud: Number(example?.sud) });
  expect(predmet?.oznakaBroj).toBe(example?.oznakaBroj);
});
