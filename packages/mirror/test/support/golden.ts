/**
 * Golden copies: for each format, in `test/golden/format-N`, a copy that the first version with that format has made, on each database,
 * with files of `--told` and an export of it. A format that has none yet gets it from the tests, which fail until that is committed.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { caseLists } from "../../src/generated/lists.ts";
import {
  type ChangesOptions,
  changes,
  exportTo,
  follow,
  prune,
  type SyncOptions,
  show,
  showCase,
  sync,
  unfollow,
} from "../../src/index.ts";
import { formatVersion } from "../../src/store/upgrades.ts";
import { writeJson } from "../../src/wire/wire.ts";
import { CasesService } from "./cases-service.ts";
import { firstDay, secondDay } from "./company.ts";
import { dumpOf } from "./postgres-dump.ts";
import { execute } from "./postgres-target.ts";
import { Register } from "./register.ts";
import { sqliteTarget, type Target } from "./target.ts";

const root = fileURLToPath(new URL("../golden", import.meta.url));

export const databaseKind: "sqlite" | "postgresql" = process.env.COURT_REGISTER_TEST_POSTGRES ? "postgresql" : "sqlite";

/** Every format that has a golden copy. */
export const goldenFormats = (): number[] =>
  readdirSync(root)
    .flatMap((name) => Number(/^format-(\d+)$/.exec(name)?.[1] ?? []))
    .sort((one, other) => one - other);

/** Where the golden copy of a format is, on the database of this run. */
const folderOf = (format: number): string => join(root, `format-${format}`, databaseKind);

/** A file of the present format, which the tests write if it is not there. */
export function goldenFile(name: string, made: () => string): string {
  const path = join(root, `format-${formatVersion}`, name);
  if (existsSync(path)) return readFileSync(path, "utf8");
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, made());
  throw new Error(`${path} is new: look at it, and commit it.`);
}

/** The services that the golden copies are from, on loopback behind their names. */
export class GoldenServices implements AsyncDisposable {
  readonly register: Register;
  readonly cases: CasesService;

  private constructor(register: Register, cases: CasesService) {
    this.register = register;
    this.cases = cases;
  }

  static async start(): Promise<GoldenServices> {
    return new GoldenServices(await Register.start(), await CasesService.start());
  }

  /** What both have on a day: the third is that of the copy that is not finished. */
  setDay(day: 1 | 2 | 3): void {
    const { register, cases } = this;
    register.rows = day === 1 ? firstDay : secondDay;
    if (day === 3)
      register.rows = { ...secondDay, jezik: ['{"id":2,"sifra":2,"naziv":"engleski"}', '{"id":3,"naziv":"danski"}'] };
    register.cap = 2;
    register.state = `state-of-day-${day}`;
    cases.state = `2026-01-0${day}T06:00:00`;
    cases.cases = {
      "P-1/2025@3": {
        own: `"id":1,"oznakaBroj":"P-1/2025","sudac":"Ana ${day === 1 ? "Prva" : "Druga"}"`,
        parts: { rocista: [`{"plPocetak":"2026-03-0${day}T09:00:00","vrstaRadnje":"rasprava"}`] },
      },
      "P-2/2025@3": { own: '"id":2,"oznakaBroj":"P-2/2025"', parts: { stranke: ['{"naziv":"Ivo Primjer"}'] } },
    };
  }

