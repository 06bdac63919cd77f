import { expect, test } from "vitest";
import { serve } from "./support/client.ts";
import { makeData, textField } from "./support/data.ts";

type Row = Record<string, string>;

const nameField = textField("/skracena_tvrtka");
const branchField = textField("/naziv_podruznice/get");

/** Rows that all have the same name. */
const named = (name: string, count: number, field: string = nameField): string[] =>
  Array.from({ length: count }, (_, id) => JSON.stringify({ mbs: id, [field]: name }));

/** A name by which a few thousand rows are more than a connection buffers. */
const old = "old".repeat(500);

test("timestamp_id reads a state that is kept, the newest is the default, and every response names its state", async () => {
  await using data = await makeData({ skracena_tvrtka: named("first", 3) });
  await using fixture = await serve({ data: data.path, keepStates: 2 });
  const first = fixture.server.state;
  await data.write("skracena_tvrtka", named("second", 4));
  const second = await fixture.server.load({ data: data.path });
  expect(second.uuid).not.toBe(first.uuid);

  const read = async (query: string): Promise<[string | null, string | null, number, string]> => {
    const response = await fixture.get(`/javni/skracena_tvrtka?offset=0${query}`);
    const rows = (await response.json()) as Row[];
    const header = (name: string): string | null => response.headers.get(name);
    return [header("x-timestamp-id"), header("x-total-count"), rows.length, rows[0]?.[nameField] ?? ""];
  };
  expect(await read("")).toEqual([second.uuid, "4", 4, "second"]);
  expect(await read(`&timestamp_id=${first.uuid}`)).toEqual([first.uuid, "3", 3, "first"]);
  expect(await read(`&timestamp_id=${first.uuid.toUpperCase()}`)).toEqual([first.uuid, "3", 3, "first"]);

  await fixture.server.load({ data: data.path });
  const gone = await fixture.get(`/javni/skracena_tvrtka?offset=0&timestamp_id=${first.uuid}`);
  expect(gone.status).toBe(404);
  expect((await read(`&timestamp_id=${second.uuid}`))[3]).toBe("second");
});

test.each(["memory", "file"])("a load while readers page never mixes two states (%s)", async (kind) => {
  await using data = await makeData({ skracena_tvrtka: named("0", 3_000) });
  const options = kind === "file" ? { database: `${data.path}/states.db` } : {};
  await using fixture = await serve({ data: data.path, keepStates: 20, ...options });
  let loading = true;
  let sawOld = 0;
  const loads = (async () => {
    // Each load into a file has a thread of its own, which takes long to start.
    for (let round = 1; round <= (kind === "file" ? 2 : 4); round += 1) {
      await data.write("skracena_tvrtka", named(String(round), 3_000 + round));
      await fixture.server.load({ data: data.path });
    }
    loading = false;
  })();
  while (loading) {
    const response = await fixture.get("/javni/skracena_tvrtka?offset=0&limit=1000");
    const uuid = response.headers.get("x-timestamp-id");
    const total = Number(response.headers.get("x-total-count"));
    const rows = (await response.json()) as Row[];
    for (const offset of [1_000, 2_000, 3_000]) {
      const next = await fixture.get(`/javni/skracena_tvrtka?offset=${offset}&limit=1000&timestamp_id=${uuid}`);
      expect(next.headers.get("x-timestamp-id")).toBe(uuid);
      rows.push(...((await next.json()) as Row[]));
    }
    expect(rows).toHaveLength(total);
    expect(new Set(rows.map((row) => row[nameField]))).toEqual(new Set([String(total - 3_000)]));
    if (uuid !== fixture.server.state.uuid) sawOld += 1;
  }
  await loads;
  // Otherwise nothing was read during a load.
  expect(sawOld).toBeGreaterThan(0);
});

test("a state that is being read is kept until its last row is sent", async () => {
  await using data = await makeData({ naziv_podruznice: named(old, 6_000, branchField) });
  await using fixture = await serve({ data: data.path, keepStates: 1 });
  const response = await fixture.get("/javni/naziv_podruznice/get", { "accept-encoding": "identity" });
  await data.write("naziv_podruznice", named("new", 5, branchField));
  await fixture.server.load({ data: data.path });
  const rows = (await response.json()) as Row[];
  expect(rows).toHaveLength(6_000);
  expect(rows.every((row) => row[branchField] === old)).toBe(true);
  expect(await fixture.json("/javni/naziv_podruznice/get")).toHaveLength(5);
});

test("rows depend only on the seed", async () => {
  const rows = async (seed: number, count: number): Promise<string[]> => {
    await using fixture = await serve({ rows: count, seed });
    const paths = ["sjediste", "subjekt/", "skracena_tvrtka", "temeljni_kapital", "predmet_poslovanja"];
    return await Promise.all(paths.map(async (path) => (await fixture.get(`/javni/${path}?offset=0&limit=90`)).text()));
  };
  const first = await rows(5, 100);
  expect(await rows(5, 100)).toEqual(first);
  // The rows of a subject do not depend on how many there are.
  expect(await rows(5, 300)).toEqual(first);
  expect(await rows(6, 100)).not.toEqual(first);
});

test("a database keeps its states, and is not filled again if it already has the requested rows", async () => {
  await using data = await makeData();
  const database = `${data.path}/kept.db`;
  const stateOf = async (options: object): Promise<string> => {
    await using fixture = await serve({ database, ...options });
    return fixture.server.state.uuid;
  };
  const first = await stateOf({ rows: 50, seed: 3 });
  expect(await stateOf({ rows: 50, seed: 3 })).toBe(first);
  const second = await stateOf({ rows: 60, seed: 3 });
  expect(second).not.toBe(first);
  await using fixture = await serve({ database, rows: 60, seed: 3 });
  expect((await fixture.get(`/javni/jezik?timestamp_id=${first}`)).status).toBe(200);
});

test("a reader that disconnects releases the state", async () => {
  await using data = await makeData({ naziv_podruznice: named(old, 6_000, branchField) });
  await using fixture = await serve({ data: data.path, keepStates: 1 });
  const { uuid } = fixture.server.state;
  const response = await fixture.get("/javni/naziv_podruznice/get", { "accept-encoding": "identity" });
  await response.body?.cancel();
  const status = async (): Promise<number> => {
    await fixture.server.load({ data: data.path });
    return (await fixture.get(`/javni/jezik?timestamp_id=${uuid}`)).status;
  };
  await expect.poll(status, { timeout: 20_000 }).toBe(404);
});
