/**
 * `pnpm check pages`: axe finds nothing on any kind of page that the project has, on a screen and on a phone, light and dark; each fits
 * its width and breaks no rule of its own policy; and a page of another origin reads no answer of the mirror. The pictures in the guides
 * have the words of today's pages; `PICTURES=write pnpm check pages` takes them again.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startServer } from "@court-register/reference-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serve } from "../../shared/local-server.ts";
import { root } from "../../shared/repository.ts";
import { type Launched, launchBrowser, noBrowser, type PageOptions } from "../runtimes/browser.ts";
import { folderOf, installToolbox } from "../runtimes/toolbox.ts";
import { cache, makeFolder } from "../support/packed.ts";
import { run, start, urlOf } from "../support/process.ts";
import { startServiceOn, writeData } from "../support/service.ts";
import { firstDay, secondDay } from "./register.ts";
import { makeReport } from "./report.ts";

const key = "kljuc-za-stranice";
const cli = ["--conditions=@court-register/source", join(root, "packages/mirror/src/cli.ts")];

/** Each width and each colour once: a page of ours has no colours of its own for a width. */
const looks: Readonly<Record<string, PageOptions>> = {
  "on a screen, light": { viewport: { width: 1_100, height: 800 }, colorScheme: "light" },
  "on a phone, dark": { viewport: { width: 375, height: 700 }, colorScheme: "dark" },
};

/** The pages of a mirror, by what they show. */
const mirrorPages: Readonly<Record<string, string>> = {
  "the first page": "/",
  "a search": "/?q=primjer",
  "a page of a search": "/?q=uzorak&offset=50",
  "a search without an answer": "/?q=nobody",
  "a company": "/subject/060000001",
  "a company as it was": "/subject/060000001?at=1",
  "two companies with a number": "/subject/12345678903",
  "a number that nobody has": "/subject/12345678900",
  "the first generation": "/generation/1",
  "a generation": "/generation/2",
  "a list of a generation": "/generation/2?list=postupak",
  "a generation of court cases": "/generation/4",
  "a court case": "/case/P-21%2F2025%404",
  "a court case as it was": "/case/P-21%2F2025%404?at=3",
  "a court case that is gone": "/case/Ovr-7%2F2025%405",
  "an error": "/else",
};

/** What axe finds, as far as it is read here. */
interface Found {
  violations: { id: string; help: string; nodes: { html: string; failureSummary?: string }[] }[];
}

