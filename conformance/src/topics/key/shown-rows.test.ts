import { expect, test } from "vitest";
import { operationNamed } from "../../../test/support/views.ts";
import { answer } from "../../evidence/answer.ts";
import { readJson } from "../../evidence/json.ts";
import { type Revealed, shownRows } from "./shown-rows.ts";

/** What a body reveals of rows that a valid key gets. */
function shown(name: string, rows: readonly unknown[], body: string | object): Revealed {
  const operation = operationNamed(name);
  const json = readJson(JSON.stringify(rows));
  if (!json.ok || json.value.kind !== "array") throw new Error("no rows");
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const wire = { id: "", subject: "", method: "GET" as const, url: "https://registar.primjer.hr", headers: {} };
  return shownRows(answer(wire, 401, {}, Buffer.from(text)), operation.fields, json.value.items);
}

const subjects = [1, 2, 3].map((one) => ({ mbs: 80_012_340 + one, status: 1, sud_id_sluzba: 4, ino_podruznica: 0 }));
const [, subject] = subjects;
const languages = [
  { id: 1, sifra: 11, naziv: "hrvatski" },
  { id: 2, sifra: 12, naziv: "njemački" },
];
const seats = [1, 2, 3, 4].map((one) => ({
  mbs: 80_012_340 + one,
  ulica: `${"ABCD"[one - 1]}lagajeva ulića`,
  naziv_naselja: "Zagreb",
  naziv_zupanije: "Grad Zagreb",
}));
const communes = ["Buzet", "Pazin"].map((name) => ({ naziv_naselja: name, naziv_opcine: `Grad ${name}` }));
const xml =
  "<o><i><mbs>80012342</mbs><status>1</status><sud_id_sluzba>4</sud_id_sluzba><ino_podruznica>0</ino_podruznica></i></o>";

test.for<[string, string, readonly unknown[], string | object, Revealed]>([
  ["a known row", "subjekt", subjects, [subject], { items: 1 }],
  ["a known row deep inside", "subjekt", subjects, { odgovor: { podaci: [subject] } }, { items: 1 }],
  ["a known row deep inside XML", "subjekt", subjects, `<greska>${xml}</greska>`, { items: 1 }],
  ["a known row with other fields", "subjekt", subjects, { ...subject, rn: 7, oib: null }, { items: 1 }],
  ["a known row, where another is null", "jezik", [null, ...languages], languages.slice(0, 1), { items: 1 }],
  ["another row", "subjekt", subjects, [{ ...subject, mbs: 7 }], undefined],
  ["an error, where a row is null", "subjekt", [null, ...subjects], { poruka: "ne" }, undefined],
  ["an error with the name and value of a row", "jezik", [{ id: 1 }, { id: 2 }], { id: 1 }, undefined],
  ["an error in XML with an empty element", "jezik", languages, "<greska><opis/></greska>", undefined],
  ["two values of a row", "sjediste", seats, "<p>80012341<br>Alagajeva ulića", "values"],
  ["two values with escapes of JSON", "sjediste", seats, '"Alagajeva uli\\u0107a\\n80012341" ', "values"],
  ["two values with escapes of HTML", "sjediste", seats, "<b>80012341, Alagajeva uli&#263;a", "values"],
  ["two values with other escapes of HTML", "sjediste", seats, "<b>80012341, Alagajeva uli&#x107;a", "values"],
  ["one value of a row", "sjediste", seats, "zahtjev 80012341", undefined],
  ["one value, and the first word of another", "sjediste", seats, "80012341, Alagajeva", undefined],
  ["values of different rows", "sjediste", seats, "80012341, Blagajeva ulića", undefined],
  ["values that every row has", "sjediste", seats, "80012341, Grad Zagreb, Zagreb", undefined],
  ["a value that holds another one of its row", "sjediste", communes, "Grad Buzet", undefined],
  ["parts of longer words", "sjediste", seats, "1800123411, Alagajeva ulićama", undefined],
  ["short values", "jezik", languages, "1, 11", undefined],
  ["an escape that is no character", "jezik", languages, "&#1114112; &#x110000;", undefined],
  ["nothing", "jezik", languages, "", undefined],
])("%s", ([, name, rows, body, expected]) => {
  expect(shown(name, rows, body)).toEqual(expected);
});
