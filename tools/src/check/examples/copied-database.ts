/** Looks into the database that the example writes, with programs of Node: the example's own code would believe itself. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { operationsOf } from "../../specs/openapi.ts";
import { readRegisterSpec } from "../../specs/register-spec.ts";
import { run } from "../support/process.ts";

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

interface Content {
  rows: Readonly<Record<string, readonly unknown[]>>;
  next: string[];
  changes: unknown[];
  plan: string;
}

/** A database in the folder of the example. */
export class CopiedDatabase {
  readonly #folder: string;
  readonly #file: string;

  constructor(folder: string, file: string) {
    this.#folder = folder;
    this.#file = file;
  }

  async #run(program: string, ...words: string[]): Promise<string> {
    await writeFile(join(this.#folder, "program.mjs"), program);
    const args = ["--disable-warning=ExperimentalWarning", "program.mjs", this.#file, ...words];
    return run(process.execPath, args, { cwd: this.#folder });
  }

  async read(): Promise<Content> {
    return JSON.parse(await this.#run(reader));
  }

  /** The first row of each query in the README. */
  async ask(): Promise<unknown[][]> {
    return JSON.parse(await this.#run(asker));
  }

  /** Creates a view and an index of a user. */
  createOwn(): Promise<string> {
    return this.#run(own, "create");
  }

  /** How a query of that view is answered; it fails if the view is gone. */
  planOfOwn(): Promise<string> {
    return this.#run(own);
  }

  /** The languages as they are stored. */
  languages(): Promise<string> {
    return this.#run(languages);
  }

  /** It must have every row of every list, in order, nothing of a next copy, and these changes. */
  async expectCopy(data: Content["rows"], changes: readonly unknown[]): Promise<void> {
    const found = await this.read();
    const lists = Object.keys(found.rows);
    const operations = operationsOf(readRegisterSpec({ examples: "drop" }));
    if (lists.length !== operations.length) throw new Error(`error: ${lists.length} lists: ${lists}`);
    for (const list of lists)
      if (!isDeepStrictEqual(found.rows[list], data[list] ?? []))
        throw new Error(`error: ${list} has unexpected rows: ${JSON.stringify(found.rows[list]).slice(0, 500)}`);
    if (found.next.length > 0) throw new Error(`error: tables were left over: ${found.next}`);
    if (!isDeepStrictEqual(found.changes, changes))
      throw new Error(`error: unexpected changes: ${JSON.stringify(found.changes).slice(0, 500)}`);
    if (!found.plan.includes("subjekt_mbs")) throw new Error(`error: no index is used: ${found.plan}`);
  }
}
