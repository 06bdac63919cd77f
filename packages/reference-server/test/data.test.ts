import { expect, test } from "vitest";
import { register } from "../src/contract/contract.ts";
import { LoadError } from "../src/index.ts";
import { lists } from "./support/addresses.ts";
import { serve } from "./support/client.ts";
import { type DataDirectory, makeData, textField, without } from "./support/data.ts";
import { parseXml, xmlRows } from "./support/xml.ts";

/** The name in the rows of `skracena_tvrtka`, which searches read. */
const nameField = textField("/skracena_tvrtka");
/** A text of a language, as the contract calls it. */
const ofLanguage = textField("/jezik");

const notice = (changes: object): string =>
  JSON.stringify({ mbs: 1, status: 1, prbu_od: 1, upis_id_od: 1, ...changes });

test.each<[string, Record<string, (string | Uint8Array)[]>, string | RegExp]>([
  ...[1_000, 3_000, 10_000, 100_000].map((levels): [string, Record<string, string[]>, string] => [
    `${levels} levels`,
    { jezik: [`{"id":${"[".repeat(levels)}${"]".repeat(levels)}}`] },
    "jezik.ndjson, line 1: the line has more than 100 levels",
  ]),
  ["not JSON", { jezik: ['{"id":1}', "{"] }, "jezik.ndjson, line 2: the line is not JSON"],
  ["an array of lines", { jezik: ["[", '{"id":1}', "]"] }, "write one object per line, without an array around them"],
  ["an array", { jezik: ['[{"id":1}]'] }, "jezik.ndjson, line 1: the line is not a JSON object"],
  ["an unknown field", { jezik: ["", '{"nijedno":"x"}'] }, "jezik.ndjson, line 2: jezik has no field nijedno"],
  ["text for a number", { jezik: ['{"id":"1"}'] }, 'line 1: the field id must be an integer, but is "1"'],
  ["a fraction", { jezik: ['{"sifra":1.5}'] }, "the field sifra must be an integer, but is 1.5"],
  [
    "an integer beyond int32",
    { jezik: ['{"sifra":2147483648}'] },
    "the field sifra must be within int32, but is 2147483648",
  ],
  ["an integer beyond int64", { jezik: ['{"id":9223372036854775808}'] }, "the field id must be within int64"],
  ["a number for text", { jezik: [`{"${ofLanguage}":1}`] }, `the field ${ofLanguage} must be text`],
  ["a case without an id", { predmet: ['{"id":null,"stranke":[{"naziv":"Osoba"}]}'] }, "the field id is missing"],
  ["an infinite number", { temeljni_kapital: ['{"iznos":1e999}'] }, "the field iznos must be a number"],
  [
    "a fraction with more digits than a double holds",
    { temeljni_kapital: ['{"iznos":0.1}', '{"iznos":12345678901234567890.12}'] },
    "temeljni_kapital.ndjson, line 2: the line has a number that would be rounded: the field iznos is 12345678901234567890.12, but the nearest number that fits is 12345678901234567000. Nothing was changed.",
  ],
  [
    "an integer with more digits than a double holds, where one belongs",
    { temeljni_kapital: ['{"iznos":12345678901234567891}'] },
    "the field iznos must be a number that a double can hold, such as 12345678901234567000, but is 12345678901234567891",
  ],
  [
    "a fraction that a number rounds to an integer",
    { subjekt: ['{"mbs":9007199254740990.5}'] },
    "subjekt.ndjson, line 1: the line has a number that would be rounded: the field mbs is 9007199254740990.5, but the nearest",
  ],
  ["a fraction that rounds to zero", { predmet: ['{"id":1e-400}'] }, "the field id is 1e-400, but the nearest"],
  [
    "a date-time without a zone",
    { subjekt: ['{"datum_osnivanja":"1990-10-31T00:00:00"}'] },
    "must be a date-time with a time zone",
  ],
  [
    "a date-time on a day that does not exist",
    { subjekt: ['{"datum_osnivanja":"1990-02-30T00:00:00Z"}'] },
    "must be a date-time with a time zone",
  ],
  ["a missing field", { objava_priopcenja: [without("status", "objava_priopcenja")] }, "the field status is missing"],
  ["null where one is required", { objava_priopcenja: [notice({ status: null })] }, "the field status is missing"],
  [
    "an invalid e-mail address",
    { email_adrese: [notice({ email_adresa_rbr: 1, adresa: "x" })] },
    "adresa must be an e-mail address",
  ],
  ["an object without id", { sjediste: ['{"drzava":{"sifra":1}}'] }, "the field drzava needs drzava_id next to it"],
  ["an object that is text", { sjediste: ['{"drzava_id":1,"drzava":"HR"}'] }, "the field drzava must be an object"],
  ["a wrong field inside", { sjediste: ['{"drzava_id":1,"drzava":{"id":1}}'] }, "the field drzava has no field id"],
  [
    "an object that names another id",
    { sud: ['{"sud_id_nadlezan":1,"sud_nadlezan":{"id":2}}'] },
    "sud.ndjson, line 1: the field sud_nadlezan has the id 2, but sud_id_nadlezan is 1",
  ],
  [
    "two meanings of an id",
    { sjediste: ['{"drzava_id":1,"drzava":{"sifra":1}}', '{"drzava_id":1,"drzava":{"sifra":2}}'] },
    'line 2: the field drzava differs from what an earlier row has for the id 1: {"sifra":1}',
  ],
  [
    "an unknown file",
    { subjekti: [] },
    /^subjekti\.ndjson: there is no resource subjekti\. Known resources: (\w+, )+subjekt, /,
  ],
  ["no file at all", {}, "has no .ndjson file"],
  [
    "a field twice",
    { jezik: [`{"id":1,"${ofLanguage}":"a:\\"id\\":","id":2}`] },
    "jezik.ndjson, line 1: the line has the field id twice",
  ],
  [
    "a field twice inside",
    { predmet: ['{"id":1,"stranke":[{"naziv":"x","n\\u0061ziv":"y"}]}'] },
    "the field naziv twice",
  ],
  [
    "a field named like a JavaScript internal",
    { predmet: ['{"id":1,"__proto__":{"sudac":"x"}}'] },
    "Predmet has no field __proto__",
  ],
  ["a number beyond any double", { jezik: ['{"id":1e400}'] }, "the field id must be an integer, but is Infinity"],
  [
    "a wrong value in a list",
    { predmet: ['{"id":1,"stranke":[{},{"naziv":1}]}'] },
    "in stranke, item 2, the field naziv must",
  ],
  [
    "a wrong value inside",
    { sjediste: ['{"drzava_id":1,"drzava":{"sifra":"a"}}'] },
    'the field drzava is wrong: its sifra must be an integer, but is "a"',
  ],
  [
    "a list that is an object",
    { predmet: ['{"id":1,"stranke":{}}'] },
    "predmet.ndjson, line 1: the field stranke must be a list",
  ],
  ["a wrong field in a list", { predmet: ['{"id":1,"stranke":[{"ime":"x"}]}'] }, "Sudionik has no field ime"],
  [
    "a list of another case",
    { predmet: ['{"id":1,"stranke":[{"predmetId":2}]}'] },
    "in stranke, item 1, the field predmetId is 2",
  ],
  [
    "a second case of one id, whose lists would be in both",
    { predmet: ['{"id":1,"oznakaBroj":"P-1/2018","stranke":[{"naziv":"x"}]}', '{"id":1,"oznakaBroj":"P-2/2018"}'] },
    "predmet.ndjson, line 2: the field id is 1, which an earlier case has",
  ],
  ["lists without a case", { predmet: ['{"stranke":[{"naziv":"x"}]}'] }, "the field id is missing"],
  [
    "a register without id",
    { vrstaUpisnika: [without("id", "vrstaUpisnika")] },
    "vrstaUpisnika.ndjson, line 1: the field id is missing",
  ],
])("%s is refused with file, line and reason, and changes nothing", async (_what, files, message) => {
  await using good = await makeData({ jezik: [JSON.stringify({ id: 7, [ofLanguage]: "prije" })] });
  await using fixture = await serve({ data: good.path });
  const before = fixture.server.state;
  await using bad = await makeData(files);
  const load = fixture.server.load({ data: bad.path });
  await expect(load).rejects.toThrow(LoadError);
  await expect(load).rejects.toThrow(message);
  expect(fixture.server.state).toEqual(before);
  expect(await fixture.json("/javni/jezik")).toMatchObject([{ id: 7, [ofLanguage]: "prije" }]);
});

