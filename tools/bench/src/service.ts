/** The services that are read, and what everyone gets to read them with. */

/** What every contender gets: the same service, key and `fetch`. */
export interface Connection {
  /** Base URL of the service, without `/javni`. */
  baseUrl: string;
  key: string;
  /** Sends a request. Answers from memory where only the client is measured. */
  fetch: typeof fetch;
}

/**
 * Reads one page of `/sjediste`.
 *
 * @returns the rows; from bare fetch, `undefined` for status 429, which a paging loop has to retry.
 */
export type ReadPage = (offset: number, limit: number) => Promise<readonly unknown[] | undefined>;

/** What a call took, in milliseconds. */
export interface Call {
  time: number;
  /** Processor time, of all threads. */
  processor: number;
}

/** How a list is walked over. */
export interface WalkOptions {
  /** Pages to keep in flight ahead of the one that is read, where a client can. */
  prefetch: number;
  /** Retries of a request, where a client must be told. */
  retries: number;
}

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

/** A page of seats, as bytes, and the headers that it comes with. */
export const pageOf = (rows: number): { body: Uint8Array<ArrayBuffer>; headers: Record<string, string> } => ({
  body: new TextEncoder().encode(JSON.stringify(Array.from({ length: rows }, (_, index) => seat(index)))),
  headers: { "content-type": "application/json", "x-total-count": "400000" },
});

/** A service that answers every request immediately from memory, so that only the client counts. */
export function serviceInMemory(rows: number): Connection {
  const { body, headers } = pageOf(rows);
  return { baseUrl: "https://registar.primjer.hr", key, fetch: async () => new Response(body, { headers }) };
}
