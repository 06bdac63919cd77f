/** Copies a register, killed on the way, and reads the database; then the register changes. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { operationsOf } from "../../specs/openapi.ts";
import { readRegisterSpec } from "../../specs/register-spec.ts";
import type { Trial } from "../support/judge.ts";
import { run } from "../support/process.ts";
import { startServiceOn, writeData } from "../support/service.ts";
import { breakOff, type SlowPages, startSlowPages } from "./slow-pages.ts";
import { copyExample, expectAdvice, expectAll, stepsOf, type Workshop } from "./workshop.ts";

const example = "packages/axios/examples/database-copy";

type Register = Readonly<Record<string, readonly { readonly mbs: number }[]>>;

const subjects = Array.from({ length: 2_000 }, (_, index) => ({ mbs: 80_000_001 + index, status: 1 }));

/** Lists that are paged, one of them with a total; one that is fetched whole; and many that are empty. */
const old: Register = {
  subjekt: subjects,
  sjediste: subjects.slice(0, 450).map(({ mbs }) => ({ mbs, ulica: "Ulica šljiva", naziv_naselja: "Primjergrad" })),
  naziv_podruznice: [{ mbs: 80_000_001 }, { mbs: 80_000_002 }, { mbs: 80_000_002 }],
  postupak: [{ mbs: 80_000_007 }],
  temeljni_kapital: [{ mbs: 80_000_001 }],
};

/**
 * A day later: one more bankruptcy, no capital, one of two equal names of branches less, and the first subject is gone, so that
 * all others have moved.
 */
const renewed: Register = {
  ...old,
  naziv_podruznice: [{ mbs: 80_000_001 }, { mbs: 80_000_002 }],
  subjekt: subjects.slice(1),
  postupak: [{ mbs: 80_000_007 }, { mbs: 80_000_009 }],
  temeljni_kapital: [],
};

/** Prints the tables of the database, and the changes, as JSON. */
const reader = `import { DatabaseSync } from "node:sqlite";
const db = new DatabaseSync(process.argv[2]);
const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all().map(({ name }) => name);
const rowsOf = (table) => db.prepare("SELECT row FROM " + table).all().map(({ row }) => JSON.parse(row));
const lists = tables.filter((name) => !/^(copy|changes|next_.*)$/.test(name));
const next = tables.filter((name) => /^next_(?!progress$|run$)/.test(name));
const changes = db.prepare("SELECT list, change, row ->> 'mbs' AS mbs FROM changes").all();
const lookUp = "EXPLAIN QUERY PLAN SELECT row FROM subjekt WHERE row ->> 'mbs' = 1";
const plan = lists.includes("subjekt") ? db.prepare(lookUp).get().detail : "";
console.log(JSON.stringify({ rows: Object.fromEntries(lists.map((list) => [list, rowsOf(list)])), next, changes, plan }));
`;

/** Creates a view and an index of a user, or sees whether they are still there. */
const own = `import { DatabaseSync } from "node:sqlite";
const db = new DatabaseSync(process.argv[2]);
if (process.argv[3] === "create")
  db.exec(\`CREATE VIEW towns AS SELECT row ->> 'naziv_naselja' AS town FROM sjediste;
    CREATE INDEX towns_by_name ON sjediste (row ->> 'naziv_naselja')\`);
console.log(db.prepare("EXPLAIN QUERY PLAN SELECT count(*) FROM towns WHERE town = 'Primjergrad'").get().detail);
`;

/** Prints the languages as they are stored. */
const languages = `import { DatabaseSync } from "node:sqlite";
console.log(new DatabaseSync(process.argv[2]).prepare("SELECT row, row ->> 'id' = 9007199254740993 AS found FROM jezik").all());
`;

/** Prints the first row of each query in the README. */
const asker = `import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
const db = new DatabaseSync(process.argv[2]);
const sql = readFileSync("README.md", "utf8").split("\`\`\`sql")[1].split("\`\`\`")[0];
const statements = sql.replace("80012345", "80000001").replaceAll(/--.*/g, "").split(";");
console.log(JSON.stringify(statements.slice(0, -1).map((statement) => Object.values(db.prepare(statement).get()))));
`;

interface Copied {
  rows: Register;
  next: string[];
  changes: unknown[];
  plan: string;
}

