/** Two days of a small register, and copies of them to compare. */
import { generations } from "../../src/store/generations.ts";
import { Register } from "./register.ts";
import { inTarget, rowsInAll } from "./target.ts";

/** The lists that these tests copy: with a total, without one, and without pages. */
export const copied: readonly string[] = ["sjediste", "subjekt", "jezik"];

const rowsOf = (count: number, row: (index: number) => string): string[] =>
  Array.from({ length: count }, (_, index) => row(index));

/** The first day: one list has three equal rows, two of them beside each other. */
export const firstDay: Record<string, string[]> = {
  sjediste: [
    '{"mbs":60000001,"ulica":"Ulica 0","sifra_zupanije":0}',
    ...rowsOf(22, (index) => `{"mbs":${60000001 + index},"ulica":"Ulica ${index}","sifra_zupanije":${index % 3}}`),
    '{"mbs":60000001,"ulica":"Ulica 0","sifra_zupanije":0}',
  ],
  subjekt: rowsOf(17, (index) => `{"mbs":${60000001 + index},"oib":${12345678900 + index},"status":1}`),
  jezik: rowsOf(4, (index) => `{"id":${index},"naziv":"jezik ${index}"}`),
};

/** The second day: rows have come, gone, changed and moved, and two of the equal rows are gone. */
export const secondDay: Record<string, string[]> = {
  sjediste: [
    '{"mbs":60000099,"ulica":"Nova ulica","novo":1.50}',
    ...(firstDay.sjediste ?? []).slice(3, 23).reverse(),
    '{"ulica":"Ulica 0","mbs":60000001,"sifra_zupanije":0,"drzava":null}',
  ],
  subjekt: (firstDay.subjekt ?? []).map((row, index) => (index === 5 ? row.replace('"status":1', '"status":2') : row)),
  jezik: [...(firstDay.jezik ?? []), '{"id":9,"naziv":"jezik 9"}'],
};

/** Starts a register on its first day. */
export async function startRegister(namesStates: boolean): Promise<Register> {
  const register = await Register.start();
  register.rows = firstDay;
  register.state = namesStates ? "first-day" : undefined;
  register.cap = 5;
  return register;
}

/** Lets a night pass: the first day's state is still kept. */
export function nextDay(register: Register): void {
  if (register.state) register.earlier = { [register.state]: register.rows };
  register.rows = secondDay;
  register.state = register.state && "second-day";
}

/** The options of a sync with a register. */
export const optionsFor = (
  register: Register,
): {
  baseUrl: string;
  subscriptionKey: string;
  lists: readonly string[];
  fetch: typeof fetch;
  random: () => number;
} => ({
  baseUrl: register.url,
  subscriptionKey: register.key,
  lists: copied,
  // In the thread of the test: engines have crashed where threads ended in a process of Vitest. Tests of the command have one.
  fetch,
  // Retries are made at once.
  random: () => 0,
});

/** Everything that a target tells of its history: the rows and the counts of each generation. */
export async function history(target: string): Promise<unknown[]> {
  const complete = await inTarget(target, generations);
  const rows = await rowsInAll(target, copied, complete.at(-1)?.generation ?? 0);
  return complete.map(({ generation, state, proof, lists: counts }) => ({
    generation,
    state,
    proof,
    counts,
    rows: rows[generation - 1],
  }));
}
