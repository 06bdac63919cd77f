import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cases, register } from "../contract/contract.ts";
import { chooseRepresentation } from "../representation/representation.ts";
import { Store } from "./store.ts";
import { planTables } from "./tables.ts";

const tables = planTables(register, cases);
const makeStore = (): Store => new Store({ tables, file: undefined, keepStates: 1 });

/** The register numbers of the active subjects that a search finds in the newest state. */
async function findActive(store: Store, offset: number, limit: number): Promise<number[]> {
  const [state] = store.states();
  const table = tables.register.get("subjekt");
  const representation = chooseRepresentation("application/json");
  if (!state || !table || !representation) throw new Error("there is nothing to search");
  const bytes = await store.findSubjects(
    state,
    { table, representation, expand: true },
    { before: "[", after: "]" },
    { name: undefined, activeOnly: true },
    { offset, limit },
    new AbortController().signal,
  );
  const rows: { mbs: number }[] = JSON.parse(new TextDecoder().decode(bytes));
  return rows.map(({ mbs }) => mbs);
}

test("loads that are asked for at once run one after another", async () => {
  const store = makeStore();
  const states = await Promise.all([1, 2, 3].map((seed) => store.load({ rows: 5, seed })));
  expect(states.map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(store.states().map(({ source }) => source)).toEqual(["generated, 5 subjects, seed 3"]);
  await store.close();
});

test("a state is kept while it is searched, whatever is loaded meanwhile", async () => {
  const store = makeStore();
  await store.load({ rows: 50, seed: 1 });
  const before = await findActive(store, 0, 10);
  let loaded: Promise<unknown> | undefined;
  const turns = {
    run: async <T>(slice: () => T): Promise<T> => {
      loaded ??= store.load({ rows: 50, seed: 2 });
      await loaded;
      return slice();
    },
  };
  Object.assign(store, { turns });
  expect(await findActive(store, 0, 10)).toEqual(before);
  expect(before).toHaveLength(10);
  await store.close();
});

test("pages of a search join, however many slices of the register they take", async () => {
  const folder = mkdtempSync(join(tmpdir(), "court-register-"));
  const store = makeStore();
  try {
    const deleted = '"datum_brisanja":"2020-01-01T00:00:00Z"';
    const line = (mbs: number): string => (mbs % 100 === 7 ? `{"mbs":${mbs}}\n` : `{"mbs":${mbs},${deleted}}\n`);
    writeFileSync(join(folder, "subjekt.ndjson"), Array.from({ length: 25_000 }, (_, mbs) => line(mbs)).join(""));
    await store.load({ data: folder });
    const all = Array.from({ length: 250 }, (_, index) => 100 * index + 7);
    expect(await findActive(store, 0, 1_000)).toEqual(all);
    for (const [offset, limit] of [
      [0, 100],
      [90, 20],
      [150, 70],
      [240, 20],
      [250, 20],
    ] as const)
      expect(await findActive(store, offset, limit)).toEqual(all.slice(offset, offset + limit));
  } finally {
    await store.close();
    rmSync(folder, { recursive: true });
  }
});
