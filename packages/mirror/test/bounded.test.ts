/** What people look at is bounded, however much a copy has: the newest, how many there are, and where the others are. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { follow, serve, showCase, sync } from "../src/index.ts";
import { answerOf, type Tool, tools } from "../src/mcp/tools.ts";
import { newest } from "../src/show/bounded.ts";
import { readCopy } from "../src/store/snapshot.ts";
import { CasesService } from "./support/cases-service.ts";
import { runHere } from "./support/command.ts";
import { copyDay, oib } from "./support/company.ts";
import { Register } from "./support/register.ts";
import { newTarget, type Target } from "./support/target.ts";

const many = 3_000;
const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);
const copied = ["subjekt", "predmet_poslovanja", "naziv_podruznice", "sud"];

/** A day of a company with many activities and branch offices, and of many companies with one OIB. */
const day = (text: string): Register["rows"] => ({
  subjekt: ['{"mbs":1}', ...numbers(25).map((at) => `{"mbs":${at + 1},"oib":1234567896,"status":${text.length}}`)],
  predmet_poslovanja: numbers(many).map((at) => `{"mbs":1,"djelatnost_rbr":${at},"djelatnost_tekst":"${text} ${at}."}`),
  naziv_podruznice: numbers(150).map((at) => `{"mbs":1,"podruznica_rbr":${at},"ime":"Ured ${at}."}`),
});

test.each([0, 1, 100, 101, 5_000])("of %i, the newest and how many others there are", (count) => {
  const { shown, earlier } = newest(numbers(count));
  expect(shown).toEqual(numbers(count).slice(Math.max(0, count - 100)));
  expect(shown.length + earlier).toBe(count);
});

