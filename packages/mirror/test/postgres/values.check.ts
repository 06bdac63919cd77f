/** What PostgreSQL keeps is what was sent, and it is found by its own means. */
import { expect, test } from "vitest";
import { sync, verify } from "../../src/index.ts";
import type { Database } from "../../src/store/database.ts";
import { openDatabase } from "../../src/store/open.ts";
import { optionsFor, startRegister } from "../support/days.ts";
import { execute, postgresTarget, sharedServer } from "../support/postgres-target.ts";

test("columns have the types of PostgreSQL, and every digit", async () => {
  await using register = await startRegister(true);
  await using target = await postgresTarget(sharedServer());
  const json = '{"drzava":{"sifra":191,"naziv":"a\\u0000b"},"naziv":"euro","od":1.50}';
  register.rows = {
    temeljni_kapital: [
      `{"mbs":9223372036854775807,"iznos":99999999999999999999.90,"valuta":${json}}`,
      '{"mbs":9007199254740993,"iznos":1E7}',
      `{"mbs":1,"iznos":1.${"0".repeat(20_000)}5}`,
    ],
    skracena_tvrtka: [
      JSON.stringify({ mbs: 1, ime: 'tab\t, line\r\n, \\N and \\. and "quoted" — čćžšđ 🏛' }),
      '{"ime":"a\\u0000b"}',
    ],
  };
  await sync(target.name, { ...optionsFor(register), lists: Object.keys(register.rows) });
  const types = await execute(
    target.name,
    "SELECT string_agg(format_type(atttypid, atttypmod), ',' ORDER BY attnum) AS types FROM pg_attribute WHERE attrelid = 'court_register.temeljni_kapital'::regclass",
  );
  expect(types).toEqual([{ types: "bigint,bigint,json,numeric,json" }]);
  const rows = await execute(
    target.name,
    "SELECT mbs::text, iznos::text, valuta::text, extra::text FROM court_register.temeljni_kapital ORDER BY mbs DESC",
  );
  expect(rows).toEqual([
    { mbs: "9223372036854775807", iznos: "99999999999999999999.90", valuta: json, extra: null },
    { mbs: "9007199254740993", iznos: "10000000", valuta: null, extra: '{"iznos":1E7}' },
    { mbs: "1", iznos: null, valuta: null, extra: `{"iznos":1.${"0".repeat(20_000)}5}` },
  ]);
  expect(
    await execute(target.name, "SELECT ime, extra::text FROM court_register.skracena_tvrtka ORDER BY mbs"),
  ).toEqual([
    { ime: 'tab\t, line\r\n, \\N and \\. and "quoted" — čćžšđ 🏛', extra: null },
    { ime: null, extra: '{"ime":"a\\u0000b"}' },
  ]);
  expect((await verify(target.name)).problems).toEqual([]);
});

test("a schema may have any name, and several copies are beside each other", async () => {
  await using register = await startRegister(true);
  await using target = await postgresTarget(sharedServer());
  const schema = 'My "own" Registar; č';
  await sync(target.name, { ...optionsFor(register), schema });
  await sync(target.name, optionsFor(register));
  expect(await verify(target.name, { schema })).toMatchObject({ generations: 1, problems: [] });
  expect(
    await execute(target.name, "SELECT nspname FROM pg_namespace WHERE nspname !~ '^(pg_|information_)' ORDER BY 1"),
  ).toEqual([{ nspname: schema }, { nspname: "court_register" }, { nspname: "public" }]);
  for (const name of ["", "pg_mine", "x".repeat(64)])
    await expect(sync(target.name, { ...optionsFor(register), schema: name })).rejects.toMatchObject({ kind: "usage" });
});

test("a large result comes in batches, of one state, beside another one", async () => {
  await using target = await postgresTarget(sharedServer());
  const database: Database = await openDatabase(target.name, "create");
  try {
    await database.write(async (writing) => {
      await writing.run("CREATE TABLE numbers (value BIGINT)");
      await writing.insert(
        "numbers",
        ["value"],
        Array.from({ length: 4_500 }, (_, value) => [value]),
      );
    });
    await database.read(async (reading) => {
      let sum = 0n;
      const sizes: number[] = [];
      for await (const batch of reading.batches("SELECT value FROM numbers WHERE value >= $1", 1_000)) {
        if (sizes.length === 0) await database.write((writing) => writing.run("DELETE FROM numbers"));
        for await (const inner of reading.batches("SELECT count(*) AS number FROM numbers"))
          expect(inner).toEqual([{ number: 4_500n }]);
        sizes.push(batch.length);
        sum += batch.reduce((part, { value }) => part + (value as bigint), 0n);
      }
      expect(sizes).toEqual([1_000, 1_000, 1_000, 500]);
      expect(sum).toBe(BigInt(((1_000 + 4_499) * 3_500) / 2));
    });
  } finally {
    await database.close();
  }
});