test("null is the same as no value, also for the id of the case in a list item", async () => {
  await using data = await makeData({
    predmet: ['{"id":1,"oznakaBroj":"P-1/2018","sudId":1,"stranke":[{"predmetId":null}]}'],
  });
  await using fixture = await serve({ data: data.path });
  const query = encodeURIComponent('{ predmet(oznakaBroj: "P-1/2018", sud: 1) { stranke { predmetId } } }');
  expect(await fixture.json(`/graphql?query=${query}`)).toEqual({ data: { predmet: { stranke: [{ predmetId: 1 }] } } });
});

/** Serves the same rows in both representations. */
async function both(data: DataDirectory, path: string): Promise<{ json: string; xml: string }> {
  await using fixture = await serve({ data: data.path });
  const json = await (await fixture.get(path)).text();
  return { json, xml: await (await fixture.get(path, { accept: "application/xml" })).text() };
}

/** Rows with the digits of their numbers as text. */
const digitsIn = (json: string): unknown =>
  JSON.parse(json, (_name: string, value: unknown, context?: { source: string }) =>
    typeof value === "number" ? context?.source : value,
  );

test("integers are exact, in both representations", async () => {
  const huge = "123456789012345678901234567890";
  const row = `{"mbs":${huge},"status":-9007199254740993,"prbu_od":0,"upis_id_od":9223372036854775808}`;
  await using data = await makeData({
    objava_priopcenja: [row],
    jezik: ['{"id":9223372036854775807}', '{"id":-9223372036854775808}'],
  });
  const { json, xml } = await both(data, "/javni/objava_priopcenja?offset=0");
  expect(digitsIn(json)).toMatchObject([
    { mbs: huge, status: "-9007199254740993", prbu_od: "0", upis_id_od: "9223372036854775808" },
  ]);
  expect(xml).toContain(`<mbs>${huge}</mbs>`);
  expect(xml).toContain("<status>-9007199254740993</status>");
  const languages = await both(data, "/javni/jezik");
  expect(digitsIn(languages.json)).toMatchObject([{ id: "9223372036854775807" }, { id: "-9223372036854775808" }]);
  expect(languages.xml).toMatch(/<id>9223372036854775807<.*\n.*<id>-9223372036854775808</);
});

