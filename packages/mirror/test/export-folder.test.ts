/** An exported folder has whole generations of one copy, whatever happens. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startServer } from "@court-register/reference-server";
import { expect, test } from "vitest";
import { lists as everyList } from "../src/generated/lists.ts";
import { exportTo, prune, sync } from "../src/index.ts";
import { copied, firstDay, optionsFor, secondDay, startRegister } from "./support/days.ts";
import { exportFolder, newTarget, rowsInView } from "./support/target.ts";

/** Every file below a folder with its content, by path. */
function contents(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = names.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, "latin1")]));
}

/** A copy of both days, or of the first alone. */
async function copyOfDays(days: 1 | 2) {
  const register = await startRegister(true);
  const target = await newTarget();
  await sync(target.name, optionsFor(register));
  const next = async () => {
    register.rows = secondDay;
    register.state = "second-day";
    await sync(target.name, optionsFor(register));
  };
  if (days === 2) await next();
  return {
    name: target.name,
    next,
    async [Symbol.asyncDispose]() {
      await target[Symbol.asyncDispose]();
      await register[Symbol.asyncDispose]();
    },
  };
}

test("a folder with other files is refused, and stays as it is", async () => {
  await using copy = await copyOfDays(1);
  await using folder = exportFolder();
  writeFileSync(join(folder.name, "thesis.txt"), "mine");
  mkdirSync(join(folder.name, "sjediste", "generation=3"), { recursive: true });
  await expect(exportTo(copy.name, folder.name)).rejects.toMatchObject({ kind: "foreign" });
  writeFileSync(join(folder.name, "latest.json"), '{"version":"1.2.3"}');
  await expect(exportTo(copy.name, folder.name)).rejects.toMatchObject({ kind: "foreign" });
  expect(readdirSync(folder.name).sort()).toEqual(["latest.json", "sjediste", "thesis.txt"]);
  const file = join(folder.name, "thesis.txt");
  await expect(exportTo(copy.name, file)).rejects.toMatchObject({ kind: "usage", message: /is not a folder/ });
});

test("a folder of another format, another copy or a newer mirror is refused", async () => {
  await using copy = await copyOfDays(1);
  await using other = await copyOfDays(1);
  await using folder = exportFolder();
  await exportTo(copy.name, folder.name, { format: "csv" });
  const before = contents(folder.name);
  await expect(exportTo(copy.name, folder.name)).rejects.toMatchObject({ kind: "usage", message: /export as csv/ });
  await expect(exportTo(other.name, folder.name, { format: "csv" })).rejects.toMatchObject({ kind: "foreign" });
  expect(contents(folder.name)).toEqual(before);
  const record = join(folder.name, "latest.json");
  writeFileSync(record, readFileSync(record, "utf8").replace('"layout": 1', '"layout": 2'));
  await expect(exportTo(copy.name, folder.name, { format: "csv" })).rejects.toMatchObject({ kind: "newer" });
});

test("what the copy does not have is refused in a sentence", async () => {
  await using copy = await copyOfDays(2);
  await using folder = exportFolder();
  await expect(exportTo(copy.name, folder.name, { generation: 3 })).rejects.toMatchObject({
    kind: "usage",
    message: expect.stringContaining("has no generation 3. It has generations from 1 to 2."),
  });
  await prune(copy.name, { keep: 1 });
  await expect(exportTo(copy.name, folder.name, { generation: 1 })).rejects.toMatchObject({
    message: expect.stringContaining("has no generation 1. It has generation 2 alone."),
  });
  await expect(exportTo(copy.name, folder.name, { lists: ["sjedista"] })).rejects.toMatchObject({
    message: expect.stringMatching(/has no list sjedista .* It has sjediste, subjekt, jezik\./),
  });
  expect(readdirSync(folder.name)).toEqual([]);
});

test("a target without a complete copy is refused in a sentence", async () => {
  await using target = await newTarget();
  await using register = await startRegister(true);
  await using folder = exportFolder();
  await expect(exportTo(target.name, folder.name)).rejects.toMatchObject({ kind: "usage" });
  register.intercept = ({ response, list }) => {
    if (list !== "subjekt") return false;
    response.writeHead(403).end();
    return true;
  };
  await expect(sync(target.name, optionsFor(register))).rejects.toMatchObject({ name: "MirrorError" });
  await expect(exportTo(target.name, folder.name)).rejects.toMatchObject({
    kind: "usage",
    message: expect.stringContaining("holds no complete copy yet: run sync until it is complete."),
  });
  expect(readdirSync(folder.name)).toEqual([]);
});

test("a list that another run adds to a generation joins those that are there", async () => {
  await using copy = await copyOfDays(1);
  await using folder = exportFolder();
  await using whole = exportFolder();
  for (const format of ["parquet", "ndjson"] as const) {
    const parts = join(folder.name, format);
    for (const list of copied) await exportTo(copy.name, parts, { format, lists: [list] });
    await exportTo(copy.name, parts, { format, changes: true });
    await exportTo(copy.name, join(whole.name, format), { format, changes: true });
    expect(contents(parts)).toEqual(contents(join(whole.name, format)));
  }
});

