/** Insolvency and place: whatever way one asks, the same companies are marked and found, as the raw rows say. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Change, changes, exportTo, type Served, search, serve, show, verify } from "../src/index.ts";
import { answerOf, tools } from "../src/mcp/tools.ts";
import { readCopy } from "../src/store/snapshot.ts";
import type { WireValue } from "../src/wire/wire.ts";
import { runHere } from "./support/command.ts";
import { copyDay } from "./support/company.ts";
import { withNames } from "./support/names.ts";
import { readParquet } from "./support/parquet.ts";
import { proofRuns } from "./support/proofs.ts";
import { Register } from "./support/register.ts";
import { exportFolder, inTarget, newTarget, type Target } from "./support/target.ts";

let register: Register;
let folder: string;
beforeAll(async () => {
  register = await Register.start();
  folder = mkdtempSync(join(tmpdir(), "mirror-insolvency-"));
});
afterAll(async () => {
  await register[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

type Row = Record<string, unknown>;
type Rows = Register["rows"];

/** Codes as services send them: those that say no, and all others. */
const zeros = ["0", "-0", "0.0", "0e3", '"0"', '"00"', "null"];
const others = ["1", "2", "-1", "0.5", '"1"', '"x"', '""', "false", "9223372036854775808", '{"sifra":0}', "[0]"];
const code = fc.oneof(fc.constantFrom(...zeros, undefined), fc.constantFrom(...others));
const isSign = (value: unknown): boolean =>
  value != null && !(typeof value === "number" && value === 0) && !(typeof value === "string" && /^0+$/.test(value));

/** Few companies, some of them with two rows, so that codes and rows meet. */
const numbers = [80000001, 80000002, 80000003, 80000004];
const padded = (mbs: unknown): string => String(mbs).padStart(9, "0");
const mbs = fc.constantFrom(...numbers);
const field = (name: string, value: string | undefined): string => (value === undefined ? "" : `,"${name}":${value}`);
const subject = fc
  .tuple(mbs, code, code, fc.boolean())
  .map(
    ([number, bankrupt, liquidated, isDeleted]) =>
      `{"mbs":${number},"oib":${number}${field("stecajna_masa", bankrupt)}${field("likvidacijska_masa", liquidated)}${isDeleted ? ',"datum_brisanja":"2020-01-31T00:00:00"' : ""}}`,
  );
const procedure = fc
  .tuple(mbs, fc.constantFrom("", ',"postupak":0', ',"postupak":1', ',"datum_stjecaja":"2026-01-02T00:00:00"'))
  .map(([number, says]) => `{"mbs":${number}${says}}`);
const places = ["Split", "Sveti Ivan Zelina", "Đurđevac", "=Zagreb"];
const counties = ["Splitsko-dalmatinska", "Koprivničko-križevačka", "Grad Zagreb"];
const seat = fc
  .record(
    { mbs, naziv_naselja: fc.constantFrom(...places), naziv_zupanije: fc.constantFrom(...counties) },
    { requiredKeys: ["mbs"] },
  )
  .map((row) => JSON.stringify(row));
const day = fc.record({
  // Rows of two generations are paired where each company has one.
  subjekt: fc.oneof(
    fc.array(subject, { maxLength: 6 }),
    fc.uniqueArray(subject, { maxLength: 4, selector: (row) => JSON.parse(row).mbs }),
  ),
  postupak: fc.array(procedure, { maxLength: 3 }),
  sjediste: fc.array(seat, { maxLength: 5 }),
  skracena_tvrtka: fc.constant(numbers.map((number) => JSON.stringify({ mbs: number, ime: `Uzorak ${number}` }))),
});

/** Lists that are copied: all, or without some that say what is asked. */
const every = ["subjekt", "postupak", "sjediste", "skracena_tvrtka"];
const copied = fc.constantFrom(every, ["postupak", "skracena_tvrtka"], ["subjekt", "sjediste", "skracena_tvrtka"]);

const parsed = (rows: Rows, list: string): Row[] => (rows[list] ?? []).map((row) => JSON.parse(row));
const about = (rows: Rows, list: string, number: number): Row[] =>
  parsed(rows, list).filter((row) => row.mbs === number);

/** The oracle: the text for a company, by some of its rows of `subjekt`. */
function expectedText(rows: Rows, lists: readonly string[], number: number, subjects: readonly Row[]): string {
  const there = [
    ...(lists.includes("postupak") && about(rows, "postupak", number).length > 0 ? ["postupak"] : []),
    ...["stecajna_masa", "likvidacijska_masa"].filter((sign) => subjects.some((row) => isSign(row[sign]))),
  ];
  const isWhole = lists.includes("postupak") && lists.includes("subjekt");
  return there.length > 0 ? there.join("; ") : isWhole ? "" : "unknown";
}