test("a number keeps its value, however it is written", async () => {
  await using data = await makeData({
    temeljni_kapital: [
      '{"mbs":1.0,"iznos":20000.00000000000000000}',
      '{"mbs":9007199254740993.0,"iznos":0.30000000000000004}',
      '{"mbs":1e18,"iznos":1e22}',
    ],
  });
  const { json } = await both(data, "/javni/temeljni_kapital?offset=0");
  expect(digitsIn(json)).toMatchObject([
    { mbs: "1", iznos: "20000" },
    { mbs: "9007199254740993", iznos: "0.30000000000000004" },
    { mbs: "1000000000000000000", iznos: "1e+22" },
  ]);
});

const traps = [
  'Primjer & sinovi "\'94" <d.o.o.> ]]> &amp; <!-- -->',
  "čćđšž ČĆĐŠŽ",
  "  spaces at both ends, and\ttabs\nand lines\r\nof\rall kinds ",
  "",
  "a line \u2028 separator, a \u0085 next line, a \u007f delete, a \ufeff mark",
  "𝒜 😀 beyond the first plane",
  "d".repeat(4_000),
  "%00 \\u0000 \\",
];

test("the expanded form of an id in a row takes precedence over the list; a null in it is no value", async () => {
  await using data = await makeData({
    drzava: ['{"id":1,"naziv":"Po popisu"}', '{"id":2,"naziv":"Druga"}', '{"naziv":"Bez broja"}'],
    sjediste: ['{"mbs":1,"drzava_id":1,"drzava":{"sifra":null,"naziv":"Po retku"}}', '{"mbs":2,"drzava_id":2}'],
  });
  await using fixture = await serve({ data: data.path });
  expect(await fixture.json("/javni/sjediste?offset=0")).toMatchObject([
    { mbs: 1, drzava_id: 1, drzava: { naziv: "Po retku" } },
    { mbs: 2, drzava_id: 2, drzava: { naziv: "Druga" } },
  ]);
});

