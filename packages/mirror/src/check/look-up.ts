/** Looks up companies by number or name, many at a time. */
import { isOib } from "@court-register/fetch/identifiers";
import { MirrorError } from "../mirror-error.ts";
import { forms } from "../search/fold.ts";
import { numberOf } from "../search/names.ts";
import { nameLists, searchIn } from "../search/search.ts";
import type { FieldOf, ListName } from "../show/contract-names.ts";
import type { SubjectNumber } from "../show/number.ts";
import { type Company, copiedLists, orderedCompanies } from "../store/company.ts";
import { wasThere } from "../store/schema.ts";
import { rowsOf, type Snapshot } from "../store/snapshot.ts";
import type { AskedCompany } from "./asked.ts";

/**
 * What the register says of a company that was asked for:
 * - `found`: it has this one, which is not deleted
 * - `deleted`: it has this one, which has a `datum_brisanja`
 * - `several`: it has several with this number or name
 * - `none`: it has none
 * - `wrong check digit`: it has none, and the last digit of the OIB does not fit the others
 * - `not a number`: it was not asked, because this is no number that an OIB or an MBS can be
 */
export type Match = "found" | "deleted" | "several" | "none" | "wrong check digit" | "not a number";

/** Every match, the best first. */
export const matches: readonly Match[] = ["found", "deleted", "several", "none", "wrong check digit", "not a number"];

/** The answer for a company that was asked for. */
export interface CheckedCompany {
  readonly match: Match;
  /** The company, if there is one of this number or name; else null. */
  readonly company: Company | null;
  /** Of `several`, these; of `none`, those whose names have all the words of the name. Ten at the most. */
  readonly candidates: readonly Company[];
  /** Whether there are more candidates. */
  readonly more: boolean;
}

/** Candidates of a line, at most. */
const maxCandidates = 10;

/** Lists with the names of companies, not of their branch offices. A name that is equal to one of them is the company's. */
const companyNames: readonly ListName[] = ["skracena_tvrtka", "prijevod_skracena_tvrtka"];

/** Looks up companies in a copy that is open. */
export class CompanyLookUp {
  readonly #snapshot: Snapshot;
  readonly #lists: Awaited<ReturnType<typeof copiedLists>>;

  private constructor(snapshot: Snapshot, lists: Awaited<ReturnType<typeof copiedLists>>) {
    this.#snapshot = snapshot;
    this.#lists = lists;
  }

  /** @throws MirrorError of kind `usage` if the copy does not have the list of subjects. */
  static async of(snapshot: Snapshot): Promise<CompanyLookUp> {
    const lists = await copiedLists(snapshot.reading);
    const needed: readonly FieldOf<"subjekt">[] = ["mbs", "oib", "datum_brisanja"];
    const columns = lists.get("subjekt") ?? [];
    if (!needed.every((field) => columns.some(({ name }) => name === field)))
      throw new MirrorError(
        "usage",
        "This copy has no list subjekt, which says which companies there are. Copy it: court-register-mirror sync TARGET",
      );
    return new CompanyLookUp(snapshot, lists);
  }