/** The oracle: the text for each company that has rows. */
function expectedOf(rows: Rows, lists: readonly string[]): Map<string, string> {
  const all = new Map<string, string>();
  for (const number of numbers) {
    const subjects = lists.includes("subjekt") ? about(rows, "subjekt", number) : [];
    const isThere = lists.includes("subjekt") ? subjects.length > 0 : about(rows, "skracena_tvrtka", number).length > 0;
    if (isThere) all.set(padded(number), expectedText(rows, lists, number, subjects));
  }
  return all;
}

const order = ["postupak", "stecajna_masa", "likvidacijska_masa"];
/** What several rows of a company say, together. */
function together(texts: readonly unknown[]): string {
  const named = order.filter((sign) => texts.some((text) => String(text).split("; ").includes(sign)));
  return named.length > 0 ? named.join("; ") : texts.includes("unknown") ? "unknown" : "";
}
/** The texts by company. */
function byMbs(rows: readonly Row[]): Map<string, string> {
  const groups = new Map<string, unknown[]>();
  for (const row of rows) groups.set(String(row.mbs), [...(groups.get(String(row.mbs)) ?? []), row.insolvency]);
  return new Map([...groups].map(([number, texts]) => [number, together(texts)]));
}
const inOrder = <T>(all: Iterable<readonly [string, T]>): [string, T][] =>
  [...all].map(([key, value]): [string, T] => [key, value]).sort(([one], [other]) => (one < other ? -1 : 1));
const marked = (all: ReadonlyMap<string, string>): string[] =>
  inOrder(all).flatMap(([number, text]) => (text === "" || text === "unknown" ? [] : number));

const ask = async (target: Target, tool: string, asked: object): Promise<Row> =>
  JSON.parse(
    JSON.stringify(
      await readCopy(target.name, {}, (snapshot) => answerOf(snapshot, tools[tool] ?? expect.fail(), asked)),
    ),
  );

