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
import { isGiven, valueFor } from "../src/specs/operations.ts";
import { clientNames } from "../src/specs/rules.ts";
import { accessTo } from "./support/access.ts";

type Row = Record<string, unknown>;

/** A client's resources by name, loosely typed for the loops below; each package tests its own types. */
type Client = Record<string, Record<string, (params: object, options?: object) => unknown>>;

const clients: [string, (access: ReturnType<typeof accessTo>) => unknown, (answer: unknown) => unknown][] = [
  ["fetch", (access) => createFetchClient(access), (answer) => answer],
  ["axios", (access) => createAxiosClient(access), (answer) => (answer as { data: unknown }).data],
];

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
    .replaceAll(/CallPromise<AxiosResponse<(.*)>(, undefined)?>;/g, "CallPromise<$1$2>;");
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

describe.each(clients)("the %s client", (_name, create, dataOf) => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer({ rows: 60 });
  });
  afterAll(() => server.close());

  it("calls all operations of the reference server, and walks each paged one to the end", async () => {
    const client = create(accessTo(server, server.url)) as Client;
    const { operations } = readRegister(join(root, "specs"));
    const called = (has: (verb: string) => boolean): string[] =>
      Object.entries(client).flatMap(([tag, resource]) =>
        Object.keys(resource)
          .filter(has)
          .map((verb) => `${tag}.${verb}`),
      );
    const sorted = (ids: string[]): string[] => ids.sort();
    expect(sorted(called((verb) => !["all", "pages"].includes(verb)))).toEqual(sorted(operations.map(({ id }) => id)));
    const paged = operations.filter((operation) => operation.paged);
    expect(sorted(called((verb) => verb === "all"))).toEqual(sorted(paged.map(({ tag }) => `${tag}.all`)));
    for (const { id, tag, verb, ...operation } of operations) {
      const call = async (name: string, params: object): Promise<unknown> =>
        dataOf(await client[tag]?.[name]?.(params));
      const given = operation.parameters.filter((one) => one.in === "path" || isGiven(one));
      const examples = Object.fromEntries(given.map((one) => [one.name, valueFor(one)]));
      if (operation.answer === "object") {
        // One of the same resource, by what its list has under the names of the parameters; without a list, that of the examples.
        const isList = operations.some((one) => one.id === `${tag}.list` && !one.path.includes("{"));
        const [row = {}] = isList ? ((await call("list", { offset: 0, limit: 1 })) as Row[]) : [];
        const keys = given.filter(({ in: place, name }) => place === "path" && name in row);
        const params = Object.fromEntries(keys.map(({ name }) => [name, row[name]]));
        expect(await call(verb, { ...examples, ...params }), id).toMatchObject(params);
        continue;
      }
      const { maximum = 100_000 } = operation.parameters.find(({ name }) => name === "limit")?.schema ?? {};
      const page = operation.paged ? { offset: 0, limit: Number(maximum) } : {};
      const rows = (await call(verb, { ...examples, ...page })) as Row[];
      // Walking an empty list would prove nothing. Nobody may have the example of a path.
      if (!operation.path.includes("{")) expect(rows.length, id).toBeGreaterThan(0);
      if (!operation.paged) continue;
      for (const prefetch of [0, 3]) {
        const walk = client[tag]?.all?.({ ...examples, limit: 17 }, { prefetch }) as { toArray(): Promise<Row[]> };
        expect(await walk.toArray(), id).toEqual(rows);
      }
    }
  }, 60_000);
});

it("all three clients work with a service without a port", async () => {
  await using service = createReferenceService({ rows: 60 });
  const { fetch } = service;
  const options = accessTo(service, "https://registar.primjer.hr");
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
