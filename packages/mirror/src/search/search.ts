/** `search`: subjects by a part of their name. */
import { formatMbs, formatOib } from "@court-register/fetch/identifiers";
import { Subjects } from "../changes/subjects.ts";
import { MirrorError } from "../mirror-error.ts";
import type { FieldOf, ListName } from "../show/contract-names.ts";
import { allDigits } from "../show/number.ts";
import { first, rowsAbout, type Standing, standing } from "../show/standing.ts";
import { copiedLists } from "../store/company.ts";
import type { SqlRow } from "../store/database.ts";
import type { TargetOptions } from "../store/open.ts";
import { isInExtra, quoted, wasThere } from "../store/schema.ts";
import { type GenerationMark, hasColumn, readCopy, rowsOf, type Snapshot, type StoredList } from "../store/snapshot.ts";
import { textOf, type WireObject } from "../wire/wire.ts";
import { type CompanyPlace, forms, placeTest, trigramNumbers, trigrams } from "./fold.ts";
import { madeFrom, nameField, numberOf, sentText } from "./names.ts";

/** Options of {@link searchIn}. */
export interface SearchInOptions {
  /**
   * How many of the best to leave out, such as those of an earlier page.
   * @defaultValue `0`
   */
  offset?: number | undefined;
  /**
   * Greatest number of subjects to return.
   * @defaultValue `20`
   */
  limit?: number | undefined;
  /** Only subjects whose seat or county has these words, whole; case, accents and punctuation do not matter. */
  place?: string | undefined;
}

/** Options of {@link search}. */
export interface SearchOptions extends SearchInOptions, TargetOptions {}

/** A subject with a name that has the text in it. */
export interface FoundSubject extends Standing, CompanyPlace {
  /** Its MBS with all nine digits. */
  mbs: string;
  /** Its OIB with all eleven digits, if it has one. */
  oib: string | null;
  /** The name that has the text in it. */
  name: string;
  /** The list that has this name: a short name, a translation, the name of a branch office. */
  list: string;
  /** Its short name, if it has one. */
  shortName: string | null;
}

/** The answer of {@link search}. */
export interface SearchResult extends GenerationMark {
  /** The best first. */
  found: readonly FoundSubject[];
  /** Whether there are more after these. */
  more: boolean;
  /** How many there are in all; null if they are more than 1,000: counting those takes longer than the search. */
  total: number | null;
}

/** Subjects that are counted, at most. */
export const maxCounted = 1_000;

/** Characters that are searched for, at most: names have up to 1,024. */
const longest = 200;

/**
 * Finds subjects by a part of their name, or by some of its words in any order. Case, accents and punctuation do not matter, and
 * `đ`, `dj` and `d` are the same. The best come first: the same name, a name that begins with the text, one with a word that begins
 * with it, one that has it anywhere, then those with all its words apart; and among these, subjects that are not deleted.
 *
 * @throws MirrorError of kind `usage` if the text has no letter and no digit, or the copy has no names.
 */
export const search = (target: string, text: string, options: SearchOptions = {}): Promise<SearchResult> =>
  readCopy(target, options, (snapshot) => searchIn(snapshot, text, options));

