/** A copy answers the same, to the byte, in SQLite and in PostgreSQL, however a server sorts texts, keeps rows and plans its queries. */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lists as contract } from "../../src/generated/lists.ts";
import { follow, sync, unfollow } from "../../src/index.ts";
import { targetName } from "../../src/store/target-name.ts";
import type { Column } from "../../src/wire/list.ts";
import { type Asked, allAnswers } from "../support/all-answers.ts";
import { CasesService, type ServedCase } from "../support/cases-service.ts";
import { runHere } from "../support/command.ts";
import { execute, postgresTarget, sharedServer } from "../support/postgres-target.ts";
import { Register } from "../support/register.ts";
import { inTarget, sqliteTarget, type Target } from "../support/target.ts";

const registerLists: readonly string[] = [
  ...["subjekt", "skracena_tvrtka", "naziv_podruznice", "sjediste", "temeljni_kapital", "pravni_oblik", "postupak"],
  ...["predmet_poslovanja", "sud", "nacionalna_klasa_djelatnosti", "vrsta_upisa"],
];
const caseLists: readonly string[] = ["predmet", "pismena", "rocista", "povezaniPredmeti"];
const copied: readonly string[] = [...registerLists, ...caseLists, "sudovi", "vrstaUpisnika"];

/** Texts that databases sort in ways of their own. */
const texts = ["a", "A", "b", "B", "č", "Č", "nj", "Nj", "nz", "_", "-", "z", ""].map((text) => JSON.stringify(text));

const names = ["Primjer d.o.o.", "PRIMJER DOO", "Primjer", "Drugi primjer", "Đurin primjer", "primjerak"];

/** Few values, so that many rows have the same: absent ones, and some that their column cannot hold. */
const ownValues: Readonly<Record<string, readonly string[]>> = {
  mbs: ["80000001", "80000002", "80000003", '"080000001"', "null"],
  oib: ["1234567896", "12345678903", '"x"', "null"],
  id: ["3", "7", "1.5", '"7"', "null"],
  ime: [...names.map((name) => JSON.stringify(name)), "null"],
  datum_brisanja: ['"2020-01-31T00:00:00"', "null"],
  plPocetak: ['"2999-03-06T09:00:00"', '"2999-03-06T09:00:00.0"', '"2001-03-06T09:00:00Z"', '"A"', '"č"', "null"],
  odgoda: ['"bolest"', "null", "null"],
  vrstaRadnje: ['"rasprava"', "null"],
  lastUpdateTime: ['"2026-01-01T00:00:00"', "null"],
  sudNaziv: ['"Sud u Čakovcu"', '"Sud u Cavtatu"', '"Općinski sud"', "null"],
  oznaka: ["P", "Ovr", "OVR", "ovr", "B", "b"].map((text) => JSON.stringify(text)),
};
const valuesOf: Readonly<Record<Column["type"], readonly string[]>> = {
  integer: ["1", "2", "3", "1.5", '"2"', "null"],
  decimal: ["1", "1.0", "1E7", "-0.0", "null"],
  text: [...texts, "null"],
  boolean: ["true", "false", "null"],
  json: ['{"sifra":1,"naziv":"a"}', '{"naziv":"č"}', '{"naziv":"\\u0000"}', '"x"', "null"],
};

/** Fields that no list has. */
const unknown = ["", ',"novo":1.50', ',"OIB":7', ',"Datum_brisanja":"2020"'];

const rowOf = (columns: readonly Column[]): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.tuple(...columns.map(({ name, type }) => fc.constantFrom(...(ownValues[name] ?? valuesOf[type])))),
      fc.constantFrom(...unknown),
    )
    .map(([values, more]) => `{${columns.map(({ name }, at) => `"${name}":${values[at]}`).join(",")}${more}}`);

const columnsOf = (list: string): Column[] =>
  (contract.find(({ name }) => name === list)?.columns ?? []).filter(({ name }) => !name.startsWith("asked_"));

