/** The page to look at a copy, over HTTP. */
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ChangesCsv } from "../src/changes/csv.ts";
import { changes, type Served, serve, sync } from "../src/index.ts";
import { withNames } from "./support/names.ts";
import { Register } from "./support/register.ts";
import { newTarget, type Target } from "./support/target.ts";

const name = '<script>alert("Đurđevac & sin")</script>';

/** A copy with two generations: a subject gets a procedure and another street. */
async function copyTwoDays(target: Target): Promise<void> {
  await using register = await Register.start();
  const options = { baseUrl: register.url, subscriptionKey: register.key, fetch };
  const day = (street: string, procedures: string[]): Record<string, string[]> => ({
    subjekt: ['{"mbs":60000001,"oib":12345678903,"status":1}', '{"mbs":60000002,"status":1}'],
    skracena_tvrtka: [
      `{"mbs":60000001,"ime":${JSON.stringify(name)}}`,
      ...Array.from({ length: 60 }, (_, index) => `{"mbs":${60000100 + index},"ime":"Uzorak ${index}"}`),
    ],
    sjediste: [`{"mbs":60000001,"ulica":"${street}"}`],
    postupak: procedures,
  });
  register.state = "first-day";
  register.rows = withNames(day("Stara ulica", []));
  await sync(target.name, options);
  register.state = "second-day";
  register.rows = withNames(day("Nova ulica", ['{"mbs":60000001,"postupak":1}']));
  await sync(target.name, options);
}

let target: Target;
let served: Served;

beforeAll(async () => {
  target = await newTarget();
  await copyTwoDays(target);
  served = await serve(target.name, { port: 0 });
});
afterAll(async () => {
  await served[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
});

const get = async (path: string): Promise<{ status: number; body: string; response: Response }> => {
  const response = await fetch(`${served.url}${path}`);
  return { status: response.status, body: await response.text(), response };
};

test("a subject is found by its name and its number, with what each generation changed", async () => {
  const found = await get("/?q=durdevac");
  expect(found.body).toContain('href="./subject/060000001"');
  expect(found.body).toMatch(
    /<a href="\.\/subject\/060000001">.*<br>\n<span class="standing changed">insolvency procedure: postupak.1</,
  );
  expect(found.body).not.toContain("in the register");
  for (const [asked, number] of [
    ["12345678903", "12345678903"],
    ["123 456 789 03", "12345678903"],
    ["HR12345678903", "HR12345678903"],
  ]) {
    const byNumber = await fetch(`${served.url}/?q=${asked}`, { redirect: "manual" });
    expect(byNumber.headers.get("location")).toBe(`./subject/${number}`);
    expect((await get(`/subject/${number}`)).body).toContain("MBS 060000001");
  }
  const subject = await get("/subject/12345678903");
  expect(subject.body).toContain("MBS 060000001");
  expect(subject.body).toMatch(/<del>Stara ulica<\/del> → <ins>Nova ulica<\/ins>/);
  // A number that has lost its zeros does not stand beside the one that has them.
  expect(subject.body).not.toMatch(/<li>[^<]*oib/);
  expect((await get("/subject/60000001?at=1")).body).toContain("As it was in generation 1");
  expect(subject.body).toMatch(/<\/h1><p><span class="standing changed">insolvency procedure: postupak.1</);
  expect(subject.body).toContain(
    '<link rel="alternate" type="application/atom+xml" href="../subject/12345678903.atom">',
  );
});

test("a search says how many there are, and has pages", async () => {
  const first = await get("/?q=uzorak");
  expect(first.body).toContain("<h2>1 to 50 of 60 found</h2>");
  const next = /<a rel="next" href="([^"]+)">/.exec(first.body)?.[1] ?? "";
  const second = await get(
    next.replace(/^\./, "").replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))),
  );
  expect(second.body).toContain("<h2>51 to 60 of 60 found</h2>");
  expect(second.body).toContain('<a rel="prev" href="./?q&#61;uzorak&#38;offset&#61;0">');
  expect(second.body).not.toContain('rel="next"');
  expect(first.body.match(/in the register/g)).toHaveLength(50);
  expect((await get("/?q=uzorak&offset=60")).body).toContain("There are 60.");
  expect((await get("/?q=uzorak&offset=x")).status).toBe(400);
});

