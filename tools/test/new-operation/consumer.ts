/** A program that uses what was added, with types: it lists, it sends a header, it walks, or it asks for the courts. */
export const consumer = `import { createRegisterClient as createAxiosClient } from "@court-register/axios";
import { createRegisterClient, type PokusnaOsoba, type PokusniZapis } from "@court-register/fetch";
import { createCourtCasesClient } from "@court-register/graphql";

const [url = "", subscriptionKey = "", what = ""] = process.argv.slice(2);
const options = { baseUrl: url, subscriptionKey };

async function list(): Promise<PokusniZapis[][]> {
  const { data } = await createAxiosClient(options).pokusni_zapis.list({ offset: 0, limit: 10 });
  return [await createRegisterClient(options).pokusni_zapis.list({ offset: 0 }), data];
}

async function persons(): Promise<{ lists: PokusnaOsoba[][]; total: number | undefined }> {
  const params = { ime: "Primjer", "X-Jezik": "hr" };
  const { data } = await createAxiosClient(options).pokusna_osoba.list(params);
  const { rows, total } = await createRegisterClient(options).pokusna_osoba.list(params).withResponse();
  return { lists: [rows, data], total };
}

async function walk(): Promise<{ total: number | undefined; walked: (bigint | number)[][] }> {
  const { total } = await createRegisterClient(options).pokusni_zapis.list({ offset: 0 }).withResponse();
  const walked: (bigint | number)[][] = [[], []];
  const exact = createRegisterClient({ ...options, integers: "bigint" });
  for await (const { mbs } of exact.pokusni_zapis.all({ limit: 50 })) walked[0]?.push(mbs satisfies bigint);
  for await (const { mbs } of createAxiosClient(options).pokusni_zapis.all()) walked[1]?.push(mbs satisfies number);
  return { total, walked };
}

async function counties(): Promise<[string | null | undefined, boolean | null | undefined][] | undefined> {
  const courts = await createCourtCasesClient({ url: url + "/graphql", integers: "bigint" }).sudovi();
  return courts?.map((court) => [court?.zupanija, court?.pokusniBoolean]);
}

export function mistakes(row: PokusniZapis): unknown[] {
  return [
    // @ts-expect-error the offset is required
    createRegisterClient(options).pokusni_zapis.list({ limit: 1 }),
    // @ts-expect-error the header is required
    createRegisterClient(options).pokusna_osoba.list({ ime: "Primjer" }),
    // @ts-expect-error a boolean is no text
    row.aktivan satisfies string | null | undefined,
    row.aktivan satisfies boolean | null | undefined,
    row.dan satisfies string | null | undefined,
    // @ts-expect-error there is no such field
    row.prezime,
    // @ts-expect-error it has a total, but no pages
    createRegisterClient(options).pokusna_osoba.all,
  ];
}

const result = { list, persons, walk, counties }[what];
console.log(JSON.stringify(await result?.(), (_, value) => (typeof value === "bigint" ? value + "n" : value)));
`;