/** What every way to ask says of the companies of a copy, by the way. */
async function answers(
  target: Target,
  served: Served,
  hasSubjects: boolean,
): Promise<Record<string, Map<string, string>>> {
  const view = await inTarget(target.name, (database) =>
    database.read((reading) => reading.all("SELECT mbs, insolvency FROM company")),
  );
  const there = new Set(view.map((row) => String(row.mbs)));
  const onlyThere = (rows: readonly Row[]): Row[] => rows.filter((row) => there.has(String(row.mbs)));
  const json = async (path: string): Promise<Row> => (await (await fetch(`${served.url}${path}`)).json()) as Row;
  const found: Record<string, Map<string, string>> = { view: byMbs(view) };

  await using out = exportFolder();
  for (const format of ["csv", "ndjson", "parquet"] as const) {
    const place = join(out.name, format);
    const { generation } = await exportTo(target.name, place, { format, lists: ["company"] });
    const path = join(place, `company/generation=${generation}/part-0.${format}`);
    const rows =
      format === "parquet"
        ? (await readParquet(path)).rows
        : format === "csv"
          ? parse<Row>(readFileSync(path, "utf8"), { columns: true })
          : readFileSync(path, "utf8")
              .split("\n")
              .filter(Boolean)
              .map((line) => JSON.parse(line));
    found[`export ${format}`] = byMbs(rows);
  }

  const shown = await Promise.all(
    numbers.map(async (number) => ({ ...(await show(target.name, padded(number))), number })),
  );
  found.show = byMbs(onlyThere(shown.flatMap(({ subjects }) => subjects.map((one) => ({ ...one })))));
  const subjects: Row[] = [];
  const pages: [string, string][] = [];
  for (const { number, subjects: own } of shown.filter((one) => one.subjects.length > 0)) {
    const answer = await json(`/subject/${number}.json`);
    subjects.push(...(answer.subjects as Row[]));
    expect((answer.subjects as Row[])[0]?.company ?? null).toEqual(JSON.parse(JSON.stringify(own[0]?.company ?? null)));
    const page = await (await fetch(`${served.url}/subject/${number}`)).text();
    pages.push([padded(number), /class="standing changed"/.test(page) ? "marked" : ""]);
    expect(page.includes("insolvency unknown")).toBe(own[0]?.insolvency === "unknown");
  }
  found["/subject/N.json"] = byMbs(onlyThere(subjects));
  const ofPages = new Map(inOrder(pages.filter(([number]) => there.has(number))));
  expect([...ofPages].filter(([, mark]) => mark).map(([number]) => number)).toEqual(marked(found.show));

  const searched = await search(target.name, "uzorak");
  found.search = byMbs(onlyThere(searched.found.map((one) => ({ ...one }))));
  found["/search.json"] = byMbs(onlyThere((await json("/search.json?q=uzorak")).found as Row[]));
  found.find_company = byMbs(onlyThere((await ask(target, "find_company", { name: "uzorak" })).found as Row[]));
  const home = await (await fetch(`${served.url}/?q=uzorak`)).text();
  const onHome = [...home.matchAll(/<a href="\.\/subject\/(\d+)">.*?<\/li>/gs)];
  expect(
    onHome
      .flatMap(([item, number]) => (item.includes("standing changed") && there.has(number ?? "") ? number : []))
      .sort(),
  ).toEqual(marked(found.show));

  if (hasSubjects) {
    const list = join(folder, "list.csv");
    writeFileSync(list, `mbs\n${numbers.map(padded).join("\n")}\n`);
    const whole = (line: Row): Row[] => (line.company ? [line.company as Row] : (line.candidates as Row[]));
    const checked = await runHere("check", target.name, list, "--json");
    const lines: Row[] = checked.output
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    found["check --json"] = byMbs(lines.filter(({ match }) => match !== "none").flatMap(whole));
    const csv = await runHere("check", target.name, list);
    const cells = parse<Row>(csv.output, {
      columns: (header: string[]) => ["asked", ...header.slice(1)],
      delimiter: ";",
    });
    found.check = byMbs(
      cells.flatMap((row) =>
        row.match === "several"
          ? String(row.candidates)
              .split("; ")
              .map((one) => ({
                mbs: row.asked,
                insolvency: together(
                  order
                    .filter((sign) => one.includes(sign))
                    .concat(found.view?.get(String(row.asked)) === "unknown" ? "unknown" : []),
                ),
              }))
          : row.match === "none"
            ? []
            : { mbs: row.mbs, insolvency: row.insolvency },
      ),
    );
    const single = lines.filter(({ company }) => company).map(({ company }) => company as Row);
    const withSigns = single.filter(({ insolvency }) => insolvency !== "" && insolvency !== "unknown");
    expect(/Insolvency: (\d+)/.exec(csv.errors)?.[1] ?? "0").toBe(String(withSigns.length));
    const open = single.filter(({ insolvency }) => insolvency === "unknown");
    expect(/Insolvency unknown: (\d+)/.exec(csv.errors)?.[1] ?? "0").toBe(String(open.length));
    const asked = await ask(target, "check_companies", { companies: numbers.map(padded) });
    found.check_companies = byMbs((asked.companies as Row[]).filter(({ match }) => match !== "none").flatMap(whole));
  }
  return found;
}

/** The lines of a table of a change: its company and a sign, once each. */
function signLines(change: Change): string[] {
  if (change.list === "postupak") return [`${change.mbs} postupak`];
  const isTold = (sign: string): boolean =>
    change.change === "changed"
      ? change.fields.some(({ field: name, old, new: now }) => name === sign && (isSent(old) || isSent(now)))
      : isSent(change.row[sign]);
  return order.filter((sign) => sign !== "postupak" && isTold(sign)).map((sign) => `${change.mbs} ${sign}`);
}
const isSent = (value: WireValue | undefined): boolean =>
  value !== undefined && isSign(JSON.parse(JSON.stringify(value)));

/** Companies of which changes about insolvency are told, by the way. */
async function told(target: Target, served: Served, since: number): Promise<Record<string, string[]>> {
  const sorted = (all: Iterable<unknown>): string[] => [...new Set([...all].map(String))].sort();
  const ofProgram: Change[] = [];
  await changes(target.name, { since, about: "insolvency", onChange: (change) => void ofProgram.push(change) });
  const printed = await runHere("changes", target.name, "--since", String(since), "--about", "insolvency", "--json");
  const lines = printed.output
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Row);
  const csv = await runHere(
    "changes",
    target.name,
    "--since",
    String(since),
    "--about",
    "insolvency",
    "--format",
    "csv",
  );
  const table = parse<Row>(csv.output, { columns: true, bom: true });
  expect(table.map(({ mbs: number, field: sign }) => `${number} ${sign}`)).toEqual(ofProgram.flatMap(signLines));
  const page = (await (await fetch(`${served.url}/changes.json?since=${since}&about=insolvency`)).json()) as Row;
  const assistant = await ask(target, "changes_since", { since: String(since), about: "insolvency" });
  const of = (all: readonly Row[]): string[] => sorted(all.map(({ mbs: number }) => number));
  return {
    "changes()": of(ofProgram.map((change) => ({ ...change }))),
    "changes --json": of(lines),
    "changes --format csv": of(table),
    "/changes.json": of(page.changes as Row[]),
    changes_since: of(assistant.changes as Row[]),
    ...(since === 0
      ? {}
      : {
          "/changes.atom": sorted(
            [
              ...(await (await fetch(`${served.url}/changes.atom?about=insolvency`)).text()).matchAll(/MBS (\d{9})/g),
            ].map(([, number]) => number),
          ),
          "/generation/N.csv": of(
            parse<Row>(await (await fetch(`${served.url}/generation/2.csv?about=insolvency`)).text(), {
              columns: true,
              bom: true,
            }),
          ),
        }),
  };
}