test("what a killed run has left is removed, also if it was killed between two renames", async () => {
  await using copy = await copyOfDays(1);
  await using folder = exportFolder();
  await using whole = exportFolder();
  await exportTo(copy.name, folder.name);
  await copy.next();
  await exportTo(copy.name, folder.name);
  await exportTo(copy.name, whole.name);
  await exportTo(copy.name, whole.name, { generation: 1 });

  // As a run leaves it that was killed after it has moved one list of a generation that was forgotten since.
  mkdirSync(join(folder.name, "sjediste/generation=7"));
  writeFileSync(join(folder.name, "sjediste/generation=7/part-0.parquet"), "rows");
  mkdirSync(join(folder.name, ".unfinished/files/subjekt/generation=7"), { recursive: true });
  writeFileSync(
    join(folder.name, ".unfinished/exporter.json"),
    JSON.stringify({ host: hostname(), process: await endedProcess() }),
  );
  expect(await exportTo(copy.name, folder.name)).toMatchObject({ upToDate: true });
  expect(contents(folder.name)).toEqual(contents(whole.name));

  // The first export was killed: there is no record yet.
  rmSync(join(folder.name, "latest.json"));
  mkdirSync(join(folder.name, ".unfinished"), { recursive: true });
  writeFileSync(join(folder.name, ".unfinished/exporter.json"), "{");
  await exportTo(copy.name, folder.name, { generation: 1 });
  await exportTo(copy.name, folder.name);
  expect(contents(folder.name)).toEqual(contents(whole.name));
});

test("two runs do not export to one folder at the same time", async () => {
  await using copy = await copyOfDays(1);
  await using folder = exportFolder();
  const running = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  try {
    mkdirSync(join(folder.name, ".unfinished"));
    const exporter = { host: hostname(), process: running.pid };
    writeFileSync(join(folder.name, ".unfinished/exporter.json"), JSON.stringify(exporter));
    await expect(exportTo(copy.name, folder.name)).rejects.toMatchObject({
      kind: "held",
      message: expect.stringContaining(`Process ${running.pid} exports to`),
    });
  } finally {
    running.kill("SIGKILL");
    await once(running, "close");
  }
  await exportTo(copy.name, folder.name);
  expect(existsSync(join(folder.name, ".unfinished"))).toBe(false);
});

test("an export that is stopped or killed leaves the folder as it was, and the next one is whole", async () => {
  await using register = await startRegister(true);
  await using target = await newTarget();
  await using folder = exportFolder();
  await using whole = exportFolder();
  register.cap = 1_000;
  await sync(target.name, optionsFor(register));
  await exportTo(target.name, folder.name, { format: "csv" });
  await exportTo(target.name, whole.name, { format: "csv" });
  register.rows = {
    ...firstDay,
    sjediste: Array.from({ length: 30_000 }, (_, mbs) => `{"mbs":${mbs},"ulica":"Ulica"}`),
  };
  register.state = "second-day";
  await sync(target.name, { ...optionsFor(register), limit: 1_000 });
  const before = contents(folder.name);

  const stop = new AbortController();
  const stopped = exportTo(target.name, folder.name, {
    format: "csv",
    signal: stop.signal,
    onList: () => stop.abort(),
  });
  await expect(stopped).rejects.toMatchObject({ kind: "stopped" });
  expect(contents(folder.name)).toEqual(before);

  const command = startCommand("export", target.name, folder.name, "--format", "csv");
  while (!existsSync(join(folder.name, ".unfinished/files")) && command.exitCode === null) await setImmediate();
  command.kill("SIGKILL");
  const [, signal] = await once(command, "close");
  expect(signal).toBe("SIGKILL");
  const { ".unfinished/exporter.json": left, ...after } = contents(folder.name);
  expect(left).toContain(`"process":${command.pid}`);
  const visible = Object.entries(after).filter(([path]) => !path.startsWith(".unfinished/"));
  expect(Object.fromEntries(visible)).toEqual(before);

  const [again] = await once(startCommand("export", target.name, folder.name, "--format", "csv"), "close");
  expect(again).toBe(0);
  await exportTo(target.name, whole.name, { format: "csv" });
  expect(contents(folder.name)).toEqual(contents(whole.name));
});

test("the reference server serves an export as NDJSON, and a copy of that has the same rows", async () => {
  await using original = await startServer({ rows: 60, keys: ["key"] });
  await using first = await newTarget();
  await using second = await newTarget();
  await using folder = exportFolder();
  await sync(first.name, { baseUrl: original.url, subscriptionKey: "key", fetch });
  await exportTo(first.name, folder.name, { format: "ndjson", changes: true });
  await using offline = await startServer({ data: join(folder.name, "generation=1"), keys: ["key"] });
  await sync(second.name, { baseUrl: offline.url, subscriptionKey: "key", fetch });
  for (const { name } of everyList)
    expect(await rowsInView(second.name, name)).toEqual(await rowsInView(first.name, name));
});

/** Runs the command from its sources. */
function startCommand(...argv: string[]): ChildProcess {
  const cli = fileURLToPath(new URL("../src/cli.ts", import.meta.url));
  return spawn(process.execPath, ["--conditions=@court-register/source", cli, ...argv], { stdio: "ignore" });
}

/** The number of a process that has ended. */
async function endedProcess(): Promise<number | undefined> {
  const ended = spawn(process.execPath, ["--version"], { stdio: "ignore" });
  await once(ended, "close");
  return ended.pid;
}