const dayCount = 3;

/** What a list has on each day: rows that it has on the others, too, and some of them more than once. */
const daysOf = (list: string, size: number): fc.Arbitrary<string[][]> =>
  fc.array(rowOf(columnsOf(list)), { minLength: size, maxLength: 2 * size }).chain((pool) => {
    const day = fc.array(fc.constantFrom(...pool), { minLength: size, maxLength: 3 * size });
    return fc.array(day, { minLength: dayCount, maxLength: dayCount });
  });

const marks = ["P-1/2020@3", "P-1/2020@7", "Ovr-2/2021@7", "OVR-2/2021@7", "Č-3/2020@3", "B-3/2020@3", "b-3/2020@7"];

/** Ways to read, join and sort that a server may be told not to take. */
const ways = ["seqscan", "indexscan", "bitmapscan", "hashjoin", "mergejoin", "nestloop", "hashagg", "sort"];

/** How a server goes about it. */
interface Habits {
  /** Ways that it does not take. */
  readonly without: readonly string[];
  /** Says in which order it keeps the rows of a table. */
  readonly order: number;
}
const habits: fc.Arbitrary<Habits> = fc.record({ without: fc.subarray(ways), order: fc.nat(1_000) });

/** What services have on each day. */
const days = fc.record({
  register: fc.record(Object.fromEntries(registerLists.map((list) => [list, daysOf(list, 5)]))),
  cases: fc.record(
    Object.fromEntries(
      marks.map((mark) => [mark, fc.record(Object.fromEntries(caseLists.map((list) => [list, daysOf(list, 2)])))]),
    ),
  ),
  courts: daysOf("sudovi", 4),
  registers: daysOf("vrstaUpisnika", 5),
  followed: fc.shuffledSubarray([...marks], { minLength: 6 }),
});
type Days = typeof days extends fc.Arbitrary<infer One> ? One : never;

const asked: Asked = {
  numbers: ["080000001", "80000002", "01234567896", "12345678903", "7"],
  names: ["primjer", "Primjer d.o.o.", "rim"],
  places: ["č", "NJ"],
  cases: [...marks, "P-1/2020", "b-3/2020", "oVR-2/2021@7", "č-3/2020@4"],
};

