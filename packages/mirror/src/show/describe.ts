/** Rows in words, for people: what is known of a list comes first, and every other field follows with its name. */
import { courtTime, courtTimeZone, readTime } from "../cases/court-time.ts";
import type { Followed } from "../cases/followed.ts";
import { caseText } from "../cases/mark.ts";
import { signsIn, unknown } from "../store/insolvency.ts";
import { Digits, isWireObject, type WireObject, type WireValue, writeWire } from "../wire/wire.ts";
import type { CaseListName, FieldOf, ListName, WireRow } from "./contract-names.ts";
import type { ShownRow } from "./show.ts";
import type { Standing } from "./standing.ts";

/** What a row says first, and the fields that this tells. */
interface WordsOf<Field extends string = string> {
  text: string;
  fields: readonly Field[];
}
type Phrase = WordsOf<FieldOf>;

type Meanings = ShownRow["meanings"];

const nothing: Phrase = { text: "", fields: [] };

/** Fields that hold a name, wherever they are. */
const nameFields: readonly FieldOf[] = ["ime", "naziv", "puni_naziv", "adresa", "tekst", "znacenje"];

/** Lists whose rows read better than field by field. */
const phrases: { readonly [List in ListName]?: (row: WireRow<List>, meanings: Meanings) => Phrase } = {
  sjediste: (row) => seat(row, ["ulica", "kucni_broj", "kucni_podbroj"]),
  sjediste_podruznice: (row) => seat(row, ["ulica", "broj", "podbroj"]),
  temeljni_kapital: ({ iznos, valuta }) => ({
    text: join([plain(iznos), nameOf(valuta)], " "),
    fields: ["iznos", "valuta"],
  }),
  pravni_oblik: ({ vrsta_pravnog_oblika: form }) => ({ text: nameOf(form), fields: ["vrsta_pravnog_oblika"] }),
  predmet_poslovanja: activity,
  evidencijske_djelatnosti: activity,
  djelatnost_podruznice: activity,
  gfi: ({ godina_izvjestaja: year, vrsta_dokumenta: type }, meanings) => ({
    text: join(
      [plain(year), meanings.vrsta_dokumenta ?? (type == null ? "" : `vrsta_dokumenta\u00a0${plain(type)}`)],
      " ",
    ),
    fields: ["godina_izvjestaja", "vrsta_dokumenta"],
  }),
};

/** Lists of a court case. Parties and judges read better with their roles, and all else with its times. */
const casePhrases: { readonly [List in CaseListName]?: (row: WireRow<List>) => WordsOf<FieldOf<List>> } = {
  pismena: ({ datum, tip, vrsta }) => ({
    text: join([moment(datum), plain(tip), plain(vrsta)], " "),
    fields: ["datum", "tip", "vrsta"],
  }),
  rocista: ({ plPocetak: start, plZavrsetak: end, vrstaRadnje, sobanaziv }) => ({
    text: join([join([hours(start, end), plain(vrstaRadnje)], " "), plain(sobanaziv)], ", "),
    fields: ["plPocetak", "plZavrsetak", "vrstaRadnje", "sobanaziv"],
  }),
  stranke: ({ naziv, nazivuloge }) => ({ text: inRole(naziv, nazivuloge), fields: ["naziv", "nazivuloge"] }),
  vjecnici: ({ ime, vrsta }) => ({ text: inRole(ime, vrsta), fields: ["ime", "vrsta"] }),
  povezaniPredmeti: ({ vezaniOznakaBroj: mark, vezaniSud: court, opis, datumVeze }) => ({
    text: join([caseOf(mark, court), plain(opis), moment(datumVeze)], " "),
    fields: ["vezaniOznaka", "vezaniOznakaBroj", "vezaniSud", "opis", "datumVeze"],
  }),
  stariPredmet: ({ oznakaBroj, sud }) => ({ text: caseOf(oznakaBroj, sud), fields: ["oznakaBroj", "sud"] }),
};

/** Fields that are told where the case is named, or that name rows of the service. */
export const caseHidden: readonly string[] = ["asked_mark", "asked_court", "predmetId" satisfies FieldOf<CaseListName>];

/** The fields of `predmet` that come first, each in a line of its own. */
const leading: readonly string[] = ["sudac", "vrstaPredmeta", "vrstaOdluke"] satisfies FieldOf<"predmet">[];

