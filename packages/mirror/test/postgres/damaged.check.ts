/** `verify` names what another program has put into a database, or taken out of it. */
import { expect, test } from "vitest";
import { sync, verify } from "../../src/index.ts";
import { optionsFor, startRegister } from "../support/days.ts";
import { execute, postgresTarget, sharedServer } from "../support/postgres-target.ts";

const rows = {
  subjekt: ['{"mbs":1,"oib":12345678903}'],
  temeljni_kapital: ['{"mbs":1,"iznos":1.50,"valuta":{"naziv":"euro"},"novo":[1]}'],
  skracena_tvrtka: ['{"mbs":1,"ime":"Uzorak"}'],
};

/** What is done, the list that it is about, and what is said of it. */
const damages: [statement: string, list: string, message: RegExp][] = [
  ...["null", "1", '"x"', "[1]", '{"novo":1}', '{"novo":[1],"mbs":2}', '{"a":"\\u0000"}', '{"a":"\\ud800"}'].map(
    (extra): [string, string, RegExp] => [
      `UPDATE temeljni_kapital_rows SET extra = '${extra}'`,
      "temeljni_kapital",
      /\brow 1\b/,
    ],
  ),
  ["UPDATE temeljni_kapital_rows SET valuta = '[]'", "temeljni_kapital", /\brow 1\b/],
  ["UPDATE temeljni_kapital_rows SET iznos = 'NaN'", "temeljni_kapital", /\brow 1\b/],
  ["UPDATE temeljni_kapital_rows SET _hash = '\\x'", "temeljni_kapital", /\brow 1\b/],
  ["UPDATE mirror_counts SET list = 'nema' WHERE list = 'subjekt'", "nema", /cannot be read: .*nema_rows/],
  ["DROP TABLE skracena_tvrtka_rows CASCADE", "skracena_tvrtka", /cannot be read: .*skracena_tvrtka_rows/],
  ["DROP VIEW skracena_tvrtka_changes", "skracena_tvrtka", /cannot be read: .*skracena_tvrtka_changes/],
  ["ALTER TABLE subjekt_rows DROP COLUMN status CASCADE", "subjekt", /cannot be read: .*status/],
  ["DROP TABLE mirror_names CASCADE", "", /the index of names: it cannot be read/],
  ["DROP VIEW company", "company", /the view company/],
];

test("whatever is changed or missing is named with its list, and the rest is verified", async () => {
  await using register = await startRegister(true);
  await using whole = await postgresTarget(sharedServer());
  register.rows = rows;
  await sync(whole.name, { ...optionsFor(register), lists: Object.keys(rows) });
  for (const [statement, list, message] of damages) {
    await using target = await postgresTarget(sharedServer(), whole);
    await execute(target.name, "SET search_path = court_register", statement);
    const { problems } = await verify(target.name);
    expect(problems, statement).toContainEqual({ list, message: expect.stringMatching(message) });
    await execute(target.name, "SET search_path = court_register", "UPDATE subjekt_rows SET oib = 5");
    if (list !== "subjekt")
      expect((await verify(target.name)).problems, statement).toContainEqual({
        list: "subjekt",
        message: expect.stringMatching(/row 1 is not what was copied/),
      });
  }
});