  /** Options of a sync on a day. */
  options(day: number): SyncOptions {
    const places = new Map([
      ["https://registar.primjer.hr", this.register.url],
      ["https://spisi.primjer.hr", new URL(this.cases.url).origin],
    ]);
    return {
      baseUrl: "https://registar.primjer.hr",
      subscriptionKey: this.register.key,
      graphqlUrl: "https://spisi.primjer.hr/graphql",
      fetch: (input, init) => {
        const url = new URL(String(input));
        return fetch(String(input).replace(url.origin, places.get(url.origin) ?? ""), init);
      },
      random: () => 0,
      now: () => Date.parse(`2026-01-0${day}T07:00:00Z`),
      lists: goldenLists,
      acceptShrink: true,
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.register[Symbol.asyncDispose]();
    await this.cases[Symbol.asyncDispose]();
  }
}

/** Lists of a golden copy: with numbers of every size, names, objects, what no column can hold, and none. */
const goldenLists: readonly string[] = [
  ...["subjekt", "skracena_tvrtka", "sjediste", "temeljni_kapital", "postupak", "jezik"],
  ...caseLists.map(({ name }) => name),
];

/** The subject and the case that the answers are about. */
const subject = "080000001";
const courtCase = "P-1/2025@3";

/**
 * Makes a golden copy: the generations 1 and 3 of the register, 2 and 4 of court cases, of which one is forgotten after that; 5 of the
 * register, after which 1 is pruned; and 6, which is not finished.
 */
async function makeGolden(target: Target): Promise<void> {
  const folder = folderOf(formatVersion);
  mkdirSync(folder, { recursive: true });
  await using services = await GoldenServices.start();
  await follow(target.name, [courtCase, "P-2/2025@3"], { now: () => 0 });
  for (const day of [1, 2] as const) {
    services.setDay(day);
    await sync(target.name, services.options(day));
  }
  await changes(target.name, { told: join(folder, "told-before-forgetting.json") });
  await unfollow(target.name, ["P-2/2025@3"], { forget: true, now: () => 0 });
  services.register.state = "state-of-the-second-evening";
  services.register.rows = firstDay;
  await sync(target.name, { ...services.options(2), only: "register" });
  await prune(target.name, { keep: 2 });
  await changes(target.name, { told: join(folder, "told.json") });
  await exportTo(target.name, join(folder, "export"), {
    format: "ndjson",
    lists: ["subjekt", "postupak"],
    changes: true,
  });
  services.setDay(3);
  services.register.intercept = ({ list, response }) => {
    if (list === "jezik") response.writeHead(403).end("{}");
    return list === "jezik";
  };
  await sync(target.name, { ...services.options(3), only: "register" }).then(
    () => Promise.reject(new Error("The copy is finished.")),
    () => {},
  );
  writeFileSync(join(folder, "answers.json"), `${JSON.stringify(await goldenAnswers(target), undefined, 1)}\n`);
  if (databaseKind === "sqlite") writeFileSync(join(folder, "copy.sqlite.gz"), gzipSync(readFileSync(target.name)));
  else
    writeFileSync(join(folder, "copy.sql"), (await dumpOf(target.name)).map((statement) => `${statement};\n`).join(""));
}

/** A golden copy, and the files that were made from it. */
export interface Golden extends AsyncDisposable {
  readonly target: Target;
  /** Folder of `told.json`, `told-before-forgetting.json` and `export`. */
  readonly folder: string;
  /** What it answered when it was made. */
  readonly answers: object;
}

/** Puts the golden copy of a format into a target. @throws Error if it is new. */
export async function restoreGolden(format: number, target: Target): Promise<Golden> {
  const folder = folderOf(format);
  if (!existsSync(folder)) {
    await makeGolden(target).catch((error) => {
      rmSync(folder, { recursive: true });
      throw error;
    });
    throw new Error(`${folder} is new: look at it, and commit it.`);
  }
  const files = sqliteTarget();
  const copied = join(dirname(files.name), "golden");
  cpSync(folder, copied, { recursive: true });
  if (databaseKind === "sqlite") writeFileSync(target.name, gunzipSync(readFileSync(join(folder, "copy.sqlite.gz"))));
  else await execute(target.name, readFileSync(join(folder, "copy.sql"), "utf8"));
  return {
    target,
    folder: copied,
    answers: JSON.parse(readFileSync(join(folder, "answers.json"), "utf8")),
    [Symbol.asyncDispose]: () => files[Symbol.asyncDispose](),
  };
}

/** What the generations of a golden copy that are complete answer. */
export async function goldenAnswers({ name }: Target): Promise<object> {
  const told = async (options: ChangesOptions): Promise<object[]> => {
    const all: object[] = [];
    await changes(name, { ...options, onChange: (change) => void all.push(change) });
    return all;
  };
  const caseAt = async (at: number): Promise<object> => {
    // How it is followed is told as it is now.
    const { followed: _, ...shown } = await showCase(name, courtCase, { at });
    return shown;
  };
  const answers = {
    subjects: [await show(name, subject, { at: 3 }), await show(name, subject, { at: 5 })],
    cases: [await caseAt(2), await caseAt(4)],
    ofRegister: await told({ since: 3, until: 5 }),
    ofCases: await told({ since: 2, until: 4 }),
  };
  return JSON.parse(writeJson(answers));
}