/** The fields of `predmet`: the judge, the kind of case and of decision, then all others together. */
export function caseFields({ row, meanings }: ShownRow): string[] {
  const names = Object.keys(row).filter((field) => row[field] !== null && !caseHidden.includes(field));
  const first = leading.filter((field) => names.includes(field));
  const told = (field: string): string =>
    `${field}\u00a0${Object.hasOwn(meanings, field) ? meanings[field] : moment(row[field])}`;
  const others = names.filter((field) => !first.includes(field)).map(told);
  return [...first.map(told), others.join(" · ")].filter(Boolean);
}

/** What a copy knows of a case. */
interface CaseKnown {
  followed: Followed | null;
  lists: readonly unknown[];
  generation: number;
}

/** How well a copy knows a case, in words. */
export function caseStanding({ followed, lists, generation }: CaseKnown): { isFine: boolean; text: string } {
  if (followed === null) return { isFine: false, text: "Not followed any more: this is its history." };
  const { asked, missing, problem, since } = followed;
  const parts = [
    ...(missing === null ? [] : [`No such case at this court since ${moment(missing)}.`]),
    ...(problem === null ? [] : [`The last copy has its rows of before: ${problem}`]),
    ...(asked === null ? ["Not copied yet: the next sync asks for it."] : []),
    ...(lists.length === 0 && missing === null && asked !== null
      ? [`Generation ${generation} has nothing of it.`]
      : []),
  ];
  return { isFine: parts.length === 0, text: [...parts, `Followed since ${moment(since)}.`].join(" ") };
}

/** Fields that a subject's title has told, so that its rows of a list need not. */
export const titleFields = (list: string): readonly FieldOf<"subjekt">[] =>
  list === "subjekt" ? ["mbs", "oib", "datum_brisanja"] : ["mbs"];

/** A time to the minute: `2030-03-06 09:00`. A day without its midnight, and what is no time as it is. */
export const moment = (value: WireValue | undefined): string =>
  plain(value).replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?/, "$1 $2");

/** Fields of hearings that are times: all others are told as they were sent. */
const hearingTimes: ReadonlySet<string> = new Set<FieldOf<"rocista">>([
  "plPocetak",
  "plZavrsetak",
  "stPocetak",
  "stZavrsetak",
]);

/** A value of a row, where the times of hearings are those of a court's clock: `2030-03-06 10:00`. */
export function atCourt(list: string, field: string, value: WireValue, timeZone: string = courtTimeZone): WireValue {
  const time = list === "rocista" && hearingTimes.has(field) ? readTime(value, timeZone) : undefined;
  return time === undefined ? value : courtTime(time, timeZone).slice(0, 16).replace("T", " ");
}

/** The same of each of its values. */
const rowAtCourt = (list: string, row: WireObject, timeZone: string | undefined): WireObject =>
  list === "rocista"
    ? Object.fromEntries(
        Object.entries(row).map(([field, value]) => [field, atCourt(list, field, value ?? null, timeZone)]),
      )
    : row;

/** When a hearing is planned to begin (`plPocetak`), by a court's clock. */
export const hearingTime = (start: string | null, timeZone: string | undefined): string =>
  moment(atCourt("rocista", "plPocetak" satisfies FieldOf<"rocista">, start, timeZone));

/** From when until when, with the day once. */
function hours(start: WireValue | undefined, end: WireValue | undefined): string {
  const [from, to] = [moment(start), moment(end)];
  return from && to ? `${from}–${to.startsWith(from.slice(0, 11)) ? to.slice(11) : to}` : from || to;
}

const inRole = (name: WireValue | undefined, role: WireValue | undefined): string =>
  plain(name) && plain(role) ? `${plain(name)} (${plain(role)})` : plain(name) || plain(role);

/** A case as commands take it. */
const caseOf = (mark: WireValue | undefined, court: WireValue | undefined): string =>
  typeof mark === "string" && typeof court === "number"
    ? caseText({ mark, court })
    : join([plain(mark), plain(court)], " ");

type Seat = "sjediste" | "sjediste_podruznice";

/** An address: the street with its number, then the places, each once. */
function seat(row: WireRow<Seat>, street: readonly FieldOf<Seat>[]): Phrase {
  const places: FieldOf<"sjediste">[] = ["naziv_naselja", "naselje_van_sifrarnika", "naziv_opcine", "naziv_zupanije"];
  const names = [
    join(
      street.map((field) => plain(row[field])),
      " ",
    ),
    ...places.map((field) => plain(row[field])),
  ];
  return {
    text: join([...new Set([...names, nameOf(row.drzava)])], ", "),
    fields: [...street, ...places, "drzava"],
  };
}