test("the same companies are marked, whatever way one asks, and as the rows say", async () => {
  await fc.assert(
    fc.asyncProperty(day, day, copied, async (before, after, lists) => {
      await using target = await newTarget();
      await copyDay(target, register, withNames(before), lists);
      await copyDay(target, register, withNames(after), lists);
      await using served = await serve(target.name, { port: 0 });
      const expected = inOrder(expectedOf(after, lists));
      for (const [way, found] of Object.entries(await answers(target, served, lists.includes("subjekt"))))
        expect(inOrder(found), way).toEqual(expected);
      expect((await verify(target.name)).problems).toEqual([]);
      if (!lists.includes("subjekt") || !lists.includes("postupak")) {
        expect(await runHere("changes", target.name, "--about", "insolvency")).toMatchObject({ code: 2 });
        return;
      }
      // Since before the first copy, all signs are new; a row of postupak may be about a company that is not in subjekt.
      const signs = numbers.filter(
        (number) => expectedText(after, lists, number, about(after, "subjekt", number)) !== "",
      );
      for (const [way, found] of Object.entries(await told(target, served, 0)))
        expect(found, way).toEqual(signs.map(padded));
      const [first = [], ...rest] = Object.values(await told(target, served, 1));
      for (const found of rest) expect(found).toEqual(first);
      for (const number of numbers) {
        const [was, is] = [before, after].map((rows) =>
          expectedText(rows, lists, number, about(rows, "subjekt", number)),
        );
        // Whoever has got or lost a sign is told, and nobody who has none in either.
        if (was !== is) expect(first).toContain(padded(number));
        if (was === "" && is === "") expect(first).not.toContain(padded(number));
      }
    }),
    { numRuns: proofRuns("random registers and who is insolvent in them", 50) },
  );
});

/** What people type, and the places and counties that it is: whole words of them, whatever the case, accents and punctuation. */
const asked: [text: string, is: readonly string[]][] = [
  ["split", ["Split"]],
  ["SVETI ivan", ["Sveti Ivan Zelina"]],
  ["djurdjevac", ["Đurđevac"]],
  ["durdevac", ["Đurđevac"]],
  ["zagreb", ["=Zagreb", "Grad Zagreb"]],
  ["Splitsko dalmatinska", ["Splitsko-dalmatinska"]],
  ["krizevacka", ["Koprivničko-križevačka"]],
  ["split sko", []],
  ["ivan sveti", []],
  ["dalmatin", []],
];

