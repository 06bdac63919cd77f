import type { Connection } from "../../contenders/contender.ts";

/** The key of every service that the benchmarks call. */
export const key = "an-invented-key";

const towns = ["Zagreb", "Osijek", "Rijeka", "Draž", "Čakovec", "Đurđevac"];

/** A seat with every field of the contract, its country expanded, and its `mbs` derived from `index`. */
export function seat(index: number): Record<string, unknown> {
  const town = towns[index % towns.length];
  return {
    mbs: 10_000_000 + index,
    drzava_id: 1 + (index % 240),
    drzava: { sifra: 191, naziv: "Hrvatska", oznaka_2: "HR", oznaka_3: "HRV" },
    naselje_van_sifrarnika: "Zaselak Primjer",
    ulica: `Ulica kestena ${index % 97}`,
    kucni_broj: 1 + (index % 180),
    kucni_podbroj: "A",
    sifra_zupanije: 1 + (index % 21),
    naziv_zupanije: "Osječko-baranjska",
    sifra_opcine: 1_000 + (index % 556),
    naziv_opcine: town,
    sifra_naselja: 10_000 + (index % 6_700),
    naziv_naselja: town,
  };
}

/** A page of seats as a service would send it. */
export const pageBytes = (rows: number): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(JSON.stringify(Array.from({ length: rows }, (_, index) => seat(index))));

/** A service that answers every request immediately from memory, so that only the client counts. */
export function serviceInMemory(rows: number): Connection {
  const body = pageBytes(rows);
  const headers = { "content-type": "application/json", "x-total-count": "400000" };
  return {
    baseUrl: "https://registar.primjer.hr",
    key,
    fetch: async () => new Response(body, { headers }),
  };
}
