/** `search`: subjects by a part of their name. */
import { formatMbs, formatOib } from "@court-register/fetch/identifiers";
import { MirrorError } from "../mirror-error.ts";
import type { FieldOf } from "../show/contract-names.ts";
import type { SqlRow } from "../store/database.ts";
import type { TargetOptions } from "../store/open.ts";
import { quoted } from "../store/schema.ts";
import {
  type GenerationMark,
  hasColumn,
  readCopy,
  rowsOf,
  type Snapshot,
  type StoredList,
  wasThere,
} from "../store/snapshot.ts";
import { forms, trigramNumbers, trigrams } from "./fold.ts";
import { madeFrom, nameField, numberOf, sentText } from "./names.ts";

/** Options of {@link searchIn}. */
export interface SearchInOptions {
  /**
   * Greatest number of subjects to return.
   * @defaultValue `20`
   */
  limit?: number | undefined;
}

/** Options of {@link search}. */
export interface SearchOptions extends SearchInOptions, TargetOptions {}

/** A subject with a name that has the text in it. */
export interface FoundSubject {
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
  /** `datum_brisanja`: the day it was deleted, as sent. Null while it is in the register. */
  deleted: string | null;
}

/** The answer of {@link search}. */
export interface SearchResult extends GenerationMark {
  /** The best first. */
  found: readonly FoundSubject[];
  /** Whether there are more than `limit`. */
  more: boolean;
}

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
  { limit = 20 }: SearchInOptions = {},
): Promise<SearchResult> {
  if (!Number.isSafeInteger(limit) || limit < 1)
    throw new RangeError(`The limit must be a whole number of at least 1, but is ${limit}.`);
  const wanted = forms(text.slice(0, longest));
  if (wanted.length === 0)
    throw new MirrorError("usage", "Search for a part of a name: the text needs a letter or a digit.");
  const found = new Map<string, FoundSubject>();
  const lists = await nameLists(snapshot);
  const query = new NameQuery(snapshot, lists, wanted);
  for await (const batch of query.candidates()) {
    for (const row of batch) {
      const subject = foundSubject(row, lists[Number(row.source)]?.field ?? "");
      if (!found.has(subject.mbs)) found.set(subject.mbs, subject);
      if (found.size > limit) break;
    }
    if (found.size > limit) break;
  }
  const best = [...found.values()].slice(0, limit);
  for (const subject of best) subject.shortName = await shortName(snapshot, subject);
  return { ...snapshot.newest, found: best, more: found.size > limit };
}

/** A list with names, and its field that holds them. */
interface NameList {
  list: StoredList;
  field: string;
}

async function nameLists({ lists, reading }: Snapshot): Promise<NameList[]> {
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
      `SELECT c.*, ${this.#subjectFields()} FROM (${names.join(" UNION ALL ")}) c ${this.#subjects(generation)} ORDER BY c.rank, deleted, c.source, c.size, c.mbs, c._row`,
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

  #subjectFields(): string {
    if (!this.#hasSubjects) return "NULL AS oib, NULL AS datum_brisanja, NULL AS extra, 0 AS deleted";
    // Databases do not parse all of JSON: PostgreSQL refuses U+0000.
    const isDeleted = `s.datum_brisanja IS NOT NULL OR CAST(s.extra AS TEXT) LIKE '%"datum_brisanja":%'`;
    return `s.oib, s.datum_brisanja, s.extra, CASE WHEN ${isDeleted} THEN 1 ELSE 0 END AS deleted`;
  }

  /** Whether the copy knows which subjects are deleted. */
  get #hasSubjects(): boolean {
    const subjects = this.#snapshot.list("subjekt");
    const read: readonly FieldOf<"subjekt">[] = ["mbs", "oib", "datum_brisanja"];
    return subjects !== undefined && read.every((name) => hasColumn(subjects, name));
  }
}

/** @param field - The field that the name is in. */
function foundSubject(row: SqlRow, field: string): FoundSubject {
  return {
    mbs: formatted(row.mbs, formatMbs) ?? "",
    oib: formatted(row.oib, formatOib),
    name: sentText(field, row.name, row.name_extra) ?? "",
    list: String(row.list),
    shortName: null,
    deleted: sentText("datum_brisanja", row.datum_brisanja, row.extra) ?? null,
  };
}

/** A number with all its digits, or as it is if it has too many. */
function formatted(value: unknown, format: (text: string) => string): string | null {
  if (value == null) return null;
  try {
    return format(String(value));
  } catch {
    return String(value);
  }
}

/** The short name of a subject that was found by another one. */
async function shortName(snapshot: Snapshot, { mbs, name, list }: FoundSubject): Promise<string | null> {
  if (list === "skracena_tvrtka") return name;
  const names = snapshot.list("skracena_tvrtka");
  if (!names || !hasColumn(names, "ime")) return null;
  const [row] = await snapshot.reading.all(
    `SELECT r.ime, r.extra FROM ${rowsOf(names)} r WHERE r.mbs = $1 AND ${wasThere("$2")} ORDER BY r._row LIMIT 1`,
    BigInt(mbs),
    snapshot.newest.generation,
  );
  return sentText("ime", row?.ime, row?.extra) ?? null;
}
