/** Court cases as people and programs see them, after three days of two cases. */
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Change, changes, follow, hearings, hearingsCalendar, serve, showCase, sync } from "../src/index.ts";
import { answerOf, type Tool, tools } from "../src/mcp/tools.ts";
import { readCopy } from "../src/store/snapshot.ts";
import type { Cell } from "../src/xlsx/cell.ts";
import { SheetWriter } from "../src/xlsx/sheet-writer.ts";
import { eventsIn } from "./support/calendar.ts";
import { CasesService, type ServedCase } from "./support/cases-service.ts";
import { runHere } from "./support/command.ts";
import { answerChecker } from "./support/openapi.ts";
import { newTarget, type Target } from "./support/target.ts";

const hearing = (start: string, more = ""): string =>
  `{"plPocetak":"${start}","plZavrsetak":"${start.replace(/T\d\d/, "T23")}","vrstaRadnje":"rasprava","sobanaziv":"Dvorana 1"${more}}`;

const own =
  '"id":5,"oznakaBroj":"P-1/2020","sudac":"Ana Uzorak","sudId":3,"vrstaPredmeta":"parnica","broj":9007199254740993';
const links = {
  povezaniPredmeti: ['{"vezaniOznaka":"Ovr","vezaniOznakaBroj":"Ovr-2/2021","vezaniSud":7,"opis":"spojeni predmet"}'],
  stariPredmet: ['{"oznakaBroj":"P-9/2011","sud":3}'],
  stranke: [
    '{"naziv":"Primjer d.o.o.","nazivuloge":"tuženik"}',
    '{"naziv":"Iva \\u001b[31mUzorak","nazivuloge":"tužitelj"}',
  ],
};
const first = '{"datum":"2030-03-02T08:00:00","vrsta":"tužba","podnositelj":"Iva Uzorak"}';
const second = '{"datum":"2030-03-01T08:00:00","vrsta":"podnesak"}';
const other: ServedCase = {
  own: '"oznakaBroj":"Ovr-2/2021"',
  parts: { rocista: [hearing("2030-05-02T10:30:00+02:00")] },
};

const days: Record<string, ServedCase>[] = [
  {
    "P-1/2020@3": { own, parts: { ...links, pismena: [first], rocista: [hearing("2030-03-06T09:00:00")] } },
    "Ovr-2/2021@7": other,
  },
  {
    "P-1/2020@3": {
      own,
      parts: {
        ...links,
        pismena: [first, second],
        rocista: [hearing("2030-03-06T09:00:00", ',"odgoda":"bolest"'), hearing("2030-03-08T09:00:00")],
      },
    },
    "Ovr-2/2021@7": other,
  },
  {
    "P-1/2020@3": {
      own: own.replace("Ana", "Eva"),
      parts: { ...links, pismena: [first, second], rocista: [hearing("2030-03-08T09:00:00")] },
    },
  },
];

/** When each day is copied; between the third and the hearings. */
const now = (day: number): number => Date.UTC(2030, 1, 1 + day);