test("a generation is shown whole, list by list, and as CSV", async () => {
  const whole = await get("/generation/2");
  expect(whole.body).toMatch(/list=postupak">postupak<\/a><\/td>\s*<td class="number new">\+1/);
  expect(whole.body).toContain('<a href="../generation/2.csv">');
  const one = await get("/generation/2?list=postupak");
  expect(one.body).toContain('<a href="../generation/2.csv?list=postupak">');
  expect(one.body).not.toContain("sjediste");
  expect((await get("/generation/2?list=nothing")).status).toBe(400);
  expect((await get("/generation/1")).body).toContain("It is the first copy: there is nothing to compare it with.");

  for (const [query, lists] of [
    ["", undefined],
    ["?list=postupak", ["postupak"]],
  ] as const) {
    const csv = new ChangesCsv();
    const expected = [csv.header];
    await changes(target.name, { lists, onChange: (change) => void expected.push(csv.write([change], 2)) });
    const response = await fetch(`${served.url}/generation/2.csv${query}`);
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="generation-2.csv"');
    expect(Buffer.from(await response.arrayBuffer()).toString()).toBe(expected.join(""));
  }
  for (const [path, problem] of [
    ["/generation/1.csv", 404],
    ["/generation/9.csv", 400],
    ["/generation/2.csv?list=nothing", 400],
  ] as const)
    expect(await get(path), path).toMatchObject({ status: problem, body: expect.stringContaining('"detail"') });
});

test("what the register holds is text, never markup, and no page loads or sends anything", async () => {
  for (const path of [
    "/",
    `/?q=${encodeURIComponent("<b>sin")}`,
    "/subject/60000001",
    "/generation/1",
    "/generation/2",
  ]) {
    const { body, response } = await get(path);
    expect(body, path).not.toMatch(/<script|<b>|https?:\/\/(?!127\.0\.0\.1)/);
    expect(body, path).toContain("names, addresses and e-mail addresses of persons");
    expect(response.headers.get("content-security-policy")).toMatch(/^default-src 'none'/);
  }
});

test("what cannot be shown is said on a page", async () => {
  expect(await get("/subject/60000009")).toMatchObject({
    status: 404,
    body: expect.stringContaining("Not found"),
  });
  expect(await get("/subject/12345678900")).toMatchObject({
    body: expect.stringContaining("check digit is wrong"),
  });
  expect(await get("/subject/abc")).toMatchObject({ status: 400 });
  expect(await get("/generation/9")).toMatchObject({
    status: 400,
    body: expect.stringContaining("no generation 9"),
  });
  expect(await get("/else")).toMatchObject({ status: 404 });
  for (const text of ["x", "0", "-1", "1.5", "1e0", "0x1", "NaN", "9".repeat(30)])
    for (const path of [`/subject/60000001?at=${text}`, `/generation/${text}`])
      expect(await get(path), path).toMatchObject({
        status: 400,
        body: expect.stringMatching(`(at|generation) is a whole number from 1 on, but is ${text}\\.`),
      });
  expect(await get("/subject/60000001?at=1&at=2")).toMatchObject({
    status: 400,
    body: expect.stringContaining("The parameter at may be given once."),
  });
});

test("a page is only read", async () => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"])
    for (const path of ["/", "/subject/60000001", "/else"]) {
      const body = method === "POST" ? "<a/>" : null;
      const response = await fetch(`${served.url}${path}`, { method, body, headers: { "content-type": "text/xml" } });
      expect(response.status, `${method} ${path}`).toBe(405);
      expect(response.headers.get("allow")).toBe("GET, HEAD");
      expect(await response.text()).toContain("A page is only read, by GET.");
    }
  const head = await fetch(served.url, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

/** Sends a request with these lines of `Host`, and returns all that is answered. */
const answerTo = (...hosts: string[]): Promise<string> => answerAt("/?q=sin", ...hosts);

async function answerAt(url: string, ...hosts: string[]): Promise<string> {
  const socket = connect(Number(new URL(served.url).port), "127.0.0.1");
  const lines = hosts.map((host) => `Host: ${host}\r\n`);
  // Not its end: a server drops what it is still working on when the client leaves.
  socket.write(`GET ${url} HTTP/1.1\r\n${lines.join("")}Connection: close\r\n\r\n`);
  return await text(socket);
}

test("a page elsewhere that gives its name this machine's address reads nothing", async () => {
  for (const host of ["localhost", "127.0.0.1:8081", "[::1]:8081"])
    expect(await answerTo(host)).toMatch(/^HTTP\/1\.1 200 .*060000001/s);
  for (const host of ["attacker.primjer.hr", "127.evil.example", "127.0.0.1.evil.example", "10.0.0.1", "127.1", ""]) {
    const answer = await answerTo(host);
    expect(answer).toMatch(/^HTTP\/1\.1 421 .*Open this page by the address that the command has printed\.$/s);
    expect(answer).not.toContain("060000001");
  }
  expect(await answerTo("127.0.0.1", "127.0.0.1")).toMatch(/^HTTP\/1\.1 400 /);
  expect(await answerTo()).toMatch(/^HTTP\/1\.1 400 /);
});

test("a URL that cannot be read has the page's own answers, and only whoever asks by the address gets them", async () => {
  for (const [url, status] of [
    ["/subject/%E0%A4%A", 400],
    ["/generation/%", 400],
    [`/subject/${"1".repeat(200)}`, 414],
  ] as const) {
    const answer = await answerAt(url, "127.0.0.1");
    expect(answer, url).toMatch(
      new RegExp(`^HTTP/1\\.1 ${status} .*content-security-policy: .*<h1>Not shown</h1>`, "s"),
    );
    const refused = await answerAt(url, "evil.example");
    expect(refused, url).toMatch(/^HTTP\/1\.1 421 .*Open this page by the address that the command has printed\.$/s);
    expect(await answerAt(url, "127.0.0.1", "127.0.0.1")).toMatch(/^HTTP\/1\.1 400 .*Open this page/s);
  }
});

test("a port that is taken, and a target without a copy, are refused", async () => {
  const port = Number(new URL(served.url).port);
  await expect(serve(target.name, { port })).rejects.toMatchObject({ kind: "unavailable" });
  await using empty = await newTarget();
  await expect(serve(`${empty.name}.none`, { port: 0 })).rejects.toMatchObject({ name: "MirrorError" });
});
