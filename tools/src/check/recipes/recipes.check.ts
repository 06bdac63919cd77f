/**
 * Follows each recipe of specs/README.md in an empty folder, with the packages as they would be published: what it generates reads
 * every row that a reference server serves, integers beyond 2^53 included. Downloads are kept between runs.
 */
import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { RunningServer } from "@court-register/reference-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readersPath } from "../docs/shell.ts";
import { newestCompiler } from "../runtimes/toolbox.ts";
import { cache, makeFolder, makeProject, packAll } from "../support/packed.ts";
import { run, start, withoutKey } from "../support/process.ts";
import { type Registry, startRegistry } from "../support/registry.ts";
import { adapt, startServiceOn } from "../support/service.ts";
import { askedCase, documents, exampleRows, parse, paths, type Row, rows, unboundedLists } from "./data.ts";

const key = `kljuc-${crypto.randomUUID()}`;
const downloads = join(cache, "..", "court-register-recipes");
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** What is run after the commands of a recipe. */
interface How {
  /** The program that reads everything with what the recipe has generated: a file of `everything`, and where it goes. */
  everything: [from: string, to: string];
  command: string;
}

/** A row, or what the program prints of a list. */
interface Printed {
  list?: string;
  rows?: unknown;
  error?: string;
}

interface Recipe extends How {
  /** What that program must print of each list: its rows, or an error. */
  lists: Record<string, "rows" | RegExp>;
  /** The rows that the recipe itself prints, in turn. */
  prints: unknown[];
  /** Why it cannot be followed on this machine, if it cannot. */
  missing?: () => Promise<string | undefined>;
}

/** Compiles programs of a recipe, with all that they import. */
const compile = `node "${newestCompiler}" --noEmit --strict --skipLibCheck --target esnext --module nodenext --allowImportingTsExtensions --ignoreConfig`;

/** What a program prints when asked for its version, or nothing if it is not there. */
async function versionOf(program: string, ...args: string[]): Promise<string> {
  const { failed, all = "" } = await start(program, args);
  return failed ? "" : all;
}

async function noPython(): Promise<string | undefined> {
  const version = await versionOf(
    "python3",
    "-c",
    "import ensurepip, platform, venv; print(platform.python_version())",
  );
  const isNew = Number(/^3\.(\d+)/.exec(version)?.[1] ?? 0) >= 11;
  return isNew ? undefined : "it needs Python 3.11 or newer, with venv and pip, and `python3` is no such Python.";
}

async function noGo(): Promise<string | undefined> {
  const isNew = Number(/\bgo1\.(\d+)/.exec(await versionOf("go", "version"))?.[1] ?? 0) >= 21;
  return isNew ? undefined : "it needs Go 1.21 or newer, and `go version` does not name one.";
}