/** As {@link search}, in a copy that is open. */
export async function searchIn(
  snapshot: Snapshot,
  text: string,
  { limit = 20, offset = 0, place }: SearchInOptions = {},
): Promise<SearchResult> {
  for (const [name, value, least] of [
    ["limit", limit, 1],
    ["offset", offset, 0],
  ] as const)
    if (!Number.isSafeInteger(value) || value < least)
      throw new RangeError(`The ${name} must be a whole number of at least ${least}, but is ${value}.`);
  const wanted = forms(text.slice(0, longest));
  if (wanted.length === 0)
    throw new MirrorError("usage", "Search for a part of a name: the text needs a letter or a digit.");
  const lists = await nameLists(snapshot);
  const { generation } = snapshot.newest;
  const columns = await copiedLists(snapshot.reading);
  const subjects = new Subjects(snapshot.reading, snapshot.database, columns, { from: generation, to: generation });
  const isThere = place === undefined ? undefined : placeTest(place);
  const best: SqlRow[] = [];
  const seen = new Set<string>();
  const enough = Math.max(offset + limit, maxCounted);
  reading: for await (const batch of new NameQuery(snapshot, lists, wanted).candidates()) {
    const places = isThere && (await subjects.placesOf(batch));
    for (const row of places ? batch.filter((_, index) => isThere?.(places[index] as CompanyPlace)) : batch) {
      const before = seen.size;
      seen.add(String(row.mbs));
      if (seen.size > enough) break reading;
      if (seen.size > before && before >= offset && before < offset + limit) best.push(row);
    }
  }
  const found: FoundSubject[] = [];
  const places = await subjects.placesOf(best);
  for (const [index, row] of best.entries())
    found.push(
      await foundSubject(snapshot, columns, row, lists[Number(row.source)]?.field ?? "", places[index] as CompanyPlace),
    );
  return {
    ...snapshot.newestOf("register"),
    found,
    more: seen.size > offset + limit,
    total: seen.size > maxCounted ? null : seen.size,
  };
}

/** A list with names, and its field that holds them. */
export interface NameList {
  list: StoredList;
  field: string;
}

/** The lists with names that a copy has. @throws MirrorError of kind `usage` if it has none, or their index is of another version. */
export async function nameLists({ lists, reading }: Snapshot): Promise<NameList[]> {
  const made = new Map(
    (await reading.all("SELECT list, made_from FROM mirror_name_lists")).map((row) => [row.list, row.made_from]),
  );
  const known = lists.flatMap((list) => {
    const field = nameField(list.columns);
    return field === undefined ? [] : [{ list, field }];
  });
  if (known.length === 0)
    throw new MirrorError(
      "usage",
      "This copy has no names to search. Copy a list that has some, such as skracena_tvrtka.",
    );
  if (known.some(({ list, field }) => made.get(list.name) !== madeFrom(field)))
    throw new MirrorError(
      "usage",
      "The names of this copy were prepared by another version of the mirror. Run sync once, and search again.",
    );
  return known;
}

/** The query for the names that have a text in them. */
class NameQuery {
  readonly #snapshot: Snapshot;
  readonly #lists: readonly NameList[];
  readonly #wanted: readonly string[];
  readonly #parameters: (string | number)[] = [];

  /** @param wanted - The forms of the text: a name needs to match one. */
  constructor(snapshot: Snapshot, lists: readonly NameList[], wanted: readonly string[]) {
    this.#snapshot = snapshot;
    this.#lists = lists;
    this.#wanted = wanted;
  }