test("a search for an empty name finds every subject, even one without a name", async () => {
  await using data = await makeData({
    subjekt: ['{"mbs":1}', '{"mbs":2}'],
    skracena_tvrtka: [JSON.stringify({ mbs: 2, [nameField]: "Uzorak" })],
  });
  await using fixture = await serve({ data: data.path });
  expect(await fixture.json("/javni/subjekt/?offset=0&tvrtka_naziv=")).toMatchObject([{ mbs: 1 }, { mbs: 2 }]);
  expect(await fixture.json("/javni/subjekt/?offset=0&tvrtka_naziv=uzor")).toMatchObject([{ mbs: 2 }]);
});

test("text is the same in both representations, whatever it contains", async () => {
  await using data = await makeData({ skracena_tvrtka: traps.map((text) => JSON.stringify({ [nameField]: text })) });
  const { json, xml } = await both(data, "/javni/skracena_tvrtka?offset=0");
  expect(JSON.parse(json)).toMatchObject(traps.map((text) => ({ [nameField]: text })));
  const operation = register.operations.find(({ path }) => path === "/skracena_tvrtka");
  if (operation === undefined) throw new Error("There is no such operation.");
  expect(xmlRows(operation, xml)).toEqual(JSON.parse(json));
});

test("characters that XML cannot represent are replaced in both, and the load reports them", async () => {
  const texts = ["a\\u0000b\\u0001c\\u001f\\ud800\\ufffe\\uffff", "\\ud83d\\ude00\\b", "fine"];
  const lines = texts.map((text) => `{"${nameField}":"${text}"}`);
  await using data = await makeData({ skracena_tvrtka: lines });
  const notes: string[] = [];
  await using fixture = await serve({ data: data.path, hooks: { onNote: (note) => void notes.push(note) } });
  const path = "/javni/skracena_tvrtka?offset=0";
  const json = await fixture.json<Record<string, string>[]>(path);
  expect(json.map((row) => row[nameField])).toEqual(["a\ufffdb\ufffdc\ufffd\ufffd\ufffd\ufffd", "😀\ufffd", "fine"]);
  const xml = parseXml(await (await fixture.get(path, { accept: "application/xml" })).text());
  const named = xml.children.map(({ children }) => children.find(({ name }) => name === nameField)?.text);
  expect(named).toEqual(json.map((row) => row[nameField]));
  expect(notes).toEqual([
    "7 characters that XML cannot represent were replaced with U+FFFD, the first in skracena_tvrtka.ndjson, line 1.",
  ]);
});

test("an id is expanded if any row, or the list of its kind, has its expanded form", async () => {
  await using data = await makeData({
    drzava: ['{"id":1,"sifra":191,"naziv":"Hrvatska"}'],
    sjediste: ['{"mbs":1,"drzava_id":1}', '{"mbs":2,"drzava_id":2}', '{"mbs":3,"drzava_id":3}'],
    bris_registar: ['{"drzava_registra_id":2,"drzava_registra":{"sifra":40,"naziv":"Austrija"}}'],
  });
  await using fixture = await serve({ data: data.path });
  expect(await fixture.json("/javni/sjediste?offset=0")).toMatchObject([
    { mbs: 1, drzava_id: 1, drzava: { sifra: 191, naziv: "Hrvatska" } },
    { mbs: 2, drzava_id: 2, drzava: { sifra: 40, naziv: "Austrija" } },
    { mbs: 3, drzava_id: 3 },
  ]);
  const [, , third] = await fixture.json("/javni/sjediste?offset=0");
  expect(third).not.toHaveProperty("drzava");
});

test("what one server returns, another can load, and it has the same rows", async () => {
  await using first = await serve({ rows: 60 });
  await using data = await makeData();
  const pathOf = (path: string, paged: boolean): string => `/javni${path}${paged ? "?offset=0&limit=1000" : ""}`;
  const rows = new Map<string, string>();
  for (const { path, row, parameters } of lists) {
    const text = await (await first.get(pathOf(path, parameters.has("offset")))).text();
    rows.set(path, text);
    await data.write(
      row.name,
      (JSON.parse(text) as unknown[]).map((item) => JSON.stringify(item)),
    );
  }
  await using second = await serve({ data: data.path });
  for (const { path, parameters } of lists) {
    expect(await (await second.get(pathOf(path, parameters.has("offset")))).text(), path).toBe(rows.get(path));
  }
});
