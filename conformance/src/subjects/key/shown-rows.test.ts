import { expect, test } from "vitest";
import { operationNamed } from "../../../test/support/views.ts";
import { answer } from "../../evidence/answer.ts";
import { readJson } from "../../evidence/json.ts";
import { type Shown, shownRows } from "./shown-rows.ts";

/** What a body reveals of rows that a valid key gets. */
function shown(name: string, rows: readonly unknown[], body: string | object): Shown {
  const operation = operationNamed(name);
  const json = readJson(JSON.stringify(rows));
  if (!json.ok || json.value.kind !== "array") throw new Error("no rows");
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const wire = { id: "", subject: "", method: "GET" as const, url: "https://registar.primjer.hr", headers: {} };
  return shownRows(answer(wire, 401, {}, Buffer.from(text)), operation.fields, json.value.items);
}

const subjects = [1, 2, 3].map((one) => ({ mbs: 80_012_340 + one, status: 1, sud_id_sluzba: 4, ino_podruznica: 0 }));
const languages = [
  { id: 1, sifra: 11, naziv: "hrvatski" },
  { id: 2, sifra: 12, naziv: "engleski" },
  { id: 3, sifra: 13, naziv: "njemački" },
  { id: 4, sifra: 14, naziv: "talijanski" },
];
const registers = [1, 2, 3].map((one) => ({ identifikator: `HR${one}`, naziv: `Registar ${one}` }));
const oneWithOib = subjects.map((row, index) => (index === 0 ? { ...row, oib: 12_345_678_903 } : row));
const place = {
  ulica: "?",
  kucni_broj: 7,
  kucni_podbroj: "?",
  sifra_zupanije: 7,
  naziv_zupanije: "?",
  sifra_opcine: 7,
};
const other = { mbs: 7, status: 7, sud_id_sluzba: 7, ino_podruznica: 7 };
const language = { id: 7, sifra: 7, naziv: "?" };

test.for<[string, string, readonly unknown[], string | object, Shown]>([
  ["a known row", "subjekt", subjects, [subjects[1]], { items: 1 }],
  ["a known row deep inside", "subjekt", subjects, { odgovor: { podaci: [subjects[1]] } }, { items: 1 }],
  ["another row with four names", "subjekt", subjects, [other], { items: 1 }],
  ["another row without a field that others lack as well", "subjekt", oneWithOib, [other], { items: 1 }],
  ["another row with three of four names", "subjekt", subjects, [{ ...other, mbs: undefined }], undefined],
  ["another row without values", "subjekt", subjects, [{ ...other, mbs: null }], undefined],
  ["a single known row with three names", "jezik", languages, languages.slice(0, 1), { items: 1 }],
  ["a single known row with two names", "bris_registar", registers, registers.slice(0, 1), { items: 1 }],
  ["a known row, where another is null", "jezik", [null, ...languages], languages.slice(0, 1), { items: 1 }],
  ["an error, where a row is null", "subjekt", [null, ...subjects], { poruka: "ne" }, undefined],
  ["an error in XML with an empty element", "jezik", languages, "<greska><opis/></greska>", undefined],
  ["one object with three names", "jezik", languages, [language], undefined],
  ["two objects with three names", "jezik", languages, [language, language], { items: 2 }],
  ["two objects with two of three names", "jezik", languages, Array(2).fill({ id: 7, naziv: "?" }), undefined],
  [
    "two items with three names in XML",
    "jezik",
    languages,
    `<a>${"<i><id>7</id><sifra>7</sifra><naziv>?</naziv></i>".repeat(2)}</a>`,
    { items: 2 },
  ],
  ["an error with the name and value of a row", "jezik", [{ id: 1 }, { id: 2 }], { id: 1 }, undefined],
  ["two errors with one name of a row", "jezik", [{ id: 1 }, { id: 2 }], [{ id: 7 }, { id: 8 }], undefined],
  [
    "the required fields, where no row is known",
    "email_adrese",
    [],
    [{ mbs: 7, email_adresa_rbr: 7, status: 7, prbu_od: 7, upis_id_od: 7, adresa: "?" }],
    { items: 1 },
  ],
  [
    "as many fields without a required one",
    "email_adrese",
    [],
    [{ mbs: 7, email_adresa_rbr: 7, status: 7, prbu_od: 7, upis_id_do: 7, adresa: "?" }],
    undefined,
  ],
  ["half of the fields twice, where no row is known", "jezik", [], Array(2).fill({ id: 7, naziv: "?" }), { items: 2 }],
  ["half of four fields", "bris_registar", [], Array(2).fill({ identifikator: "?", naziv: "?" }), undefined],
  ["half of the fields once", "jezik", [], [{ id: 7, naziv: "?" }], undefined],
  ["six of thirteen fields", "sjediste", [], [place, place], undefined],
  ["seven of thirteen fields", "sjediste", [], Array(2).fill({ mbs: 7, ...place }), { items: 2 }],
  ["fewer of the fields", "jezik", [], Array(2).fill({ naziv: "?" }), undefined],
])("%s", ([, name, rows, body, expected]) => {
  expect(shown(name, rows, body)).toEqual(expected);
});