export async function databaseCopy(workshop: Workshop, resources: AsyncDisposableStack): Promise<Trial> {
  const place = await copyExample(example, workshop);
  const folder = `${workshop.folder}/register`;
  const service = resources.use(await startServiceOn(old, folder, workshop.key));
  const pages = resources.use(await startSlowPages(service.url));
  const stateless = resources.use(await startSlowPages(service.url, "hidden"));
  const careless = resources.use(await startSlowPages(service.url, "named"));
  const env = { COURT_REGISTER_BASE_URL: pages.url, COURT_REGISTER_KEY: workshop.key };
  const published = async (data: Readonly<Record<string, readonly object[]>>): Promise<void> => {
    const other = join(workshop.folder, `register-${crypto.randomUUID()}`);
    await writeData(data, other);
    await service.load({ data: other });
  };
  /** Publishes other data when the third page of subjects is requested. */
  const publishedMeanwhile = (by: SlowPages, data: Register): void =>
    by.watch(async (count) => {
      if (count === 3) await published(data);
    });

  /** Runs a program on a database, in the folder of the example. */
  const runOn = async (file: string, program: string, ...words: string[]): Promise<string> => {
    await writeFile(join(place.path, "program.mjs"), program);
    const args = ["--disable-warning=ExperimentalWarning", "program.mjs", file, ...words];
    return run(process.execPath, args, { cwd: place.path });
  };
  const read = async (file: string): Promise<Copied> => JSON.parse(await runOn(file, reader));
  const ask = async (file: string): Promise<unknown[][]> => JSON.parse(await runOn(file, asker));
  /** The database must have every row of every list, in order, nothing of a next copy, and these changes. */
  const expectCopy = async (file: string, data: Register, changes: readonly unknown[]): Promise<void> => {
    const found = await read(file);
    const lists = Object.keys(found.rows);
    const operations = operationsOf(await readRegisterSpec({ examples: "drop" }));
    if (lists.length !== operations.length) throw new Error(`error: ${lists.length} lists: ${lists}`);
    for (const list of lists)
      if (!isDeepStrictEqual(found.rows[list], data[list] ?? []))
        throw new Error(`error: ${list} has unexpected rows: ${JSON.stringify(found.rows[list]).slice(0, 500)}`);
    if (found.next.length > 0) throw new Error(`error: tables were left over: ${found.next}`);
    if (!isDeepStrictEqual(found.changes, changes))
      throw new Error(`error: unexpected changes: ${JSON.stringify(found.changes).slice(0, 500)}`);
    if (!found.plan.includes("subjekt_mbs")) throw new Error(`error: no index is used: ${found.plan}`);
  };
  const dayLater = [
    { list: "naziv_podruznice", change: "gone", mbs: 80_000_002 },
    { list: "postupak", change: "new", mbs: 80_000_009 },
    { list: "subjekt", change: "gone", mbs: 80_000_001 },
    { list: "temeljni_kapital", change: "gone", mbs: 80_000_001 },
  ];

  return stepsOf(example, {
    install: place.install,
    types: place.compile,
    "no key": () => place.refused([], { ...env, COURT_REGISTER_KEY: "" }, "COURT_REGISTER_KEY"),
    "a file that cannot be written": async () => {
      await mkdir(join(place.path, "mapa"));
      const nowhere = await place.refused(["nema/a.sqlite"], env, "nema/a.sqlite: ");
      return expectAdvice(nowhere) + expectAdvice(await place.refused(["mapa"], env, "mapa: "));
    },
    // While a page is being fetched, and at several moments while it is being stored.
    "kill -9": async () => {
      let output = "";
      for (const after of [undefined, 1, 5])
        output += await breakOff(place, ["a.sqlite"], env, pages, { signal: "SIGKILL", after });
      const { rows } = await read("a.sqlite");
      if (Object.keys(rows).length > 0) throw new Error("error: a partial copy is visible");
      return output;
    },
    "resumes with the state that it began with": async () => {
      publishedMeanwhile(pages, renewed);
      const output = await place.npmStart(["a.sqlite"], env);
      expectAll(output, "Resuming with state", "a.sqlite is a complete copy of state");
      if (Math.min(...pages.offsets) < 200) throw new Error(`error: it started over instead of resuming\n${output}`);
      await expectCopy("a.sqlite", old, []);
      return output;
    },
    "a day later": async () => {
      await runOn("a.sqlite", own, "create");
      const output = await place.npmStart(["a.sqlite"], env);
      expectAll(output, "postupak: 1 new", "subjekt: 1 gone");
      await expectCopy("a.sqlite", renewed, dayLater);
      const [seat, bankrupt, state] = await ask("a.sqlite");
      if (!isDeepStrictEqual([seat, bankrupt], [["Primjergrad", "Ulica šljiva"], [80_000_009]]) || state?.[0] == null)
        throw new Error(`error: the README's queries give ${JSON.stringify([seat, bankrupt, state])}`);
      expectAll(await runOn("a.sqlite", own), "towns_by_name");
      return output;
    },
    "an expired state": async () => {
      let output = await breakOff(place, ["a.sqlite"], env, pages, { signal: "SIGINT" });
      expectAll(output, "Stopped. Run it again to resume.");
      for (let day = 0; day < 3; day++) await published(old);
      output += await place.refused(["a.sqlite"], env, "The next run starts over.");
      output += await place.npmStart(["a.sqlite"], env);
      const back = dayLater.map((row) => ({ ...row, change: row.change === "new" ? "gone" : "new" }));
      await expectCopy("a.sqlite", old, back);
      return output;
    },
    "a change while copying": async () => {
      const other = { ...env, COURT_REGISTER_BASE_URL: stateless.url };
      publishedMeanwhile(stateless, renewed);
      let output = await place.refused(["b.sqlite"], other, "The next run starts over.");
      stateless.watch(() => {});
      output += await place.npmStart(["b.sqlite"], other);
      expectAll(output, "no named state");
      await expectCopy("b.sqlite", renewed, []);
      return output;
    },
    "a state that was not asked for": async () => {
      const other = { ...env, COURT_REGISTER_BASE_URL: careless.url };
      await published(old);
      // All pages of subjects join: only the name of the state shows it.
      publishedMeanwhile(careless, { ...old, temeljni_kapital: [] });
      return place.refused(["c.sqlite"], other, "The next run starts over.");
    },
    "another run meanwhile": async () => {
      await published(old);
      let later = "";
      pages.watch(async (count) => {
        if (count === 1) later = await place.npmStart(["d.sqlite"], env);
      });
      const output = await place.refused(["d.sqlite"], env, "A later run has taken this copy over.");
      pages.watch(() => {});
      expectAll(later, "d.sqlite is a complete copy");
      await expectCopy("d.sqlite", old, []);
      return output;
    },
    "another run meanwhile, both too late": async () => {
      const output = await breakOff(place, ["g.sqlite"], env, pages, { signal: "SIGINT" });
      for (let day = 0; day < 3; day++) await published(old);
      pages.watch(async (count) => {
        if (count === 1) await place.refused(["g.sqlite"], env, "The next run starts over.");
      });
      return output + (await place.refused(["g.sqlite"], env, "A later run has taken this copy over."));
    },
    "--anew": async () => {
      let output = await breakOff(place, ["f.sqlite"], env, pages, { signal: "SIGINT" });
      output += await place.npmStart(["f.sqlite", "--anew"], env);
      if (pages.offsets[0] !== 0) throw new Error(`error: it went on at ${pages.offsets[0]}\n${output}`);
      await expectCopy("f.sqlite", old, []);
      return output;
    },
    "another service": async () => {
      let output = await breakOff(place, ["e.sqlite"], env, pages, { signal: "SIGINT" });
      careless.watch(() => {});
      output += await place.npmStart(["e.sqlite"], { ...env, COURT_REGISTER_BASE_URL: careless.url });
      if (careless.offsets[0] !== 0) throw new Error(`error: it went on at ${careless.offsets[0]}\n${output}`);
      await expectCopy("e.sqlite", old, []);
      return output;
    },
    "an integer that a number cannot hold": async () => {
      await published({ jezik: [{ id: 9_007_199_254_740_993n, sifra: 7 }] });
      const output = await place.npmStart(["h.sqlite"], env);
      expectAll(await runOn("h.sqlite", languages), '{"id":9007199254740993,"sifra":7}', "found: 1");
      await published(old);
      return output;
    },
    "the wrong key": () =>
      place.refused(["b.sqlite"], { ...env, COURT_REGISTER_KEY: "drugi" }, "refuses the key in COURT_REGISTER_KEY"),
  });
}