let service: CasesService;
let target: Target;
beforeAll(async () => {
  service = await CasesService.start();
  target = await newTarget();
  await follow(target.name, ["P-1/2020@3", "Ovr-2/2021@7", "P-7/2020@7"], { now: () => now(0) });
  for (const [day, cases] of days.entries()) {
    Object.assign(service, { cases, state: `day ${day}` });
    await sync(target.name, { graphqlUrl: service.url, only: "cases", now: () => now(day) });
  }
});
afterAll(async () => {
  await target[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

test("show has all of a case, exact, and as it was", async () => {
  const shown = await showCase(target.name, "p - 1/2020");
  expect(shown).toMatchObject({ mark: "P-1/2020", court: 3, courtName: "Općinski sud u Primjeru", generation: 3 });
  const rows = (list: string) => shown.lists.find((one) => one.list === list)?.rows.map(({ row }) => row);
  expect(rows("pismena")).toMatchObject([{ vrsta: "podnesak" }, { vrsta: "tužba" }]);
  const { output } = await runHere("show", target.name, "P-1/2020@Općinski", "--json");
  expect(output).toContain('"broj":9007199254740993');
  const before = await showCase(target.name, "P-1/2020@3", { at: 1 });
  expect(before.lists.find(({ list }) => list === "rocista")?.rows).toMatchObject([
    { row: { plPocetak: "2030-03-06T09:00:00" } },
  ]);
});

test("show is one screen, with marks to follow, on which no text of the service steers the terminal", async () => {
  const { output, errors, code } = await runHere("show", target.name, "P-1/2020@3");
  expect({ errors, code }).toEqual({ errors: "", code: 0 });
  expect(output).toMatchInlineSnapshot(`
    "P-1/2020@3 Općinski sud u Primjeru
    Followed since 2030-02-01.

    Court case predmet
      sudac Eva Uzorak
      vrstaPredmeta parnica
      broj 9007199254740993 · id 5 · oznakaBroj P-1/2020 · sudId Općinski sud u Primjeru
    Parties stranke
      Primjer d.o.o. (tuženik)
      Iva \\u001b[31mUzorak (tužitelj)
    Documents pismena
      2030-03-01 08:00 podnesak
      2030-03-02 08:00 tužba · podnositelj Iva Uzorak
    Hearings rocista
      2030-03-08 09:00–23:00 rasprava, Dvorana 1
    Earlier cases stariPredmet
      P-9/2011@3
    Linked cases povezaniPredmeti
      Ovr-2/2021@7 spojeni predmet

    Generation 3, copied 2030-02-03T00:00:00.000Z. Times of hearings are those of Europe/Zagreb.
    "
  `);
});

test("show says that there is no such case since a day, that it is not followed, or that the copy does not know it", async () => {
  const text = async (mark: string): Promise<string> => (await runHere("show", target.name, mark)).output;
  expect(await text("Ovr-2/2021@7")).toContain(
    "No such case at this court since 2030-02-03. Followed since 2030-02-01",
  );
  expect(await text("P-7/2020")).toContain("No such case at this court since 2030-02-01");
  expect((await runHere("show", target.name, "Ovr-2/2021@7", "--at", "2")).output).toContain("rasprava");
  expect(await runHere("show", target.name, "P-1/2021@3")).toMatchObject({
    code: 3,
    output: "",
    errors: expect.stringContaining("This copy has no case P-1/2021@3"),
  });
  expect(await runHere("show", target.name, "P-1/2020@9", "--at", "7")).toMatchObject({ code: 3 });
  expect(await runHere("show", target.name, "P-1/2020@3", "--at", "7")).toMatchObject({ code: 2 });
});

test("changes of one case: a hearing is known by its start, and each row has the name of its case", async () => {
  const found: Change[] = [];
  const summary = await changes(target.name, {
    case: "p-1/2020",
    since: 1,
    until: 2,
    onChange: (change) => void found.push(change),
  });
  expect(found.map(({ list, change, case: about }) => [list, change, about])).toEqual([
    ["pismena", "new", "P-1/2020@3"],
    ["rocista", "changed", "P-1/2020@3"],
    ["rocista", "new", "P-1/2020@3"],
  ]);
  expect(summary.lists[1]).toMatchObject({ key: ["asked_mark", "asked_court", "plPocetak"] });
  const { output } = await runHere("changes", target.name, "--case", "P-1/2020@3", "--format", "csv");
  expect(output.split("\r\n").filter((line) => line.includes("odgoda"))).toEqual([
    "3,rocista,gone,,,,,,P-1/2020@3,,plPocetak 2030-03-06T09:00:00,odgoda,bolest,",
  ]);
  expect((await runHere("changes", target.name, "--case", "Ovr-2/2021@7")).output).toContain(
    "- gone    rocista · Ovr-2/2021@7\n    2030-05-02 10:30–23:30 rasprava",
  );
  expect(await runHere("changes", target.name, "--case", "X-1/2020@3")).toMatchObject({ code: 2 });
  expect(await runHere("changes", target.name, "--case", "P-1/2020@3", "--mbs", "1")).toMatchObject({ code: 2 });
});

test("hearings that are ahead, the next one first; what is adjourned, over or gone is not", async () => {
  const ahead = async (now: number) => (await hearings(target.name, { now: () => now })).hearings;
  expect(await ahead(now(3))).toMatchObject([
    { mark: "P-1/2020", court: 3, row: { plPocetak: "2030-03-08T09:00:00" } },
  ]);
  expect(await ahead(Date.parse("2030-03-08T09:00:01"))).toEqual([]);
  expect((await runHere("hearings", target.name)).output).toMatchInlineSnapshot(`
    "2030-03-08 09:00–23:00 rasprava, Dvorana 1
      P-1/2020@3 Općinski sud u Primjeru

    Generation 3, copied 2030-02-03T00:00:00.000Z. Times are those of Europe/Zagreb.
    "
  `);
  expect((await runHere("hearings", target.name, "--format", "csv")).output).toBe(
    "\uFEFFcase,court,note,begins,ends,plPocetak,plZavrsetak,vrstaRadnje,sobanaziv,sobaoznaka\r\nP-1/2020@3,Općinski sud u Primjeru,,2030-03-08 09:00,2030-03-08 23:00,2030-03-08T09:00:00,2030-03-08T23:00:00,rasprava,Dvorana 1,\r\n",
  );
  expect(JSON.parse((await runHere("hearings", target.name, "--json")).output)).toEqual(
    JSON.parse(JSON.stringify(await hearings(target.name))),
  );
});

test("a postponed hearing moves its event, and one that is gone stays cancelled until its time is over", async () => {
  const text = await hearingsCalendar(target.name, { now: () => now(3) });
  expect((await runHere("hearings", target.name, "--ics")).output).toBe(text);
  expect(
    text
      .split("\r\n")
      .filter((line) => !line.startsWith("UID:"))
      .join("\n"),
  ).toMatchInlineSnapshot(`
    "BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:-//court-register//mirror//EN
    NAME:Hearings
    X-WR-CALNAME:Hearings
    BEGIN:VEVENT
    SEQUENCE:2
    DTSTAMP:20300202T000000Z
    DTSTART:20300308T080000Z
    DTEND:20300308T220000Z
    SUMMARY:rasprava · P-1/2020
    LOCATION:Općinski sud u Primjeru\\, Dvorana 1
    STATUS:CONFIRMED
    END:VEVENT
    BEGIN:VEVENT
    SEQUENCE:3
    DTSTAMP:20300203T000000Z
    DTSTART:20300502T083000Z
    DTEND:20300502T213000Z
    SUMMARY:rasprava · Ovr-2/2021
    LOCATION:Trgovački sud u Primjeru\\, Dvorana 1
    DESCRIPTION:The court does not have this case any more.
    STATUS:CANCELLED
    END:VEVENT
    END:VCALENDAR
    "
  `);
  expect(eventsIn(text).map(({ uid }) => uid)).toEqual([expect.any(String), expect.any(String)]);
  expect(eventsIn(await hearingsCalendar(target.name, { now: () => Date.UTC(2030, 4, 2, 8, 31) }))).toEqual([]);
});

test("a case has a page, JSON and a feed, and the first page leads to them", async () => {
  await using served = await serve(target.name, { port: 0 });
  const text = async (path: string): Promise<string> => (await fetch(served.url + path)).text();
  const path = `/case/${encodeURIComponent("P-1/2020@3")}`;
  const home = await text("/");
  expect(home).toContain(`<a href=".${path}">P-1/2020@3</a>`);
  expect(home.match(/the first copy/g)).toHaveLength(1);
  const page = await text(path);
  expect(page).toContain('<a href="../case/Ovr-2%2F2021%407">its page</a>');
  expect(page).toContain(`<a href="..${path}?at=2">Generation 2</a>`);
  expect(page).toContain("\\u001b[31mUzorak (tužitelj)");
  expect(await text(`${path}?at=1`)).toContain(`<a href="..${path}">As it is now</a>`);
  expect(await text("/case/Ovr-2%2F2021%407")).toContain("No such case at this court since 2030-02-03");
  expect((await fetch(`${served.url}/?q=p-1/2020@3`)).url).toBe(`${served.url}/case/p-1%2F2020%403`);
  expect((await fetch(`${served.url}/case/X-1%2F2020%403`)).status).toBe(404);
  const feed = await text(`${path}.atom`);
  expect(feed.match(/P-1\/2020@3: [^<\]]*/g)).toEqual([
    "P-1/2020@3: 1 gone in rocista, 1 changed in predmet",
    "P-1/2020@3: 1 new in rocista, 1 changed in rocista, 1 new in pismena",
  ]);
  // What it says of the first copy is how much, and not each row.
  expect(await text("/changes.atom")).toContain("the first copy");
  expect(eventsIn(await text("/hearings.ics"))).toHaveLength(2);
  const ofCase = /href="\.\.(\/hearings\.ics\?case=[^"]+)"/.exec(await text(path))?.[1] ?? "";
  expect(eventsIn(await text(ofCase))).toEqual(eventsIn(await hearingsCalendar(target.name, { case: "P-1/2020@3" })));
  expect(eventsIn(await text(ofCase))).toHaveLength(1);
  const check = await answerChecker(served.url);
  for (const asked of [
    `${path}.json`,
    `${path}.json?at=1`,
    `${path}.atom`,
    "/case/X-1%2F2020%403.json",
    "/case/P-1%2F2020%40y.json",
    "/case/P-7%2F2020%407.json",
    "/hearings.ics",
    "/hearings.ics?x=1",
    "/hearings.ics?case=X-1%2F2020%403",
    "/hearings.ics?case=P-1%2F2020%40Nigdje",
    "/changes.json?since=0",
  ])
    await check(asked, await fetch(served.url + asked));
});