/** An activity: its class, and its text where that says more. */
function activity({ nac_klas_djelatnosti: known, djelatnost_tekst: text }: WireRow<"predmet_poslovanja">): Phrase {
  const name = nameOf(known);
  const says = plain(text);
  return {
    text: join([name, name.endsWith(says) ? "" : says], " · "),
    fields: ["nac_klas_djelatnosti", "djelatnost_tekst"],
  };
}

type Tell = ((row: WireObject, meanings: Meanings) => WordsOf) | undefined;

const all = { ...phrases, ...casePhrases } as Readonly<Record<string, Tell>>;

/**
 * Describes a row in one line. Between a field and its value is a space that does not break.
 *
 * @param hidden - Fields to leave out, because they are told elsewhere.
 * @param timeZone - That of the courts, for the times of hearings.
 */
export function describe(
  list: string,
  { row: sent, meanings }: ShownRow,
  hidden: readonly string[] = [],
  timeZone?: string,
): string {
  const row = rowAtCourt(list, sent, timeZone);
  // A list of another version of the contract has none.
  const tell = Object.hasOwn(all, list) ? all[list] : undefined;
  const phrase = tell?.(row, meanings) ?? name(row);
  const told = new Set<string>([...hidden, ...phrase.fields]);
  const rest = Object.keys(row).filter((field) => !told.has(field) && row[field] !== null && !isCodeOf(field, row));
  const ordinal = rest.find((field) => field.endsWith("_rbr"));
  const others = rest
    .filter((field) => field !== ordinal || phrase.text === "")
    .map((field) => `${field}\u00a0${Object.hasOwn(meanings, field) ? meanings[field] : plain(row[field])}`);
  const first = ordinal && phrase.text ? `${plain(row[ordinal])}  ${phrase.text}` : phrase.text;
  return join([first, ...others], " · ");
}

function name(row: WireObject): Phrase {
  const field = nameFields.find((one) => typeof row[one] === "string");
  return field ? { text: plain(row[field]), fields: [field] } : nothing;
}

/** Whether a field is the code of another one in the row: `sifra_naselja` beside `naziv_naselja`, `drzava_id` beside `drzava`. */
const isCodeOf = (field: string, row: WireObject): boolean =>
  (field.startsWith("sifra_") && row[field.replace("sifra_", "naziv_")] != null) ||
  (field.endsWith("_id") && isWireObject(row[field.slice(0, -3)]));

/** The name in an expanded code, with its short form or number where there is one; all of it if it has no name. */
function nameOf(value: WireValue | undefined): string {
  if (!isWireObject(value)) return plain(value);
  const { puni_naziv: fullName, sifra, naziv, kratica }: WireRow<ListName> = value;
  if (typeof fullName === "string") return join([plain(sifra), fullName], " ");
  if (typeof naziv !== "string") return writeWire(value);
  return typeof kratica === "string" ? `${naziv} (${kratica})` : naziv;
}

/** A value as people write it: a day without its midnight, an expanded code by its name. */
export function plain(value: WireValue | undefined): string {
  if (value == null) return "";
  if (value instanceof Digits) return value.text;
  if (isWireObject(value)) return nameOf(value);
  if (typeof value === "object") return writeWire(value);
  return String(value).replace(/^(\d{4}-\d\d-\d\d)T00:00:00(?:\.0+)?Z?$/, "$1");
}

const join = (parts: readonly string[], separator: string): string => parts.filter(Boolean).join(separator);

/** A part of a subject's standing in words: good, bad, worth a look, or not known. */
export interface StandingPart {
  kind: "registered" | "insolvency" | "deleted" | "unknown";
  text: string;
}

/** A subject's standing in words, the gravest first. Each sign of insolvency stands there as it was sent. */
export function standingParts({ deleted, insolvency, procedures, ...estates }: Standing): StandingPart[] {
  const parts: StandingPart[] = [];
  if (deleted !== null) parts.push({ kind: "deleted", text: `deleted ${plain(deleted)}` });
  for (const sign of signsIn(insolvency))
    if (sign === "postupak")
      for (const row of procedures) {
        const says = describe("postupak", { row, meanings: {} }, ["mbs"]);
        parts.push({ kind: "insolvency", text: `insolvency procedure: ${says || "postupak"}` });
      }
    else parts.push({ kind: "insolvency", text: `${sign}\u00a0${plain(estates[sign]) || '""'}` });
  if (parts.length === 0) parts.push({ kind: "registered", text: "in the register" });
  if (insolvency === unknown) parts.push({ kind: "unknown", text: "insolvency unknown" });
  return parts;
}