test("companies are found by their place, and named with it, whatever way one asks, and as the rows say", async () => {
  await fc.assert(
    fc.asyncProperty(day, day, fc.constantFrom(...asked), async (before, after, [text, is]) => {
      await using target = await newTarget();
      await copyDay(target, register, withNames(before), every);
      await copyDay(target, register, withNames(after), every);
      await using served = await serve(target.name, { port: 0 });
      const seatsOf = (number: number, days: readonly Rows[]): Row[] =>
        days.map((rows) => about(rows, "sjediste", number)).find((rows) => rows.length > 0) ?? [];
      const isAt = (number: number, ...days: Rows[]): boolean =>
        seatsOf(number, days).some((row) =>
          [row.naziv_naselja, row.naziv_zupanije].some((one) => is.includes(String(one))),
        );
      const parts = (joined: unknown): string[] => (joined == null ? [] : String(joined).split("; ").sort());
      const said = (number: number, name: string, ...days: Rows[]): string[] =>
        seatsOf(number, days)
          .flatMap((row) => (row[name] === undefined ? [] : String(row[name])))
          .sort();
      const query = encodeURIComponent(text);
      const json = async (path: string): Promise<Row> => (await (await fetch(`${served.url}${path}`)).json()) as Row;

      // A company that has no seat any more is where it was last.
      const all: Change[] = [];
      await changes(target.name, { since: 1, onChange: (change) => void all.push(change) });
      for (const change of all) {
        expect(parts(change.sjediste)).toEqual(said(Number(change.mbs), "naziv_naselja", after, before));
        expect(parts(change.zupanija)).toEqual(said(Number(change.mbs), "naziv_zupanije", after, before));
      }
      const there = JSON.parse(JSON.stringify(all.filter((change) => isAt(Number(change.mbs), after, before))));
      const printed = await runHere("changes", target.name, "--since", "1", "--place", text, "--json");
      const lines = printed.output.split("\n").filter(Boolean);
      expect(lines.map((line) => JSON.parse(line))).toEqual(there);
      expect((await json(`/changes.json?since=1&limit=5000&place=${query}`)).changes).toEqual(there);
      expect((await ask(target, "changes_since", { since: "1", place: text })).changes).toEqual(there);
      const feed = await (await fetch(`${served.url}/changes.atom?place=${query}`)).text();
      const named = new Set([...feed.matchAll(/MBS (\d{9})/g)].map(([, number]) => number));
      expect([...named].sort()).toEqual([...new Set((there as Change[]).map((change) => change.mbs))].sort());

      const expected = numbers.filter((number) => isAt(number, after)).map(padded);
      const found = (await search(target.name, "uzorak", { place: text })).found;
      expect(found.map((one) => one.mbs).sort()).toEqual(expected);
      for (const one of found) {
        expect(parts(one.sjediste)).toEqual(said(Number(one.mbs), "naziv_naselja", after));
        expect(parts(one.zupanija)).toEqual(said(Number(one.mbs), "naziv_zupanije", after));
      }
      const same = JSON.parse(JSON.stringify(found));
      expect((await json(`/search.json?q=uzorak&place=${query}`)).found).toEqual(same);
      expect((await ask(target, "find_company", { name: "uzorak", place: text })).found).toEqual(same);
      const paged = await json(`/search.json?q=uzorak&limit=1&place=${query}`);
      expect(paged).toMatchObject({ total: expected.length, found: same.slice(0, 1) });
      if (expected.length > 1) expect((await json(String(paged.next))).found).toEqual(same.slice(1, 2));
    }),
    { numRuns: proofRuns("random registers and who is where in them", 50) },
  );
});

test("a change is one of insolvency if a sign came, went or became another, whatever else changed", async () => {
  await using target = await newTarget();
  const subjects = (...codes: string[]): Rows => ({
    subjekt: codes.map((says, index) => `{"mbs":${index + 1},"stecajna_masa":${says}}`),
  });
  await copyDay(target, register, subjects("0", "1", "1", "1", '0,"status":1', '1,"status":1', "null", "0"));
  await copyDay(target, register, subjects("1", "0", "null", "2", '0,"status":2', '1,"status":2', "0.0", '"x"'));
  const found: Change[] = [];
  await changes(target.name, { about: "insolvency", onChange: (change) => void found.push(change) });
  expect(found.map((change) => Number(change.mbs)).sort()).toEqual([1, 2, 3, 4, 8]);
  expect(found.map(({ change }) => change)).toEqual(found.map(() => "changed"));
});

test("what tells nothing is refused in a sentence", async () => {
  await using target = await newTarget();
  await copyDay(target, register, { subjekt: ['{"mbs":1,"stecajna_masa":1}'] }, ["subjekt"]);
  const refused: [argv: string[], message: string | RegExp][] = [
    [["--about", "insolvency"], /this copy does not have postupak\. Copy it by sync/],
    [["--about", "insolvency", "--list", "sjediste"], /There is no list|does not have the list/],
    [["--place", "…"], /Name a place/],
    [["--about", "insolvency", "--case", "P-1/2020@3"], /cannot be used with option '--case/],
    [["--place", "Split", "--case", "P-1/2020@3"], /cannot be used with option '--case/],
    [["--about", "names"], /Allowed choices are insolvency/],
  ];
  for (const [argv, message] of refused)
    expect(await runHere("changes", target.name, "--since", "0", ...argv)).toMatchObject({
      code: 2,
      output: "",
      errors: expect.stringMatching(message),
    });
  // What was copied tells what it can, if it is asked for by its name.
  const some = await runHere("changes", target.name, "--since", "0", "--about", "insolvency", "--list", "subjekt");
  expect(some).toMatchObject({ code: 0, output: expect.stringContaining("+ new     subjekt") });
  await using served = await serve(target.name, { port: 0 });
  for (const path of ["/changes.json?about=all", "/changes.atom?about=insolvency", "/search.json?q=a&place=."])
    expect((await fetch(`${served.url}${path}`)).status, path).toBe(400);
});