let register: Register;
let service: CasesService;
let croatian: Target;
beforeAll(async () => {
  register = await Register.start();
  service = await CasesService.start();
  const database = `croatian_${randomUUID().replaceAll("-", "")}`;
  // In the order of Croatian letters: digits after letters, and blanks, hyphens and underscores as if they were not there.
  const sorting = "LOCALE_PROVIDER icu ICU_LOCALE 'hr-u-ka-shifted-kr-latn-digit' LOCALE 'C' TEMPLATE template0";
  await execute(sharedServer(), `CREATE DATABASE ${database} ${sorting}`);
  croatian = {
    name: Object.assign(new URL(sharedServer()), { pathname: `/${database}` }).href,
    async [Symbol.asyncDispose]() {
      await execute(sharedServer(), `DROP DATABASE ${database}`);
    },
  };
});
afterAll(async () => {
  await croatian[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
  await register[Symbol.asyncDispose]();
});

/** Copies all days. */
async function copy({ name }: Target, { followed, ...all }: Days, afterDay = async (): Promise<void> => {}) {
  const now = () => Date.UTC(2026, 0, 1);
  const later = followed.slice(0, 2);
  const sooner = followed.slice(2);
  await follow(name, sooner, { now });
  // So that what is made from the identity of a copy is the same in all of them.
  await inTarget(name, (database) =>
    database.write((writing) => writing.run("UPDATE mirror_format SET copy_id = 'the same'")),
  );
  for (let day = 0; day < dayCount; day++) {
    const on = <Lists extends object>(lists: Lists): { [Name in keyof Lists]: string[] } =>
      Object.fromEntries(Object.entries(lists).map(([list, rows]) => [list, rows[day]])) as never;
    register.rows = on(all.register);
    service.cases = Object.fromEntries(Object.entries(all.cases).map(([mark, lists]) => [mark, servedCase(on(lists))]));
    service.lists = on({ sudovi: all.courts, vrstaUpisnika: all.registers });
    service.state = register.state = `day-${day}`;
    // Refused, in every copy, if it is not certain which register a mark is of.
    if (day === 1) await follow(name, later, { now }).catch(() => {});
    await sync(name, {
      ...{ baseUrl: register.url, subscriptionKey: register.key, graphqlUrl: service.url },
      ...{ lists: copied, limit: 5, acceptShrink: true, fetch, now },
    });
    await afterDay();
  }
  await unfollow(name, sooner.slice(2), { now });
}

/** A case has one row of its own fields, or is not there. */
function servedCase({ predmet = [], ...parts }: Record<string, string[]>): ServedCase {
  return { own: predmet[0]?.slice(1, -1) ?? "", parts };
}

/** Has a server read and join tables in another way, and keep the rows of each in another order. */
async function changeHabits({ name }: Target, { without, order }: Habits): Promise<void> {
  const database = new URL(name).pathname.slice(1);
  await execute(
    name,
    ...ways.map((way) => `ALTER DATABASE ${database} SET enable_${way} = ${!without.includes(way)}`),
    `DO $$
      DECLARE
        every record;
        row_at tid;
      BEGIN
        FOR every IN
          SELECT attrelid::regclass AS table, attname AS column FROM pg_attribute JOIN pg_class ON oid = attrelid
          WHERE attnum = 1 AND relkind = 'r' AND relnamespace = 'court_register'::regnamespace
        LOOP
          FOR row_at IN EXECUTE format('SELECT ctid FROM %s ORDER BY md5(ctid::text || %s)', every.table, ${order})
          LOOP
            EXECUTE format('UPDATE %s SET %2$I = %2$I WHERE ctid = $1', every.table, every.column) USING row_at;
          END LOOP;
        END LOOP;
      END $$`,
  );
}

/** Has equal rows follow one another in a way that no copy makes. */
const damage = ({ name }: Target): Promise<unknown> =>
  inTarget(name, (database) =>
    database.write(async (writing) => {
      for (const list of copied)
        await writing.run(
          `UPDATE "${list}_rows" SET _first = CASE WHEN _row % 2 = 0 THEN 1 ELSE 3 END, _gone = CASE WHEN _row % 2 = 0 THEN 3 END`,
        );
    }),
  );

/** Runs a command, and returns what it prints. */
const printed = async ({ name }: Target, command: string, ...options: string[]): Promise<string> => {
  const { code, output, errors } = await runHere(command, name, ...options);
  return [code, output, errors].join("\n").replaceAll(targetName(name), "TARGET");
};

test("a copy answers the same in every database, and so does another copy of the same days", async () => {
  await fc.assert(
    fc.asyncProperty(days, habits, fc.boolean(), async (all, how, isPruned) => {
      await using file = sqliteTarget();
      await using server = await postgresTarget(sharedServer(), croatian);
      const settle = () => changeHabits(server, how);
      await copy(file, all);
      await copy(server, all, settle);
      if (isPruned)
        expect(await printed(server, "prune", "--keep", "1")).toBe(await printed(file, "prune", "--keep", "1"));
      const [expected, found] = [await allAnswers(file.name, asked), await allAnswers(server.name, asked)];
      const others = Object.keys(expected).filter((what) => found[what] !== expected[what]);
      for (const what of others) expect(found[what], what).toBe(expected[what]);
      expect(Object.keys(found)).toEqual(Object.keys(expected));
      await damage(file);
      await damage(server);
      await settle();
      expect(await printed(server, "verify")).toBe(await printed(file, "verify"));
    }),
    { numRuns: 2, endOnFailure: true },
  );
});
