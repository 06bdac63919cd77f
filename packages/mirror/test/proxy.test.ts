/** `serve` behind a reverse proxy, over HTTP. */
import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { follow, type Served, serve, sync } from "../src/index.ts";
import { CasesService } from "./support/cases-service.ts";
import { runHere } from "./support/command.ts";
import { copyDay, firstDay, oib, secondDay } from "./support/company.ts";
import { withNames } from "./support/names.ts";
import { Register } from "./support/register.ts";
import { newTarget, type Target } from "./support/target.ts";

/** What others ask for: the proxy has it in a folder, and takes the folder away. */
const publicUrl = "https://register.primjer.hr/kopija";
const folder = new URL(publicUrl).pathname;

let register: Register;
let cases: CasesService;
let target: Target;

beforeAll(async () => {
  register = await Register.start();
  cases = await CasesService.start();
  target = await newTarget();
  await copyDay(target, register, withNames(firstDay));
  await copyDay(target, register, withNames(secondDay));
  const linked = ['{"vezaniOznakaBroj":"Ovr-2/2021","vezaniSud":7}'];
  cases.cases = {
    "P-1/2020@3": { own: '"oznakaBroj":"P-1/2020"', parts: { povezaniPredmeti: linked } },
    "Ovr-2/2021@7": { own: '"oznakaBroj":"Ovr-2/2021"', parts: {} },
  };
  await follow(target.name, Object.keys(cases.cases));
  await sync(target.name, { graphqlUrl: cases.url, only: "cases" });
});
afterAll(async () => {
  await target[Symbol.asyncDispose]();
  await cases[Symbol.asyncDispose]();
  await register[Symbol.asyncDispose]();
});

/** An answer to a request that has this `Host`. */
async function ask(url: string, host: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  return await new Promise((resolve, reject) => {
    request(url, { headers: { ...headers, host } }, resolve)
      .on("error", reject)
      .end();
  });
}

/** A proxy that passes requests on with the name that was asked for, or with the address of the server. */
async function startProxy(server: Served, passes: "name" | "address"): Promise<{ url: string } & AsyncDisposable> {
  const proxy = createServer(async ({ url = "", headers }, response) => {
    if (!url.startsWith(`${folder}/`)) return response.writeHead(404).end();
    const host = passes === "name" ? (headers.host ?? "") : new URL(server.url).host;
    const answer = await ask(`${server.url}${url.slice(folder.length)}`, host, { "x-forwarded-host": "evil.example" });
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return {
    url,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        proxy.closeAllConnections();
        proxy.close(() => resolve());
      }),
  };
}

/** Follows every link from some pages on, as a browser does, and returns the status of each answer by its URL. */
async function followAll(paths: readonly string[], through: string): Promise<Map<string, number>> {
  const seen = new Map<string, number>();
  const waiting = paths.map((path) => `${publicUrl}${path}`);
  for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
    if (seen.has(url)) continue;
    const { host, pathname, search } = new URL(url);
    const answer = await ask(`${through}${pathname}${search}`, host);
    const body = await text(answer);
    seen.set(url, answer.statusCode ?? 0);
    const links = [
      answer.headers.location ?? "",
      ...[...body.matchAll(/(?:href|action)="([^"]*)"/g)].map(([, to]) => to),
    ];
    for (const link of links)
      if (link)
        waiting.push(
          new URL(
            link.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))),
            url,
          ).href,
        );
  }
  return seen;
}

test.each(["name", "address"] as const)(
  "behind a proxy that passes on the %s, every link of pages and feeds leads there",
  async (passes) => {
    await using server = await serve(target.name, { port: 0, publicUrl: `${publicUrl}/` });
    await using proxy = await startProxy(server, passes);
    const followed = await followAll(["/", "/?q=primjer", "/subject/abc", "/a/b/c", `/?q=${oib}`], proxy.url);
    const paths = [...followed.keys()].map((url) => url.replace(`${publicUrl}/`, "/"));
    expect(paths.filter((path) => !path.startsWith("/"))).toEqual([]);
    expect([...followed].filter(([, status]) => status >= 400)).toEqual([
      [`${publicUrl}/a/b/c`, 404],
      [`${publicUrl}/subject/abc`, 400],
    ]);
    for (const path of [
      ...["/generation/2", "/generation/2.csv", "/generation/2?list=postupak", "/changes.atom", "/hearings.ics"],
      ...["/subject/080000001", "/subject/080000001?at=2", "/subject/080000001.json", `/subject/${oib}.atom`],
      ...["/case/P-1%2F2020%403", "/case/P-1%2F2020%403.atom", "/case/Ovr-2%2F2021%407.json"],
    ])
      expect(paths).toContain(path);
  },
);

/** A feed, and its tag. */
async function feedOf({ url }: Served, path: string, host: string): Promise<{ tag: unknown; feed: string }> {
  const answer = await ask(`${url}${path}`, host);
  return { tag: answer.headers.etag, feed: await text(answer) };
}

test("a feed is the same by whatever name its server was asked, and leads to the public URL", async () => {
  await using open = await serve(target.name, { port: 0 });
  await using other = await serve(target.name, { port: 0, publicUrl: "http://primjer.hr" });
  await using server = await serve(target.name, { port: 0, publicUrl });
  for (const path of ["/changes.atom", "/changes.atom?list=postupak", `/subject/${oib}.atom`]) {
    const { tag, feed } = await feedOf(server, path, "localhost");
    expect(await feedOf(server, path, "register.primjer.hr:443")).toEqual({ tag, feed });
    expect(feed).toContain(`<link rel="self" href="${publicUrl}${path}"/>`);
    const own = await feedOf(open, path, "localhost");
    expect(own.feed).toContain(`<link rel="self" href="http://localhost${path}"/>`);
    // Ids and texts follow from the copy alone.
    expect(own.feed.replaceAll("http://localhost/", `${publicUrl}/`)).toBe(feed);
    expect(new Set([tag, own.tag, (await feedOf(other, path, "localhost")).tag]).size).toBe(3);
  }
});

test("the name of the public URL may be asked for, and no other", async () => {
  const statusAt = async ({ url }: Served, host: string): Promise<number> => {
    const answer = await ask(url, host);
    answer.resume();
    return answer.statusCode ?? 0;
  };
  await using server = await serve(target.name, { port: 0, publicUrl });
  for (const host of ["register.primjer.hr", "REGISTER.primjer.hr.:443", "localhost", new URL(server.url).host])
    expect(await statusAt(server, host), host).toBe(200);
  for (const host of [
    "evil.example",
    "primjer.hr",
    "x.register.primjer.hr",
    "register.primjer.hr.evil.example",
    "10.0.0.1",
  ])
    expect(await statusAt(server, host), host).toBe(421);
  await using open = await serve(target.name, { port: 0 });
  expect(await statusAt(open, "register.primjer.hr")).toBe(421);
});

test("a public URL that is none is refused, and not shown", async () => {
  for (const wrong of [
    "",
    "primjer.hr",
    "ftp://primjer.hr",
    "https://ana:tajna@primjer.hr",
    "https://primjer.hr/?q=1",
    "https://primjer.hr/#a",
  ]) {
    const { code, errors } = await runHere("serve", target.name, "--port", "0", "--public-url", wrong);
    expect([code, errors], wrong).toEqual([
      2,
      expect.stringContaining("--public-url is where others find the page, such as"),
    ]);
    expect(errors).not.toContain("tajna");
  }
});
