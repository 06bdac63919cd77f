/** Exports subjects, interrupted and killed on the way, and reads the Parquet file back. */
import { access, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Trial } from "../support/judge.ts";
import { run } from "../support/process.ts";
import { startServiceOn } from "../support/service.ts";
import { breakOff, type End, startSlowPages } from "./slow-pages.ts";
import { copyExample, expectAdvice, expectAll, type Place, stepsOf, type Workshop } from "./workshop.ts";

const example = "packages/fetch/examples/parquet-export";

/** Subjects with every field, some with more than a number can hold; every other one lacks the optional fields. */
const subjects = Array.from({ length: 8_000 }, (_, index) => ({
  mbs: 80_000_001 + index,
  status: 1 + (index % 2),
  sud_id_nadlezan: 9_007_199_254_740_993n + BigInt(index),
  sud_id_sluzba: 9_223_372_036_854_775_807n - BigInt(index),
  oib: 12_345_678_903 + index,
  ino_podruznica: 0,
  stecajna_masa: 1,
  likvidacijska_masa: 0,
  ...(index % 2 === 0 && {
    mbs_brisanog_subjekta: 7n,
    glavna_podruznica_rbr: 1n,
    datum_brisanja: "2020-02-29T23:59:59Z",
  }),
  datum_osnivanja: "1990-10-31T00:00:00Z",
}));

const types: Readonly<Record<string, string>> = {
  mbs: "BIGINT",
  status: "INTEGER",
  sud_id_nadlezan: "BIGINT",
  sud_id_sluzba: "BIGINT",
  oib: "BIGINT",
  ino_podruznica: "INTEGER",
  stecajna_masa: "INTEGER",
  likvidacijska_masa: "INTEGER",
  mbs_brisanog_subjekta: "BIGINT",
  glavna_podruznica_rbr: "BIGINT",
  datum_osnivanja: "VARCHAR",
  datum_brisanja: "VARCHAR",
};

/** Prints the columns and rows of a Parquet file as JSON, 64-bit integers as strings. */
const reader = `import { DuckDBInstance } from "@duckdb/node-api";
const connection = await (await DuckDBInstance.create(":memory:")).connect();
const query = async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJson();
const columns = await query("DESCRIBE SELECT * FROM 'subjekt.parquet'");
console.log(JSON.stringify({ columns, rows: await query("SELECT * FROM 'subjekt.parquet'") }));
`;

/** The file must have every subject once, in order, with equal values in columns of the right types. */
async function expectEverySubject(place: Place): Promise<string> {
  await writeFile(join(place.path, "read.mjs"), reader);
  const output = await run(process.execPath, ["read.mjs"], { cwd: place.path });
  const { columns, rows }: { columns: Record<string, string>[]; rows: Record<string, unknown>[] } = JSON.parse(output);
  const found = Object.fromEntries(columns.map((column) => [column.column_name, column.column_type]));
  if (!isDeepStrictEqual(found, types)) throw new Error(`error: unexpected columns: ${JSON.stringify(found)}`);
  if (rows.length !== subjects.length) throw new Error(`error: ${rows.length} rows, not ${subjects.length}`);
  for (const [index, subject] of subjects.entries()) {
    const expected = Object.entries(types).map(([name, type]) => {
      const value = (subject as Record<string, unknown>)[name] ?? null;
      return value !== null && type === "BIGINT" ? String(value) : value;
    });
    const row = Object.keys(types).map((name) => rows[index]?.[name]);
    if (!isDeepStrictEqual(row, expected)) throw new Error(`error: row ${index} is ${row}, not ${expected}`);
  }
  return "";
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

export async function parquetExport(workshop: Workshop, resources: AsyncDisposableStack): Promise<Trial> {
  const place = await copyExample(example, workshop);
  const data = { subjekt: subjects, sjediste: subjects.map(({ mbs }) => ({ mbs })) };
  const service = resources.use(await startServiceOn(data, `${workshop.folder}/subjects`, workshop.key));
  const pages = resources.use(await startSlowPages(service.url));
  const env = { COURT_REGISTER_BASE_URL: pages.url, COURT_REGISTER_KEY: workshop.key };
  const broken = async (end: End): Promise<string> => {
    const output = await breakOff(place, ["subjekt.parquet"], env, pages, end);
    if (await isThere(join(place.path, "subjekt.parquet"))) throw new Error("error: there is a Parquet file already");
    if (!(await isThere(join(place.path, "subjekt.parquet.duckdb")))) throw new Error("error: nothing has been saved");
    return output;
  };

  return stepsOf(example, {
    install: place.install,
    types: place.compile,
    "no key": () => place.refused([], { ...env, COURT_REGISTER_KEY: "" }, "COURT_REGISTER_KEY"),
    "a file that cannot be written": async () => {
      const nowhere = await place.refused(["nema/a.parquet"], env, "nema/a.parquet.duckdb");
      await mkdir(join(place.path, "mapa.parquet/mapa"), { recursive: true });
      const folder = await place.refused(["mapa.parquet"], env, "mapa.parquet");
      return expectAdvice(nowhere) + expectAdvice(folder);
    },
    "Ctrl-C": async () => {
      const output = await broken({ signal: "SIGINT" });
      expectAll(output, "Stopped. Run it again to resume.");
      return output;
    },
    // While a page is being fetched, and at several moments while it is being stored.
    "kill -9": async () => {
      let output = "";
      for (const after of [undefined, 1, 3, 6, 10]) output += await broken({ signal: "SIGKILL", after });
      return output;
    },
    resumes: async () => {
      const output = await place.npmStart(["subjekt.parquet"], env);
      expectAll(output, `Resuming after `, `${subjects.length} subjects are in subjekt.parquet.`);
      if (Math.min(...pages.offsets) < 200) throw new Error(`error: it started over instead of resuming\n${output}`);
      if (await isThere(join(place.path, "subjekt.parquet.duckdb")))
        throw new Error("error: the DuckDB file was left over");
      return output;
    },
    "every row once, equal": () => expectEverySubject(place),
    "an expired state": async () => {
      let output = await breakOff(place, ["old.parquet"], env, pages, { signal: "SIGINT" });
      for (let day = 0; day < 3; day++) await service.load({ data: `${workshop.folder}/subjects` });
      output += await place.refused(["old.parquet"], env, "remove old.parquet.duckdb to start over");
      await rm(join(place.path, "old.parquet.duckdb"));
      return output + (await place.npmStart(["old.parquet"], env));
    },
    "without interruption": async () => {
      const output = await place.npmStart([], env);
      return output + (await expectEverySubject(place));
    },
  });
}