/** The files and commands of a recipe, as its README has them. */
function readRecipe(readme: string, title: string): { files: Map<string, string>; commands: string[] } {
  const part = readme.split(/^### /m).find((one) => one.startsWith(`${title}\n`)) ?? "";
  const files = new Map<string, string>();
  const commands: string[] = [];
  for (const [, language, text = ""] of part.matchAll(/^```(\w+)\n(.*?)^```$/gms)) {
    const [, name] = /^(?:\/\/|#) (\S+)\n/.exec(text) ?? [];
    if (language === "sh") commands.push(text);
    else if (name === undefined)
      throw new Error(`${title}: the first line of each block says the name of its file:\n${text}`);
    else files.set(name, text);
  }
  return { files, commands };
}

describe("recipes", () => {
  let folder: string;
  let registry: Registry;
  let server: RunningServer;
  let readme: string;
  /** What the server serves, as anyone would read it. */
  const served = new Map<string, unknown>();

  async function readServed(): Promise<void> {
    for (const [list, path] of paths) {
      const url = `${server.url}/javni${path}?offset=0`;
      const headers = { "Ocp-Apim-Subscription-Key": key };
      served.set(list, parse(await (await fetch(url, { headers })).text()));
    }
    for (const [list, query] of documents) {
      const body = JSON.stringify({ query, variables: list === "predmet" ? askedCase : {} });
      const headers = { "content-type": "application/json" };
      const response = await fetch(`${server.url}/graphql`, { method: "POST", headers, body });
      served.set(list, (parse(await response.text()) as Row).data);
    }
  }

  beforeAll(async () => {
    folder = await makeFolder("recipes");
    registry = await startRegistry(folder);
    server = await startServiceOn(rows, join(folder, "data"), key);
    await readServed();
    const tarball = (await packAll()).find(({ name }) => name === "@court-register/specs")?.path ?? "";
    readme = await run("tar", ["-xOf", tarball, "package/README.md"]);
  }, 600_000);
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await registry[Symbol.asyncDispose]();
  });

  /** Follows a recipe to its end. @returns the JSON that it prints, line by line. */
  async function follow(title: string, { everything: [from, to], command }: How): Promise<Printed[]> {
    const path = join(folder, title.replaceAll(/\W+/g, "-"));
    const service = { url: server.url, key };
    await makeProject(path, [], registry);
    const { files, commands } = readRecipe(readme, title);
    files.set(to, readFileSync(here(`everything/${from}`), "utf8"));
    for (const [name, text] of files) {
      await mkdir(dirname(join(path, name)), { recursive: true });
      await writeFile(join(path, name), adapt(text, service));
    }
    await writeFile(join(path, "recipe.sh"), [...commands, command].join("\n"));
    const env = {
      ...registry.env,
      PATH: readersPath,
      NODE_OPTIONS: `--import=${here("print-rows.ts")} --disable-warning=ExperimentalWarning`,
      PIP_CACHE_DIR: join(downloads, "pip"),
      PIP_DISABLE_PIP_VERSION_CHECK: "1",
      GOPATH: join(downloads, "go"),
      GOCACHE: join(downloads, "go-build"),
      GOFLAGS: "-modcacherw",
    };
    const output = await run("bash", ["-euo", "pipefail", "recipe.sh"], { cwd: path, env, timeout: 900_000 });
    // Python writes UTC in another way.
    const text = withoutKey(output, key).replaceAll('+00:00"', 'Z"');
    return text
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => parse(line) as Printed);
  }

  /** The rows of the list that the recipes read. */
  const subjects = (): unknown[] => served.get("subjekt") as Row[];
  const all = (lists: Iterable<string>): Record<string, "rows"> =>
    Object.fromEntries([...lists].map((list) => [list, "rows"]));

  function recipe(name: string, title: string, given: () => Recipe): void {
    test.concurrent(name, async ({ skip }) => {
      const { lists, prints, missing, ...how } = given();
      const why = await missing?.();
      if (why !== undefined) {
        console.log(`Not checked: ${name}: ${why}`);
        skip(why);
      }
      const printed = await follow(title, how);
      expect(printed.filter(({ list }) => list === undefined)).toEqual(prints);
      const read = printed.filter(({ list }) => list !== undefined);
      expect(read.map(({ list }) => list).sort()).toEqual(Object.keys(lists).sort());
      for (const { list, rows, error } of read) {
        const wanted = lists[list ?? ""];
        if (wanted instanceof RegExp) expect(error).toMatch(wanted);
        else expect({ list, rows, error }).toEqual({ list, rows: served.get(list ?? "") });
      }
    });
  }

  // An integer without a width is a number there, and one that is too large for that is refused.
  const refused = unboundedLists.map((list) => [list, /expected number, received string/] as const);
  recipe("typescript", "TypeScript: schemas, hooks, mock handlers", () => ({
    everything: ["register.ts", "everything.ts"],
    command: `${compile} subjects.ts hooks.ts handlers.ts\nnode everything.ts`,
    lists: { ...all(paths.keys()), ...Object.fromEntries(refused) },
    prints: [...subjects(), ...subjects(), ...exampleRows("subjekt")],
  }));
  recipe("python", "Python", () => ({
    everything: ["register.py", "everything.py"],
    command: "python everything.py",
    lists: all(paths.keys()),
    prints: subjects(),
    missing: noPython,
  }));
  recipe("go", "Go", () => ({
    everything: ["register.go", "everything/main.go"],
    command: "go run ./everything",
    lists: all(paths.keys()),
    prints: subjects(),
    missing: noGo,
  }));
  recipe("graphql", "GraphQL in TypeScript", () => ({
    everything: ["cases.ts", "everything.ts"],
    command: `${compile} codegen.ts cases.ts\nnode everything.ts`,
    lists: all(documents.keys()),
    prints: [(served.get("predmet") as Row).predmet],
  }));
});