describe("a company and a case with very much", () => {
  let register: Register;
  let service: CasesService;
  let target: Target;
  let served: Awaited<ReturnType<typeof serve>>;
  const key = "P-1/2020@3";
  const documents = numbers(many).map(
    (at) => `{"tip":"Podnesak ${at}.","datum":"2020-01-01T00:00:${String(at).padStart(6, "0")}"}`,
  );

  beforeAll(async () => {
    register = await Register.start();
    service = await CasesService.start();
    target = await newTarget();
    await copyDay(target, register, day("Jedan"), copied);
    await copyDay(target, register, day("Drugi"), copied);
    // Many generations that change something small.
    for (const at of numbers(4))
      await copyDay(target, register, { ...day("Drugi"), subjekt: [`{"mbs":1,"status":${at + 10}}`] }, copied);
    service.cases = { [key]: { own: '"sudac":"Ana"', parts: { pismena: documents } } };
    await follow(target.name, [key]);
    await sync(target.name, { graphqlUrl: service.url, only: "cases" });
    service.state = "later";
    const parts = { pismena: documents.map((one) => one.replace("Podnesak", "Dopis")) };
    service.cases = { [key]: { own: '"sudac":"Iva"', parts } };
    await sync(target.name, { graphqlUrl: service.url, only: "cases" });
    served = await serve(target.name, { port: 0 });
  });
  afterAll(async () => {
    await served[Symbol.asyncDispose]();
    await target[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
    await register[Symbol.asyncDispose]();
  });

  const get = async (path: string): Promise<string> => (await fetch(new URL(path, served.url))).text();
  /** What a page links to with some words. */
  const linkIn = (page: string, words: string): string =>
    (new RegExp(`href="([^"]+)">${words}`).exec(page)?.[1] ?? "").replaceAll("&amp;", "&");

  test("a screen has the newest rows of each list", async () => {
    const { output } = await runHere("show", target.name, "1");
    const words = output.replaceAll(/\s+/g, " ");
    expect(output.length).toBeLessThan(60_000);
    expect(words).toContain("These are the last 100 of 3,000. With --json, all are printed.");
    expect(words).toContain("These are the last 100 of 150. With --json, all are printed.");
    expect(words).toContain(`Drugi ${many}.`);
    expect(words).not.toContain(`Drugi ${many - 100}.`);
    expect(words).toContain("Ured 150.");
    const ofCase = (await runHere("show", target.name, key)).output.replaceAll(/\s+/g, " ");
    expect(ofCase.length).toBeLessThan(30_000);
    expect(ofCase).toContain("These are the last 100 of 3,000. With --json, all are printed.");
    expect(ofCase).toContain(`Dopis ${many}.`);
    const whole = JSON.parse((await runHere("show", target.name, key, "--json")).output);
    expect(whole).toEqual(JSON.parse(JSON.stringify(await showCase(target.name, key))));
    expect(whole.lists[1].rows).toHaveLength(many);
  });

  test("a page has the newest rows and changes, and leads to all", async () => {
    for (const [path, newestRow, list] of [
      ["/subject/1", `Drugi ${many}.`, "predmet_poslovanja"],
      [`/case/${encodeURIComponent(key)}`, `Dopis ${many}.`, "pismena"],
    ] as const) {
      const page = await get(path);
      expect(page.length, path).toBeLessThan(200_000);
      expect(page).toContain("These are the last 100 of 3,000.");
      expect(page).toContain(newestRow);
      const json = await get(linkIn(page, "All of them as JSON"));
      expect(json.split('"djelatnost_rbr":').length + json.split('"datum":').length, list).toBeGreaterThan(many);
      // The newest changes first; of the great ones, how many more.
      const [, more, all] = /<li>([\d,]+) more of ([\d,]+): /.exec(page) ?? [];
      const changed = list === "pismena" ? ["5,801", "6,001"] : ["2,804", "3,000"];
      expect([more, all]).toEqual(changed);
      const csv = await get(linkIn(page, "all that this generation changed, as CSV"));
      expect(csv.split("\n").filter((line) => line.includes(list)).length).toBeGreaterThanOrEqual(many);
    }
  });

  test("of many subjects with one number, the first", async () => {
    const page = await get(`/subject/${oib}?at=2`);
    expect(page).toContain("25 subjects have the OIB");
    expect(page).toContain("These are 10 of them.");
    const { output } = await runHere("show", target.name, oib, "--at", "2");
    expect(output.replaceAll(/\s+/g, " ")).toContain("These are 10 of 25 subjects. With --json, all are printed.");
  });

  test("a feed counts the companies that it does not name", async () => {
    const feed = await get("/changes.atom");
    expect(feed).toContain("and 6 more");
    expect(feed.length).toBeLessThan(60_000);
  });
});

test("an answer to an assistant ends soon after its bound, whatever it was asked", async () => {
  await using register = await Register.start();
  await using target = await newTarget();
  const all = numbers(100);
  const long = "x".repeat(1_000);
  await copyDay(
    target,
    register,
    {
      subjekt: all.map((mbs) => `{"mbs":${mbs}}`),
      skracena_tvrtka: all.map((mbs) => `{"mbs":${mbs},"ime":"Primjer ${mbs} ${long}"}`),
      sjediste: all.map((mbs) => `{"mbs":${mbs},"ulica":"${long}"}`),
    },
    ["subjekt", "skracena_tvrtka", "sjediste"],
  );
  const ask = (name: string, asked: object): Promise<Record<string, unknown[]> & { more?: boolean }> =>
    readCopy(target.name, {}, async (snapshot) => (await answerOf(snapshot, tools[name] as Tool, asked)) as never);
  const found = await ask("find_company", { name: "primjer", limit: 100 });
  expect(found.more).toBe(true);
  expect(found.found?.length).toBeGreaterThan(10);
  const checked = await ask("check_companies", { companies: all.map(String) });
  expect(checked.companies).toHaveLength(100);
  expect(checked.companies).toContainEqual(expect.objectContaining({ match: "found", company: null, more: true }));
  for (const answer of [found, checked]) expect(JSON.stringify(answer).length).toBeLessThan(75_000);
});
