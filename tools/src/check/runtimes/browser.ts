/** A real Chromium, with web security on. */
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { extname, join, normalize } from "node:path";
import { serve } from "../../shared/local-server.ts";
import { browserFolder, folderOf, load } from "./toolbox.ts";

interface Message {
  text(): string;
}

/** The part of playwright-core's API that is used: it is in the toolbox, not in the workspace, so its types are not available. */
interface Page {
  on(event: "console", listener: (message: Message) => void): void;
  on(event: "pageerror", listener: (error: Error) => void): void;
  waitForEvent(event: "console", matches: (message: Message) => boolean): Promise<Message>;
  goto(url: string): Promise<unknown>;
  addInitScript(script: { content: string }): Promise<unknown>;
  evaluate<Result, Argument>(
    run: (argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ): Promise<Result>;
  setContent(html: string): Promise<void>;
  screenshot(options: { path: string; fullPage?: boolean }): Promise<unknown>;
  close(): Promise<void>;
}

export interface PageOptions {
  viewport?: { width: number; height: number };
  colorScheme?: "light" | "dark";
}

export interface Launched {
  newPage(options?: PageOptions): Promise<Page>;
  close(): Promise<void>;
}

interface Launcher {
  launch(options: { executablePath: string; args: readonly string[]; env: NodeJS.ProcessEnv }): Promise<Launched>;
}

/** The API of the packaged Chromium. */
interface Packaged {
  default: { args: readonly string[]; executablePath(): Promise<string> };
  inflate(archive: string): Promise<string>;
}

/** Why there is no browser on this machine, if there is none. */
export async function noBrowser(): Promise<string | undefined> {
  if (process.platform !== "linux" || process.arch !== "x64") return "Chromium's package is only for Linux on x64.";
  return existsSync(folderOf("@sparticuz/chromium")) ? undefined : "Chromium's package is not in the toolbox.";
}

/** Arguments that the package sets for minimal systems, and that do not fit here. */
const unwanted: readonly string[] = [
  // The browser would ignore CORS.
  "--disable-web-security",
  // The browser would exit with its first page.
  "--single-process",
  "--no-zygote",
];

/** Unpacks Chromium, unless that has been done. Its package unpacks into the temporary folder, which is therefore set first. */
async function unpack(packaged: Packaged): Promise<void> {
  if (existsSync(browserFolder)) return;
  const before = process.env.TMPDIR;
  const unfinished = `${browserFolder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  process.env.TMPDIR = unfinished;
  try {
    await packaged.default.executablePath();
    await packaged.inflate(`${folderOf("@sparticuz/chromium")}/bin/al2023.tar.br`);
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  await rename(unfinished, browserFolder);
}

/** Starts the toolbox's Chromium. */
export async function launchBrowser(): Promise<Launched> {
  const packaged = load("@sparticuz/chromium") as Packaged;
  const { chromium } = load("playwright-core") as { chromium: Launcher };
  await unpack(packaged);
  return await chromium.launch({
    executablePath: `${browserFolder}/chromium`,
    args: packaged.default.args.filter((arg) => !unwanted.includes(arg)),
    // The package brings libraries that not every machine has.
    env: { ...process.env, LD_LIBRARY_PATH: `${browserFolder}/al2023/lib` },
  });
}

/**
 * Opens the page of a folder, which is of another origin than the service, and waits until its program has ended.
 *
 * @returns what the page logged.
 * @throws Error with what it logged if the program does not end.
 */
export async function playPage(folder: string): Promise<string> {
  await using pages = await serve(filesOf(folder));
  const browser = await launchBrowser();
  const printed: string[] = [];
  try {
    const page = await browser.newPage();
    page.on("console", (message) => printed.push(message.text()));
    page.on("pageerror", (error) => printed.push(error.stack ?? String(error)));
    // Within 30 seconds, by default.
    const ended = page.waitForEvent("console", (message) => /^(passed|failed): /.test(message.text()));
    await Promise.all([ended, page.goto(`${pages.url}/index.html`)]);
    return printed.join("\n");
  } catch (cause) {
    throw new Error(`${cause}\n${printed.join("\n")}`, { cause });
  } finally {
    await browser.close();
  }
}

const types: Readonly<Record<string, string>> = { ".html": "text/html", ".js": "text/javascript" };

/** Serves the files of a folder; a missing file is an empty page. */
function filesOf(folder: string): RequestListener {
  return async (request, response) => {
    const path = normalize(new URL(request.url ?? "", "http://loopback").pathname);
    const body = await readFile(join(folder, path)).catch(() => "");
    response.setHeader("content-type", types[extname(path)] ?? "text/html");
    response.end(body);
  };
}