  /** Looks up some companies, in their order. A thousand at a time take a few queries. */
  async of(asked: readonly AskedCompany[]): Promise<CheckedCompany[]> {
    const numbers = asked.flatMap((one) => one.numbers);
    const byMbs = await this.#byNumber("mbs", numbers);
    const byOib = await this.#byNumber("oib", numbers);
    const byName = await this.#byName(asked.flatMap(({ name }) => name ?? []));
    const checked: CheckedCompany[] = [];
    for (const one of asked) {
      const found = [
        ...one.numbers.flatMap(({ kind, text }) => (kind === "mbs" ? byMbs : byOib).get(text) ?? []),
        ...forms(one.name ?? "").flatMap((form) => byName.get(form) ?? []),
      ];
      // A company may be found in two ways. Nothing but all that is said of it tells it from another: the contract names no key.
      checked.push(await this.#answer(one, [...new Map(found.map((row) => [JSON.stringify(row), row])).values()]));
    }
    return checked;
  }

  async #answer({ numbers, name }: AskedCompany, found: readonly Company[]): Promise<CheckedCompany> {
    const [company = null] = found;
    const several = { candidates: found.slice(0, maxCandidates), more: found.length > maxCandidates };
    if (found.length > 1) return { match: "several", company: null, ...several };
    const nobody = { candidates: [], more: false };
    if (company) return { match: company.datum_brisanja === null ? "found" : "deleted", company, ...nobody };
    if (name !== undefined) return { match: "none", company, ...(await this.#similar(name)) };
    if (numbers.length === 0) return { match: "not a number", company, ...nobody };
    const isWrong = numbers.every(({ kind, text }) => kind === "oib" && !isOib(text));
    return { match: isWrong ? "wrong check digit" : "none", company, ...nobody };
  }

  /** Companies by the text of a number. */
  async #byNumber(kind: SubjectNumber["kind"], asked: readonly SubjectNumber[]): Promise<Map<string, Company[]>> {
    const values = asked.flatMap((one) => (one.kind === kind ? [String(one.value)] : []));
    return byKey(await this.#companies(kind, values), (company) => String(company[kind]));
  }

  async #companies(kind: SubjectNumber["kind"], numbers: readonly string[]): Promise<Company[]> {
    if (numbers.length === 0) return [];
    const { reading, database, newest } = this.#snapshot;
    const rows = orderedCompanies(
      { kind: database.kind, lists: this.#lists, generation: newest.generation },
      `s.${kind} IN (SELECT CAST(t.text AS BIGINT) FROM ${database.dialect.texts("$1")} t)`,
    );
    // All its columns are texts.
    return (await reading.all(String(rows), JSON.stringify([...new Set(numbers)]))) as Company[];
  }

  /** Companies by a folded form of their names. */
  async #byName(names: readonly string[]): Promise<Map<string, Company[]>> {
    const wanted = [...new Set(names.flatMap(forms))];
    if (wanted.length === 0) return new Map();
    const { reading, database, newest } = this.#snapshot;
    // A name may be that of very many.
    const found = new Map<string, Set<string>>();
    for (const { list } of await nameLists(this.#snapshot)) {
      if (!companyNames.some((name) => name === list.name)) continue;
      // In the order given, and by the index of forms: SQLite would read all names of a list.
      const rows = await reading.all(
        `SELECT n.form, r.mbs FROM ${database.dialect.texts("$1")} t CROSS JOIN mirror_names n CROSS JOIN ${rowsOf(list)} r WHERE n.form = t.text AND r._row = n.name_row AND +n.list = ${numberOf("$2")} AND r.mbs IS NOT NULL AND ${wasThere("$3")} ORDER BY n.name_row`,
        JSON.stringify(wanted),
        list.name,
        newest.generation,
      );
      for (const { form, mbs } of rows) {
        const numbers = found.get(String(form)) ?? new Set();
        found.set(String(form), numbers);
        if (numbers.size <= maxCandidates) numbers.add(String(mbs));
      }
    }
    const companies = await this.#companies(
      "mbs",
      [...found.values()].flatMap((numbers) => [...numbers]),
    );
    const byMbs = byKey(companies, ({ mbs }) => plainNumber(mbs));
    return new Map([...found].map(([form, numbers]) => [form, [...numbers].flatMap((mbs) => byMbs.get(mbs) ?? [])]));
  }

  /** Companies whose names have all the words of a name, the likeliest first. */
  async #similar(name: string): Promise<Pick<CheckedCompany, "candidates" | "more">> {
    if (forms(name).length === 0) return { candidates: [], more: false };
    const { found, more } = await searchIn(this.#snapshot, name, { limit: maxCandidates });
    const numbers = found.map(({ mbs }) => plainNumber(mbs));
    const companies = byKey(await this.#companies("mbs", numbers), ({ mbs }) => plainNumber(mbs));
    return { candidates: numbers.flatMap((mbs) => companies.get(mbs)?.slice(0, 1) ?? []), more };
  }
}

/** A number without its zeros, as a database gives it. */
const plainNumber = (text: string | null): string => String(BigInt(text ?? 0));

/** Companies by a key, several of which may share one. */
function byKey(companies: readonly Company[], keyOf: (company: Company) => string): Map<string, Company[]> {
  const all = new Map<string, Company[]>();
  for (const company of companies) {
    const key = keyOf(company);
    const known = all.get(key);
    if (known) known.push(company);
    else all.set(key, [company]);
  }
  return all;
}