const seats = [1, 2, 3, 4].map((one) => ({
  mbs: 80_012_340 + one,
  ulica: `${"ABCD"[one - 1]}lagajeva ulica`,
  naziv_naselja: "Zagreb",
  naziv_zupanije: "Grad Zagreb",
}));
const [seat] = seats;
/** Two seats in one town, two in another. */
const towns = ["Pazin, Istarska", "Pazin, Istarska", "Knin, Kninska", "Knin, Kninska"].map((one, index) => {
  const [naziv_naselja, naziv_zupanije] = one.split(", ");
  return { mbs: index, ulica: `${"ABCD"[index]}lagajeva ulica`, naziv_naselja, naziv_zupanije };
});
const communes = ["Buzet", "Pazin"].map((name) => ({ naziv_naselja: name, naziv_opcine: `Grad ${name}` }));
const named = (...names: string[]): object[] => names.map((naziv, index) => ({ id: index, naziv }));
const numbered = (...numbers: number[]): object[] => numbers.map((mbs) => ({ mbs, status: 1 }));

test.for<[string, string, readonly unknown[], string, Shown]>([
  ["a number beside its name", "subjekt", subjects, "<p>mbs: 80012342</p>", "values"],
  ["a number beside its name, at the start", "subjekt", subjects, "mbs=80012342", "values"],
  ["a number that is part of a greater one", "subjekt", subjects, "mbs: 800123421", undefined],
  ["a number that ends a greater one", "subjekt", subjects, "mbs: 180012342", undefined],
  ["a number without its name", "subjekt", subjects, "zahtjev 80012342", undefined],
  ["a number far from its name", "subjekt", subjects, "mbs i još mnogo toga, 80012342", undefined],
  ["two values of a row, a number among them", "sjediste", seats, `${seat?.ulica}, 80012341`, "values"],
  ["two values that every row has", "sjediste", seats, "Grad Zagreb, Zagreb", undefined],
  ["two values of a row of four", "sjediste", seats, `${seat?.ulica}, Zagreb`, undefined],
  ["three values of a row of four", "sjediste", seats, `${seat?.ulica}, Grad Zagreb, 80012341`, "values"],
  [
    "a number of seven digits beside its name",
    "subjekt",
    numbered(1234567, 2345678, 3456789),
    "mbs: 1234567",
    "values",
  ],
  ["a number of six digits beside its name", "subjekt", numbered(123456, 234567, 345678), "mbs: 123456", undefined],
  ["three numbers of five digits", "subjekt", numbered(10001, 10002, 10003), "10001, 10002, 10003", "values"],
  ["three numbers of four digits", "subjekt", numbered(1001, 1002, 1003), "1001, 1002, 1003", undefined],
  ["three words of four letters", "jezik", named("Knin", "Pula", "Krka"), "Knin, Pula, Krka", "values"],
  ["three words of three letters", "jezik", named("Nin", "Sinj", "Vis", "Rab"), "Nin, Vis, Rab", undefined],
  ["two of three values that two rows have", "sjediste", towns, "Pazin, Istarska", undefined],
  ["two of three values of one row", "sjediste", towns, "Alagajeva ulica, Istarska", "values"],
  ["a value that holds another one of its row", "sjediste", communes, "Grad Buzet", undefined],
  ["a number of three rows, and nothing with it", "sjediste", seats, "80012341, 80012342, 80012343", undefined],
  ["two names of languages", "jezik", languages, "hrvatski | engleski", undefined],
  ["three names of languages", "jezik", languages, "hrvatski | engleski | talijanski", "values"],
  ["both of two names", "jezik", languages.slice(0, 2), "hrvatski | engleski", "values"],
  ["one of two names", "jezik", languages.slice(0, 2), "hrvatski", undefined],
  ["parts of longer words", "jezik", languages, "hrvatskih, engleskih, talijanskih", undefined],
  ["names with escapes of JSON", "jezik", languages, '"hrvatski, engleski, njema\\u010dki" ', "values"],
  ["names with escapes of HTML", "jezik", languages, "<b>hrvatski, engleski, njema&#269;ki", "values"],
  ["names with other escapes of HTML", "jezik", languages, "<b>hrvatski, engleski, njema&#x10d;ki", "values"],
  ["an escape that is no character", "jezik", languages, "&#1114112; &#x110000;", undefined],
  ["nothing", "jezik", languages, "", undefined],
])("a text: %s", ([, name, rows, body, expected]) => {
  expect(shown(name, rows, body)).toEqual(expected);
});

test("there may be more rows than a call may have arguments", () => {
  expect(
    shown(
      "jezik",
      Array.from({ length: 200_000 }, () => ({ id: 1 })),
      { problem: "no key" },
    ),
  ).toBeUndefined();
});