  #parameter(value: string | number): string {
    return `$${this.#parameters.push(value)}`;
  }

  /** The names in their order, which is the same in every database: texts are compared for equality alone. */
  candidates(): AsyncIterable<SqlRow[]> {
    const generation = this.#parameter(this.#snapshot.newest.generation);
    const names = this.#wanted.flatMap((form) => {
      const { tables, condition, rank } = this.#matches(form);
      return this.#lists.map(
        ({ list, field }, source) =>
          `SELECT ${rank} AS rank, ${source} AS source, length(n.form) AS size, '${list.name}' AS list, r._row, r.mbs, r.${quoted(field)} AS name, r.extra AS name_extra FROM ${tables} CROSS JOIN ${rowsOf(list)} r WHERE ${condition} AND n.list = ${numberOf(`'${list.name}'`)} AND r._row = n.name_row AND r.mbs IS NOT NULL AND ${wasThere(generation)}`,
      );
    });
    return this.#snapshot.reading.batches(
      `SELECT c.*, ${this.#deleted()} AS deleted FROM (${names.join(" UNION ALL ")}) c ${this.#subjects(generation)} ORDER BY c.rank, deleted, c.source, c.size, c.mbs, c._row`,
      ...this.#parameters,
    );
  }

  /** Where names are that may have all the words of a form, the condition that they do, and how well they match, 0 being the best. */
  #matches(form: string): { tables: string; condition: string; rank: string } {
    const words = form.split(" ");
    const all = this.#parameter(form);
    const anywhere = (text: string): string => `n.form LIKE ${this.#parameter(`%${text}%`)}`;
    const wordStart = (text: string): string => `(' ' || n.form) LIKE ${this.#parameter(`% ${text}%`)}`;
    const ranks = [
      `n.form = ${all}`,
      `n.form LIKE ${this.#parameter(`${form}%`)}`,
      wordStart(form),
      anywhere(form),
      words.map(wordStart).join(" AND "),
    ];
    const { tables, condition } = this.#indexed(words);
    return {
      tables,
      condition: [condition, ...words.map(anywhere)].join(" AND "),
      rank: `CASE ${ranks.map((known, rank) => `WHEN ${known} THEN ${rank}`).join(" ")} ELSE ${ranks.length} END`,
    };
  }

  /**
   * Where the index finds names with the parts of words, and the condition for it. Words of one or two characters have no
   * parts: they are found by reading all names. SQLite reads the tables of a CROSS JOIN in the order given, the index first.
   */
  #indexed(words: readonly string[]): { tables: string; condition: string } {
    const parts = [...new Set(words.flatMap(trigrams))];
    if (parts.length === 0) return { tables: "mirror_names n", condition: "true" };
    if (this.#snapshot.database.kind === "postgresql") {
      const numbers = this.#parameter(`{${words.flatMap(trigramNumbers).join(",")}}`);
      return { tables: "mirror_names n", condition: `n.parts @> ${numbers}::smallint[]` };
    }
    const wanted = this.#parameter(parts.map((part) => `"${part}"`).join(" AND "));
    return {
      tables: "mirror_names_index CROSS JOIN mirror_names n",
      condition: `mirror_names_index MATCH ${wanted} AND n.id = mirror_names_index.rowid`,
    };
  }

  #subjects(generation: string): string {
    const subjects = this.#snapshot.list("subjekt");
    return subjects && this.#hasSubjects
      ? `LEFT JOIN ${rowsOf(subjects)} s ON s.mbs = c.mbs AND ${wasThere(generation, "s")}`
      : "";
  }

  /** Whether a subject is deleted, as 0 or 1. */
  #deleted(): string {
    if (!this.#hasSubjects) return "0";
    return `CASE WHEN s.datum_brisanja IS NOT NULL OR ${isInExtra(this.#snapshot.database.kind, "datum_brisanja", "s")} THEN 1 ELSE 0 END`;
  }

  /** Whether the copy knows which subjects are deleted. */
  get #hasSubjects(): boolean {
    const subjects = this.#snapshot.list("subjekt");
    const read: readonly FieldOf<"subjekt">[] = ["mbs", "datum_brisanja"];
    return subjects !== undefined && read.every((name) => hasColumn(subjects, name));
  }
}

/**
 * @param columns - Of the lists that were copied.
 * @param field - The field that the name is in.
 * @param place - Where it is.
 */
async function foundSubject(
  snapshot: Snapshot,
  columns: Awaited<ReturnType<typeof copiedLists>>,
  row: SqlRow,
  field: string,
  { sjediste, zupanija }: CompanyPlace,
): Promise<FoundSubject> {
  const mbs = BigInt(String(row.mbs));
  const rows = async (name: ListName): Promise<WireObject[]> => {
    const list = snapshot.list(name);
    return list && hasColumn(list, "mbs") ? await rowsAbout(snapshot, list, mbs, snapshot.newest.generation) : [];
  };
  const about = new Map([
    ["subjekt", await rows("subjekt")],
    ["postupak", await rows("postupak")],
  ]);
  const name = sentText(field, row.name, row.name_extra) ?? "";
  const list = String(row.list);
  const short = list === "skracena_tvrtka" ? name : first<"skracena_tvrtka">(await rows("skracena_tvrtka"), "ime");
  return {
    mbs: allDigits(mbs, formatMbs),
    oib: allDigits(first<"subjekt">(about.get("subjekt") ?? [], "oib"), formatOib),
    name,
    list,
    shortName: short === null ? null : textOf(short),
    sjediste,
    zupanija,
    ...standing(columns, (one) => about.get(one) ?? []),
  };
}
