/** Answers for programs, over HTTP: JSON, Atom, and the document that describes them. */
import { html } from "ghtml";
import { SaxesParser } from "saxes";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Change, changes, type Served, search, serve, show } from "../src/index.ts";
import { type WireValue, writeWire } from "../src/wire/wire.ts";
import { copyDay, firstDay, mbs, oib, secondDay } from "./support/company.ts";
import { withNames } from "./support/names.ts";
import { answerChecker } from "./support/openapi.ts";
import { Register } from "./support/register.ts";
import { newTarget, type Target } from "./support/target.ts";

const hostile = 'A &amp; B <script>alert("]]>")</script>\u001b[31m\uffff';

let register: Register;
let target: Target;
let served: Served;

beforeAll(async () => {
  register = await Register.start();
  target = await newTarget();
  const named = [...(firstDay.skracena_tvrtka ?? []), JSON.stringify({ mbs: 80000004, ime: hostile })];
  await copyDay(target, register, withNames({ ...firstDay, skracena_tvrtka: named }));
  const sjediste = ['{"mbs":80000004,"ulica":"<b>Nova & stara</b>"}'];
  await copyDay(target, register, withNames({ ...secondDay, skracena_tvrtka: named, sjediste }));
  served = await serve(target.name, { port: 0 });
});
afterAll(async () => {
  await served[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
  await register[Symbol.asyncDispose]();
});

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${served.url}${path}`, { headers });
const json = async (path: string): Promise<Record<string, unknown>> => (await get(path)).json() as never;

test("every answer is as the document says, errors too", async () => {
  const check = await answerChecker(served.url);
  const asked: Record<string, number> = {
    "/openapi.json": 200,
    [`/subject/${oib}.json`]: 200,
    "/subject/80000001.json?at=1": 200,
    "/subject/12345678903.json": 200,
    "/subject/80000004.atom": 200,
    "/subject/12345678902.json": 404,
    "/subject/99.atom": 404,
    "/subject/abc.json": 400,
    "/subject/80000001.json?at=9": 400,
    "/subject/80000001.json?At=1": 400,
    "/subject/80000001.atom?at=1": 400,
    "/search.json?q=uzorak": 200,
    "/search.json?q=uzorak&limit=1&offset=1": 200,
    "/search.json?q=uzorak&place=durdevac": 200,
    "/search.json?q=uzorak&place=.": 400,
    "/search.json?q=nobody": 200,
    "/search.json": 400,
    "/search.json?q=": 400,
    "/search.json?q=a&q=b": 400,
    "/search.json?q=a&limit=101": 400,
    "/search.json?q=a&offset=-1": 400,
    "/changes.json": 200,
    "/changes.json?since=0&limit=3": 200,
    "/changes.json?since=1&until=2&list=sjediste&mbs=080000001": 200,
    "/changes.json?since=0&about=insolvency&place=Đurđevac&limit=1": 200,
    "/changes.json?about=names": 400,
    "/changes.json?about=insolvency&list=sud": 400,
    "/changes.json?since=9": 400,
    "/changes.json?since=x": 400,
    "/changes.json?until=x": 400,
    "/changes.json?mbs=x": 400,
    "/changes.json?list=nothing": 400,
    "/changes.json?after=x": 400,
    "/changes.json?list=sud&after=sjediste:1": 400,
    "/changes.atom": 200,
    "/changes.atom?list=sjediste,sud": 200,
    "/changes.atom?about=insolvency&place=primjer": 200,
    "/changes.atom?list=nothing": 400,
  };
  for (const [path, status] of Object.entries(asked)) {
    const response = await get(path);
    expect(response.status, path).toBe(status);
    await check(path, response);
  }
});

test("what is wrong is said as a problem, with what to do", async () => {
  for (const [path, status, detail] of [
    ["/subject/12345678902.json", 404, "Its check digit is wrong"],
    ["/subject/000000099.json", 404, "/search.json?q= finds one by its name."],
    ["/subject/60000001.json?number=1", 400, "There is no parameter number here. There is: at."],
    ["/openapi.json?at=1", 400, "There is no parameter at here. There is: none."],
    ["/search.json", 400, "The parameter q is missing: A part of a name"],
    ["/changes.json?until=0", 400, "until is a whole number from 1 on, but is 0."],
    ["/changes.json?about=names", 400, "about is insolvency, or is left out."],
    ["/changes.json?mbs=1x", 400, "mbs cannot be 1x: Only rows about the subject with this MBS, which has up to nine"],
    ["/changes.json?after=x", 400, "after cannot be x: Where a page goes on: take it from `next`."],
    ["/generation/x.csv", 400, "generation is a whole number from 1 on, but is x."],
    ["/search.json?q=...", 400, "the text needs a letter or a digit"],
    ["/search.json?q=a&limit=1e1", 400, "limit is a whole number from 1 to 100, but is 1e1."],
    ["/changes.json?since=2000-01-01", 400, "since=0"],
    ["/else.json", 404, "/openapi.json for programs"],
    ["/subject/%E0%A4%A.json", 400, "valid url component"],
  ] as const) {
    const response = await get(path);
    expect([response.status, response.headers.get("content-type")], path).toEqual([
      status,
      "application/problem+json; charset=utf-8",
    ]);
    expect(await response.json()).toMatchObject({ status, detail: expect.stringContaining(detail) });
  }
});

/** An operation of the document, as far as it is read here. */
interface Operation {
  parameters: { name: string; in: string; required: boolean }[];
}

test("every route refuses a parameter that it does not know, and one that is there twice", async () => {
  const { paths } = (await json("/openapi.json")) as { paths: Record<string, { get: Operation }> };
  const values: Record<string, string> = { number: "80000001", case: "P-1%2F2020%403", generation: "2" };
  for (const [path, { get: operation }] of Object.entries(paths)) {
    const url = path.replace(/\{(\w+)\}/, (_, name: string) => values[name] ?? "");
    const names = operation.parameters.filter((one) => one.in === "query").map(({ name }) => name);
    const needed = operation.parameters.filter((one) => one.in === "query" && one.required).map(({ name }) => name);
    const asked = needed.map((name) => `${name}=a&`).join("");
    expect(await json(`${url}?${asked}Unknown=1`), path).toMatchObject({
      status: 400,
      detail: `There is no parameter Unknown here. There is: ${names.join(", ") || "none"}.`,
    });
    for (const name of names)
      expect(await json(`${url}?${asked}${name}=1&${name}=1`), path).toMatchObject({
        status: 400,
        detail: `The parameter ${name} may be given once.`,
      });
  }
  expect(Object.keys(paths)).toHaveLength(10);
});

test("every part of a oneOf has a name, as generators of clients need it", async () => {
  const { components } = await json("/openapi.json");
  const parts: object[] = [];
  JSON.stringify(components, (key, value) => {
    if (key === "oneOf") parts.push(...value);
    return value;
  });
  expect(parts.length).toBeGreaterThan(4);
  expect(parts.filter((part) => !("$ref" in part) && JSON.stringify(part) !== '{"type":"null"}')).toEqual([]);
});

test("answers have the words of the functions, with every digit", async () => {
  // Via unknown: an interface has no index signature, although all that it holds is JSON.
  const wire = (value: unknown): string => writeWire(value as WireValue);
  expect(await (await get(`/subject/${oib}.json`)).text()).toBe(wire(await show(target.name, oib)));
  const subject = await (await get(`/subject/${mbs}.json?at=1`)).text();
  expect(subject).toBe(wire(await show(target.name, mbs, { at: 1 })));
  expect(subject).toContain('"iznos":12345678901234567890.10');
  const { found, total } = await search(target.name, "uzorak");
  expect(await json("/search.json?q=uzorak")).toMatchObject({ found: JSON.parse(wire(found)), total, next: null });
});

/** All that is on the pages, from the first on. */
async function allPages(path: string, field: string): Promise<unknown[]> {
  const all: unknown[] = [];
  for (let next: string | null = path; next !== null; ) {
    const page: Record<string, unknown> = await json(next);
    all.push(...(page[field] as unknown[]));
    next = page.next as string | null;
  }
  return all;
}

test("pages have everything once, in its order", async () => {
  for (const [query, options] of [
    ["since=0", { since: 0 }],
    ["since=0&list=sjediste,skracena_tvrtka", { since: 0, lists: ["sjediste", "skracena_tvrtka"] }],
    ["since=0&mbs=80000001", { since: 0, mbs: 80000001 }],
  ] as const) {
    const expected: Change[] = [];
    await changes(target.name, { ...options, onChange: (change) => void expected.push(change) });
    expect(JSON.stringify(await allPages(`/changes.json?${query}&limit=3`, "changes")), query).toBe(
      JSON.stringify(JSON.parse(JSON.stringify(expected))),
    );
  }
  const { found } = await search(target.name, "o", { limit: 100 });
  expect(found.length).toBeGreaterThan(2);
  expect(await allPages("/search.json?q=o&limit=1", "found")).toEqual(JSON.parse(JSON.stringify(found)));
});

test("a program that has an answer is told that it is the same", async () => {
  const paths = [`/subject/${oib}.json`, "/search.json?q=uzorak", "/changes.json", "/changes.atom", "/subject/1.atom"];
  const tags = new Map<string, string>();
  for (const path of paths) {
    const response = await get(path);
    const tag = response.headers.get("etag") ?? "";
    expect(tag).toMatch(/^"[0-9a-f]{32}"$/);
    expect(response.headers.get("cache-control")).toBe("private, no-cache");
    tags.set(path, tag);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
      const same = await get(path, { "if-none-match": known });
      expect([same.status, same.headers.get("etag"), await same.text()], path).toEqual([304, tag, ""]);
    }
    expect((await get(path, { "if-none-match": '"other"' })).status).toBe(200);
    const head = await fetch(`${served.url}${path}`, { method: "HEAD" });
    expect([head.status, head.headers.get("etag"), await head.text()]).toEqual([200, tag, ""]);
  }
  expect(new Set(tags.values()).size).toBe(paths.length);
  // What is not there is not the same as anything.
  expect((await get("/subject/99.json", { "if-none-match": "*" })).status).toBe(404);
});

test("that a company is gone is told to whoever follows it", async () => {
  await using other = await newTarget();
  const without = Object.fromEntries(
    Object.entries(firstDay).map(([list, rows]) => [list, rows.filter((row) => !row.includes('"mbs":80000001'))]),
  );
  await copyDay(other, register, withNames(firstDay));
  await copyDay(other, register, withNames(without));
  await using second = await serve(other.name, { port: 0 });
  for (const number of [mbs, oib]) {
    const { entries } = await readFeed(await fetch(`${second.url}/subject/${number}.atom`));
    expect(entries.map(({ title }) => title)).toEqual([
      expect.stringMatching(/^ĐURĐEVAČKI PRIMJER.*1 gone in subjekt/),
    ]);
    const page = await fetch(`${second.url}/subject/${number}`);
    expect(page.status).toBe(404);
    expect(await page.text()).toMatch(/<h2>ĐURĐEVAČKI PRIMJER.*<span class="tag gone">gone<\/span>/s);
  }
});

test("when the copy is gone, that is not the mistake of whoever asks", async () => {
  const other = await newTarget();
  await copyDay(other, register, firstDay, ["sud"]);
  await using second = await serve(other.name, { port: 0 });
  await other[Symbol.asyncDispose]();
  for (const path of ["/", "/search.json?q=uzorak", "/changes.atom", "/generation/1.csv"])
    expect((await fetch(`${second.url}${path}`)).status, path).toBe(503);
});

test("no page of another origin reads an answer", async () => {
  for (const path of ["/", "/search.json?q=uzorak", "/changes.atom", "/openapi.json", "/else.json"]) {
    const response = await get(path, { origin: "https://primjer.hr", "sec-fetch-site": "cross-site" });
    expect(response.headers.get("cross-origin-resource-policy"), path).toBe("same-origin");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect([...response.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    await response.body?.cancel();
  }
  const headers = { origin: "https://primjer.hr", "access-control-request-method": "GET" };
  const asked = await fetch(`${served.url}/search.json?q=a`, { method: "OPTIONS", headers });
  expect([asked.status, asked.headers.get("content-type")]).toEqual([405, "application/problem+json; charset=utf-8"]);
  expect([...asked.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
});

/** An element of a feed: its text, and the elements in it by name. */
interface Element {
  text: string;
  attributes: Record<string, string>;
  children: Record<string, Element[]>;
}

/** Reads XML. @throws Error if it is not well-formed. */
function parseXml(text: string): Element {
  const root: Element = { text: "", attributes: {}, children: {} };
  const open = [root];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const element: Element = { text: "", attributes: attributes as Record<string, string>, children: {} };
    const parent = open.at(-1) ?? root;
    parent.children[name] = [...(parent.children[name] ?? []), element];
    open.push(element);
  });
  parser.on("closetag", () => void open.pop());
  for (const event of ["text", "cdata"] as const)
    parser.on(event, (more) => {
      const element = open.at(-1) ?? root;
      element.text += more;
    });
  parser.write(text).close();
  return root;
}

/** What a feed has once, or in its entries. @throws Error if it is not as RFC 4287 says. */
async function readFeed(response: Response): Promise<{ id: string; title: string; entries: Record<string, string>[] }> {
  expect(response.headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
  const feed = parseXml(await response.text()).children.feed?.[0];
  expect(feed?.attributes.xmlns).toBe("http://www.w3.org/2005/Atom");
  const one = (element: Element | undefined, name: string): string => {
    expect(element?.children[name], name).toHaveLength(1);
    return element?.children[name]?.[0]?.text ?? "";
  };
  expect(feed?.children.author?.[0]?.children.name?.[0]?.text).not.toBe("");
  const entries = (feed?.children.entry ?? []).map((entry) => ({
    id: one(entry, "id"),
    updated: one(entry, "updated"),
    title: one(entry, "title"),
    content: one(entry, "content"),
    link: entry.children.link?.[0]?.attributes.href ?? "",
  }));
  for (const [id, updated] of [
    [one(feed, "id"), one(feed, "updated")],
    ...entries.map((one) => [one.id, one.updated]),
  ]) {
    expect(id).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new Date(updated ?? "").toISOString()).toBe(updated);
  }
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
  return { id: one(feed, "id"), title: one(feed, "title"), entries };
}

test("feeds say what each generation changed, in text that stays text", async () => {
  const all = await readFeed(await get("/changes.atom"));
  expect(all.entries.map(({ title }) => title)).toEqual([
    expect.stringMatching(/^Generation 2: \d+ new, \d+ gone$/),
    expect.stringMatching(/^Generation 1: the first copy, \d+ rows$/),
  ]);
  const [newest] = all.entries;
  expect(newest?.link).toBe(`${served.url}/generation/2`);
  expect(newest?.content).toContain(
    `<li>postupak: 1 new, 0 gone<ul><li><a href="${served.url}/subject/${mbs}">MBS ${mbs}`,
  );
  const shown = `${hostile.slice(0, -6)}\\u001b[31m\\uffff`;
  expect(newest?.content).toContain(html`${shown}`);
  const narrow = await readFeed(await get("/changes.atom?list=postupak"));
  expect(narrow.entries.map(({ title }) => title)).toEqual(["Generation 2: 1 new, 0 gone"]);
  expect(narrow.id).not.toBe(all.id);

  const subject = await readFeed(await get("/subject/12345678901.atom"));
  expect(subject.title).toBe(shown);
  expect(subject.entries).toEqual([
    expect.objectContaining({
      title: html`${shown}: 1 new in sjediste`,
      link: `${served.url}/subject/080000004?at=2`,
      content: expect.stringContaining(html`${"<b>Nova & stara</b>"}`),
    }),
  ]);
  expect((await readFeed(await get("/subject/1.atom"))).entries).toEqual([]);
});

test("after another copy, answers have other tags, and entries keep id, time and text, however the server is called", async () => {
  await using other = await newTarget();
  await copyDay(other, register, withNames(firstDay));
  const many = Array.from({ length: 200 }, (_, row) => `{"mbs":80000001,"gfi_rbr":${row + 10}}`);
  await copyDay(other, register, withNames({ ...secondDay, gfi: [...(secondDay.gfi ?? []), ...many] }));
  await using second = await serve(other.name, { port: 0 });
  const at = async (path: string, host: string): Promise<{ tag: string | null; entries: object[] }> => {
    const url = second.url.replace("127.0.0.1", host);
    const response = await fetch(`${url}${path}`);
    const { entries } = await readFeed(response);
    const own = (entry: Record<string, string>): object =>
      Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, value.replaceAll(`${url}/`, "/")]));
    return { tag: response.headers.get("etag"), entries: entries.map(own) };
  };
  const paths = ["/changes.atom", `/subject/${oib}.atom`];
  const before = await Promise.all(paths.map((path) => at(path, "127.0.0.1")));
  expect(await Promise.all(paths.map((path) => at(path, "127.0.0.1")))).toEqual(before);
  expect(JSON.stringify(before[1]).match(/<li>/g)).toHaveLength(101 + 1);
  const renamed = (firstDay.skracena_tvrtka ?? []).map((row) => row.replace("PRIMJER", "UZORAK"));
  await copyDay(other, register, withNames({ ...firstDay, skracena_tvrtka: renamed }));
  for (const [index, path] of paths.entries()) {
    const { tag, entries } = before[index] ?? { tag: "", entries: [] };
    expect((await at(path, "127.0.0.1")).tag).not.toBe(tag);
    const after = await at(path, "localhost");
    expect(after.entries).toHaveLength(entries.length + 1);
    expect(after.entries.slice(1)).toEqual(entries);
  }
});