describe("pages", () => {
  const resources = new AsyncDisposableStack();
  let browser: Launched;
  let axe: string;
  let mirror: string;
  let reference: string;
  let report: string;
  /** Where pictures of all pages are kept, to look at: node_modules/.cache/court-register-pages. */
  let pictures: string;
  let reason: string | undefined;

  beforeAll(async () => {
    await installToolbox();
    reason = await noBrowser();
    if (reason !== undefined) return;
    axe = await readFile(join(folderOf("axe-core"), "axe.min.js"), "utf8");
    browser = await launchBrowser();
    resources.defer(() => browser.close());
    const folder = await makeFolder("pages");
    pictures = join(cache, "../court-register-pages");
    await mkdir(pictures, { recursive: true });
    mirror = await serveMirror(folder);
    reference = resources.use(await startServer({ port: 0, rows: 60, keys: [key] })).url;
    const html = await makeReport();
    report = resources.use(
      await serve((_, response) => void response.setHeader("content-type", "text/html; charset=utf-8").end(html)),
    ).url;
  }, 1_800_000);
  afterAll(() => resources.disposeAsync());

  /** Copies two days of a register, and serves the copy. @returns its URL. */
  async function serveMirror(cwd: string): Promise<string> {
    const data = join(cwd, "data");
    await using register = await startServiceOn(firstDay, data, key);
    const env = { COURT_REGISTER_BASE_URL: register.url, COURT_REGISTER_KEY: key };
    await run(process.execPath, [...cli, "sync", "register.sqlite"], { cwd, env });
    await writeData(secondDay, data);
    await register.load({ data });
    await run(process.execPath, [...cli, "sync", "register.sqlite"], { cwd, env });
    await copyCases(cwd);
    const server = start(process.execPath, [...cli, "serve", "register.sqlite", "--port", "0"], {
      cwd,
      timeout: 1_800_000,
    });
    resources.defer(() => void server.kill());
    return await urlOf(server);
  }

  /** Copies two days of court cases, too. */
  async function copyCases(cwd: string): Promise<void> {
    const note = ["--note", "Uzorak Jedro, claimant: a hearing, & a deadline <soon>"];
    await run(process.execPath, [...cli, "follow", "register.sqlite", "P-21/2025@4", "Ovr-7/2025@5", ...note], { cwd });
    await using served = await startServer({ port: 0, keys: [key] });
    for (const day of [1, 3]) {
      await served.load({ rows: 60, seed: 1, day });
      const args = ["sync", "register.sqlite", "--only", "cases", "--graphql-url", `${served.url}/graphql`];
      await run(process.execPath, [...cli, ...args], { cwd });
    }
  }

  /** Opens a page in each look. @returns what is wrong with it. */
  async function faultsOf(name: string, url: string): Promise<string[]> {
    const faults: string[] = [];
    for (const [look, options] of Object.entries(looks)) {
      const page = await browser.newPage(options);
      // A page that says what is not there has a status that says so, too.
      page.on("console", (message) => {
        if (!/^Failed to load resource: .* 404 /.test(message.text())) faults.push(`${look}: ${message.text()}`);
      });
      page.on("pageerror", (error) => faults.push(`${look}: ${error.message}`));
      // Before the page is there: its policy lets no script in.
      await page.addInitScript({ content: axe });
      await page.goto(url);
      await page.screenshot({ path: join(pictures, `${name}, ${look}.png`), fullPage: true });
      // What is folded away is read, too.
      const { violations } = await page.evaluate(() => {
        for (const one of document.querySelectorAll("details")) one.open = true;
        return (globalThis as unknown as { axe: { run(): Promise<Found> } }).axe.run();
      }, undefined);
      for (const { id, help, nodes } of violations)
        faults.push(`${look}: ${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 200)).join(" | ")}`);
      const [scrolled, width] = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return [scrollWidth, clientWidth] as const;
      }, undefined);
      if (scrolled > width) faults.push(`${look}: it is ${scrolled} pixels wide, and the screen ${width}`);
      await page.close();
    }
    return faults;
  }

  const all: Readonly<Record<string, () => string>> = {
    ...Object.fromEntries(Object.entries(mirrorPages).map(([name, path]) => [`mirror, ${name}`, () => mirror + path])),
    "reference server": () => `${reference}/`,
    "report of the suite": () => report,
  };
  for (const [name, url] of Object.entries(all))
    test(name, async ({ skip }) => {
      if (reason !== undefined && !process.env.CI) skip(reason);
      expect(await faultsOf(name, url())).toEqual([]);
    });

  test.for<[name: string, url: () => string]>([
    ["report", () => report],
    ["mirror", () => `${mirror}/subject/060000001`],
  ])("the picture of the %s in a guide has the words of today's page", async ([name, url], { skip }) => {
    if (reason !== undefined && !process.env.CI) skip(reason);
    const taken = join(root, "tools/generated/pictures", name);
    let words = "";
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await browser.newPage({ viewport: { width: 1_000, height: 760 }, colorScheme });
      await page.goto(url());
      words = await page.evaluate(() => document.body.textContent, undefined);
      if (process.env.PICTURES === "write") await page.screenshot({ path: `${taken}-${colorScheme}.png` });
      await page.close();
    }
    // Of the part that is pictured. Numbers and times differ from run to run.
    words = words
      .replace(/\d[\d:.,-]*/g, "0")
      .replace(/\s+/g, " ")
      .slice(0, 1_200)
      .trim();
    if (process.env.PICTURES === "write") await writeFile(`${taken}.txt`, `${words}\n`);
    expect(words, "Take the pictures again: PICTURES=write pnpm check pages").toBe(
      (await readFile(`${taken}.txt`, "utf8")).trim(),
    );
  });

  test("mirror, answers are not read by pages of another origin", async ({ skip }) => {
    if (reason !== undefined && !process.env.CI) skip(reason);
    await using elsewhere = await serve((_, response) => void response.end("elsewhere"));
    const page = await browser.newPage();
    await page.goto(elsewhere.url);
    const read = (url: string): Promise<string> =>
      fetch(url).then(
        (response) => response.text(),
        (error) => `not read: ${error.name}`,
      );
    expect(await page.evaluate(read, elsewhere.url)).toBe("elsewhere");
    for (const path of ["/search.json?q=primjer", "/subject/060000001.json", "/changes.atom", "/openapi.json"])
      expect(await page.evaluate(read, mirror + path), path).toBe("not read: TypeError");
    await page.close();
  });
});