test("an assistant is answered from the newest copy of cases, and told what it does not know", async () => {
  const ask = (asked: object) =>
    readCopy(target.name, {}, (snapshot) => answerOf(snapshot, tools.court_case as Tool, asked));
  expect(await ask({ case: "P-1/2020@Općinski", lists: ["pismena"], offset: 1 })).toMatchObject({
    copy: { generation: 3, state: "day 2" },
    ...{ mark: "P-1/2020", court: 3, followed: { missing: null } },
    lists: [{ list: "pismena", rows: [{ row: { vrsta: "tužba" } }] }],
  });
  expect(await ask({ case: "Ovr-2/2021@7" })).toMatchObject({
    followed: { missing: "2030-02-03T00:00:00.000Z" },
    lists: [],
  });
  await expect(ask({ case: "X-1/2020@3" })).rejects.toThrow("This copy has no case X-1/2020@3");
});

test("a list of cases is checked, by MARK@COURT or by a mark beside its court", async () => {
  const file = join(await mkdtemp(join(tmpdir(), "cases-")), "cases.csv");
  const check = async (text: string, ...options: string[]) => {
    await writeFile(file, text);
    const { output, errors, code } = await runHere("check", target.name, file, "--cases", ...options);
    return { code, errors, lines: output.split("\n").slice(0, -1) };
  };
  expect(
    await check("predmet;naš\np-1/2020@3;a\nOvr-2/2021;b\nP-1/2020@Nigdje;c\nsedam;d\n;\n", "--exit-code"),
  ).toEqual({
    code: 3,
    errors: "Court cases, generation 3: 1 found, 1 gone, 1 none, 1 not a mark.\n",
    lines: [
      "predmet;naš;match;case;court_name;last_change;next_hearing;candidates",
      "p-1/2020@3;a;found;P-1/2020@3;Općinski sud u Primjeru;;2030-03-08 09:00;",
      "Ovr-2/2021;b;gone;Ovr-2/2021@7;Trgovački sud u Primjeru;;;",
      "P-1/2020@Nigdje;c;none;;;;;P-1/2020@3",
      "sedam;d;not a mark;;;;;",
      ";;;;;;;",
    ],
  });
  expect((await check("P-1/2020@3\n")).lines).toEqual([expect.stringMatching(/^P-1\/2020@3;found;/)]);
  const beside = await check("naš,oznaka,sud\na,P-1/2020,Općinski\nb,P-1/2020,7\n", "--column", "oznaka", "--json");
  expect(beside.lines.map((line) => JSON.parse(line).match)).toEqual(["found", "none"]);

  // The header of a list may look like a mark, and the court beside a mark counts: this one is at court 3.
  const ofLists = ["asked_mark;asked_court", "oznakaBroj;sudId", "oznakaBroj;sudNaziv", "mark;Oznaka suda"];
  const ofPeople = ["oznaka/broj;sud", "e-mail@suda;Sud (id)", "predmet;naziv_suda", "mark/court;court name"];
  for (const header of [...ofLists, ...ofPeople]) {
    const matches = async (court: string) =>
      (await check(`${header}\nP-1/2020;${court}\n`, "--json")).lines.map((line) => JSON.parse(line).match);
    expect([await matches("9"), await matches("3"), await matches("Općinski"), await matches("")], header).toEqual([
      ["none"],
      ["found"],
      ["found"],
      ["found"],
    ]);
  }
  // The same as a sheet, where courts are numbers.
  const court: Cell = { type: "number", stored: "3", text: "3", format: undefined };
  const chunks: Uint8Array[] = [];
  const sheet = new SheetWriter("predmeti", async (bytes) => void chunks.push(bytes));
  for (const row of [["oznaka", "sud"], ["P-1/2020", court], [], ["Ovr-2/2021@7"]]) await sheet.add(row);
  await sheet.end();
  await writeFile(file, Buffer.concat(chunks));
  const { output } = await runHere("check", target.name, file, "--cases", "--sheet", "Predmeti", "--json");
  expect(
    output
      .trimEnd()
      .split("\n")
      .map((line) => [JSON.parse(line).line, JSON.parse(line).match]),
  ).toEqual([
    [2, "found"],
    [4, "gone"],
  ]);
  // Without a header, it is in the next cell; and two courts of one case are none.
  expect((await check("P-1/2020;9\np-1/2020;3\nP-1/2020@3;9\n")).lines).toEqual([
    "P-1/2020;9;none;;;;;P-1/2020@3",
    expect.stringMatching(/^p-1\/2020;3;found;/),
    expect.stringMatching(/^P-1\/2020@3;9;found;/),
  ]);
  expect((await check("oznaka;sud;sud_naziv\nP-1/2020@3;9;\nP-1/2020;3;Trgovački\n")).lines.slice(1)).toEqual([
    "P-1/2020@3;9;;none;;;;;P-1/2020@3",
    "P-1/2020;3;Trgovački;none;;;;;P-1/2020@3",
  ]);
});
