/** An exported folder has whole generations of one copy, whatever happens. */
import { type ChildProcess, spawn } from "node:child_process";
import { hash } from "node:crypto";
import { once } from "node:events";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  type PathLike,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startServer } from "@court-register/reference-server";
import { expect, test, vi } from "vitest";
import type { ExportRecord } from "../src/export/record.ts";
import { registerLists as everyList } from "../src/generated/lists.ts";
import { exportTo, prune, status, sync } from "../src/index.ts";
import { accessTo } from "./support/access.ts";
import { copied, firstDay, optionsFor, secondDay, startRegister } from "./support/days.ts";
import { contents, copyOfDays } from "./support/exported.ts";
import { proofCases, proofRuns } from "./support/proofs.ts";
import { exportFolder, newTarget, rowsInView, sqliteTarget } from "./support/target.ts";

/** The same, without what is aside. */
const visible = (folder: string): Record<string, string> =>
  Object.fromEntries(Object.entries(contents(folder)).filter(([path]) => !path.startsWith(".unfinished/")));

function readRecord(folder: string): ExportRecord | undefined {
  const path = join(folder, "latest.json");
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as ExportRecord) : undefined;
}

/** Everything that a record names and that is not there as it says. */
function brokenFiles(folder: string, record: ExportRecord | undefined = readRecord(folder)): string[] {
  const named = Object.values(record?.lists ?? {}).flatMap(({ path, changes }) => [
    path,
    ...(changes ? [changes.path] : []),
  ]);
  const missing = named.filter((path) => !existsSync(join(folder, path)));
  const broken = Object.entries(record?.files ?? {}).filter(([path, { bytes, sha256 }]) => {
    const content = existsSync(join(folder, path)) ? readFileSync(join(folder, path)) : Buffer.of();
    return content.length !== bytes || hash("sha256", content) !== sha256;
  });
  return [...missing, ...broken.map(([path]) => path)];
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

test("a folder of another format, or of another version of the mirror, is refused", async () => {
  await using copy = await copyOfDays(1);
  await using folder = exportFolder();
  await exportTo(copy.name, folder.name, { format: "csv" });
  const before = contents(folder.name);
  await expect(exportTo(copy.name, folder.name)).rejects.toMatchObject({ kind: "usage", message: /export as csv/ });
  expect(contents(folder.name)).toEqual(before);
  const record = join(folder.name, "latest.json");
  for (const [layout, kind] of [
    [1, "usage"],
    [3, "newer"],
  ]) {
    writeFileSync(record, (before["latest.json"] ?? "").replace('"layout": 2', `"layout": ${layout}`));
    await expect(exportTo(copy.name, folder.name, { format: "csv" })).rejects.toMatchObject({ kind });
  }
});

test("a folder is of one copy, also when that has forgotten what it exported", async () => {
  await using mine = await copyOfDays(2);
  await using other = await copyOfDays(2);
  await using folder = exportFolder();
  await exportTo(mine.name, folder.name, { generation: 1 });
  const before = contents(folder.name);
  const { copy } = await status(mine.name);
  expect(JSON.parse(before["latest.json"] ?? "")).toMatchObject({ layout: 2, copy });
  for (const prunes of [false, true]) {
    if (prunes) await prune(other.name, { keep: 1 });
    await expect(exportTo(other.name, folder.name)).rejects.toMatchObject({
      kind: "foreign",
      message: expect.stringMatching(
        new RegExp(`is an export of another copy: .* names the copy ${copy} of http.* Name another folder\\.$`),
      ),
    });
    expect(contents(folder.name)).toEqual(before);
  }
  await prune(mine.name, { keep: 1 });
  expect(await exportTo(mine.name, folder.name)).toMatchObject({ generation: 2, upToDate: false });
});

test("a duplicate of a copy's file is another copy as soon as it has generations of its own", async () => {
  await using register = await startRegister(true);
  await using target = sqliteTarget();
  await using folder = exportFolder();
  await sync(target.name, optionsFor(register));
  const duplicate = `${target.name}.duplicate`;
  const database = new DatabaseSync(target.name);
  database.exec(`VACUUM INTO '${duplicate}'`);
  database.close();
  for (const [index, name] of [target.name, duplicate].entries()) {
    register.rows = { ...secondDay, jezik: [`{"id":${index}}`] };
    register.state = `day of ${index}`;
    await sync(name, { ...optionsFor(register), acceptShrink: true });
  }
  await exportTo(target.name, folder.name);
  await expect(exportTo(duplicate, folder.name)).rejects.toMatchObject({ kind: "foreign" });
  register.rows = secondDay;
  register.state = "the next day";
  await sync(duplicate, optionsFor(register));
  await prune(duplicate, { keep: 1 });
  await expect(exportTo(duplicate, folder.name)).rejects.toMatchObject({ kind: "foreign" });
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
    message: expect.stringMatching(/has no list sjedista .* It has company, sjediste, subjekt, jezik\./),
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

test("a run that is killed before any of its renames leaves a whole folder to readers, and the next one finishes it", async () => {
  await using copy = await copyOfDays(1);
  await using first = exportFolder();
  await using whole = exportFolder();
  const script = fileURLToPath(new URL("./support/killed-export.ts", import.meta.url));
  const runScript = async (folder: string, rename?: number): Promise<[string, NodeJS.Signals | null]> => {
    const args = ["--conditions=@court-register/source", script, copy.name, folder, "csv", String(rename ?? "")];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    const [output, [, signal]] = await Promise.all([text(child.stdout), once(child, "close")]);
    return [output, signal];
  };
  // The first export into a folder, then one beside another generation.
  for (const begins of [true, false]) {
    if (!begins) await copy.next();
    const [renames] = await runScript(whole.name);
    expect(Number(renames)).toBeGreaterThan(4);
    const all = Array.from({ length: Number(renames) }, (_, index) => index + 1);
    for (const rename of proofCases("renames before which an export is killed", all)) {
      await using folder = exportFolder();
      cpSync(first.name, folder.name, { recursive: true });
      const before = visible(folder.name);
      expect(await runScript(folder.name, rename)).toEqual(["", "SIGKILL"]);
      expect(readRecord(folder.name)).toEqual(readRecord(first.name));
      expect(brokenFiles(folder.name)).toEqual([]);
      expect(visible(folder.name)).toMatchObject(before);
      // Whoever comes next may want something else.
      await exportTo(copy.name, folder.name, { format: "csv", lists: ["jezik"] });
      expect(brokenFiles(folder.name)).toEqual([]);
      await exportTo(copy.name, folder.name, { format: "csv", changes: true });
      expect(contents(folder.name)).toEqual(contents(whole.name));
    }
    await exportTo(copy.name, first.name, { format: "csv", changes: true });
  }
});

test("a run that was killed while it moved its files names none that were removed since", async () => {
  await using copy = await copyOfDays(1);
  await using folder = exportFolder();
  await using whole = exportFolder();
  for (const { name } of [folder, whole]) await exportTo(copy.name, name);
  const { copy: identity } = await status(copy.name);
  // As it is left before the last rename.
  const work = join(folder.name, ".unfinished", String(identity));
  mkdirSync(work, { recursive: true });
  renameSync(join(folder.name, "latest.json"), join(work, "latest.json"));
  rmSync(join(folder.name, "sjediste"), { recursive: true });
  await exportTo(copy.name, folder.name, { lists: ["jezik"] });
  expect(Object.keys(readRecord(folder.name)?.lists ?? {})).toEqual(["company", "subjekt", "jezik"]);
  expect(brokenFiles(folder.name)).toEqual([]);
  expect(await exportTo(copy.name, folder.name)).toMatchObject({ upToDate: false });
  expect(readRecord(folder.name)).toEqual(readRecord(whole.name));
});

test("what others keep in the work folder stays, whatever it is called", async () => {
  await using copy = await copyOfDays(1);
  await using folder = exportFolder();
  const strangers = {
    ".unfinished/thesis.txt": "mine",
    ".unfinished/exporter.json": "{",
    ".unfinished/files/sjediste/generation=1/part-0.parquet": "rows",
    ".unfinished/e0c4b1d2-0000-4000-8000-000000000000/latest.json": "{}",
  };
  for (const [path, content] of Object.entries(strangers)) {
    mkdirSync(dirname(join(folder.name, path)), { recursive: true });
    writeFileSync(join(folder.name, path), content);
  }
  for (const upToDate of [false, true]) {
    expect(await exportTo(copy.name, folder.name)).toMatchObject({ upToDate });
    const left = Object.entries(contents(folder.name)).filter(([path]) => path.startsWith(".unfinished/"));
    expect(Object.fromEntries(left)).toEqual(strangers);
  }
  // Nor does an export write over a file that it has not written.
  await copy.next();
  const place = join(folder.name, "sjediste/generation=2");
  mkdirSync(place);
  writeFileSync(join(place, "part-0.parquet"), "mine");
  const before = contents(folder.name);
  await expect(exportTo(copy.name, folder.name)).rejects.toMatchObject({
    kind: "foreign",
    message: expect.stringContaining("generation=2/part-0.parquet is not named by"),
  });
  expect(contents(folder.name)).toEqual(before);
});

test("a recorded file that was emptied, changed or removed is written again, and is not named until then", async () => {
  await using copy = await copyOfDays(2);
  await using folder = exportFolder();
  for (const generation of [1, 2]) await exportTo(copy.name, folder.name, { format: "csv", generation, changes: true });
  const whole = contents(folder.name);
  const harms: ((path: string) => void)[] = [
    (path) => truncateSync(path),
    (path) =>
      writeFileSync(
        path,
        readFileSync(path, "utf8").replace(/\d/, (digit) => (digit === "1" ? "2" : "1")),
      ),
    (path) => appendFileSync(path, "7,7\r\n"),
    (path) => rmSync(path),
    (path) => rmSync(dirname(path), { recursive: true }),
  ];
  const paths = Object.keys(whole).filter((one) => one.endsWith(".csv"));
  const harmed = harms.flatMap((harm) => paths.map((path) => ({ harm, path })));
  for (const { harm, path } of proofCases("recorded files that are harmed", harmed)) {
    const generation = path.includes("=1/") ? 1 : 2;
    harm(join(folder.name, path));
    const broken = contents(folder.name)[path];
    expect(broken).not.toBe(whole[path]);
    expect(await exportTo(copy.name, folder.name, { format: "csv", generation, changes: true })).toMatchObject({
      upToDate: false,
    });
    expect(contents(folder.name)).toEqual(whole);
  }
  // A list that was not asked for leaves the record, and comes back when it is.
  truncateSync(join(folder.name, "sjediste/generation=2/part-0.csv"));
  rmSync(join(folder.name, "subjekt"), { recursive: true });
  await exportTo(copy.name, folder.name, { format: "csv", lists: ["jezik"] });
  expect(readRecord(folder.name)).toMatchObject({ generations: [1, 2], lists: { jezik: {} } });
  expect(Object.keys(readRecord(folder.name)?.lists ?? {})).toEqual(["company", "jezik"]);
  for (const generation of [1, 2]) await exportTo(copy.name, folder.name, { format: "csv", generation, changes: true });
  const { "latest.json": _, ...files } = contents(folder.name);
  expect({ ...files, "latest.json": whole["latest.json"] }).toEqual(whole);
  expect(brokenFiles(folder.name)).toEqual([]);
});

test("runs that export to one folder at once never leave a record of files that are not there", async () => {
  await using copy = await copyOfDays(2);
  await using folder = exportFolder();
  await using whole = exportFolder();
  const script = fileURLToPath(new URL("./support/exporter.ts", import.meta.url));
  const times = proofRuns("times that every list is exported by three runs at once", 40);
  const processes = [1, 2, 3].map(() =>
    spawn(process.execPath, ["--conditions=@court-register/source", script, copy.name, folder.name, String(times)], {
      stdio: ["ignore", "pipe", "inherit"],
    }),
  );
  const ends = processes.map((child) => Promise.all([text(child.stdout), once(child, "close")]));
  // One of them is killed while it works.
  let looks = 0;
  while (processes.some(({ exitCode, signalCode }) => exitCode === null && signalCode === null)) {
    const record = readRecord(folder.name);
    // Whoever reads the record finds the files: none is ever removed.
    if (record) expect(brokenFiles(folder.name, record)).toEqual([]);
    if (record && looks++ === 2) processes[0]?.kill("SIGKILL");
    await setTimeout(2);
  }
  const [killed, ...others] = await Promise.all(ends);
  expect(killed?.[1]).toEqual([null, "SIGKILL"]);
  for (const [, end] of others) expect(end).toEqual([0, null]);
  const generations = [1, 2];
  for (const { name } of [folder, whole])
    for (const generation of generations) await exportTo(copy.name, name, { format: "csv", generation, changes: true });
  expect(contents(folder.name)).toEqual(contents(whole.name));
});

test("a folder that another run has filled while this one looked at it is not taken for somebody else's", async () => {
  await using copy = await copyOfDays(1);
  await using folder = exportFolder();
  const readdir = fs.readdir as (path: PathLike) => Promise<never>;
  const list = vi.spyOn(fs, "readdir").mockImplementationOnce(async (path) => {
    await exportTo(copy.name, folder.name, { lists: ["jezik"] });
    return await readdir(path);
  });
  syncBuiltinESMExports();
  expect(await exportTo(copy.name, folder.name)).toMatchObject({ upToDate: false });
  expect(brokenFiles(folder.name)).toEqual([]);
  list.mockRestore();
  syncBuiltinESMExports();
});

test("a run that another one is in the way of says which, and waits for none that was killed", async () => {
  await using copy = await copyOfDays(1);
  await using folder = exportFolder();
  let held: Promise<unknown> | undefined;
  await exportTo(copy.name, folder.name, {
    // The first run waits here, so the second one meets it however fast either is.
    onList: async () => {
      held ??= exportTo(copy.name, folder.name).catch((error: unknown) => error);
      await held;
    },
  });
  expect(await held).toMatchObject({
    kind: "held",
    message: expect.stringMatching(new RegExp(`^Process ${process.pid} on .* exports to .* too\\. Let it finish`)),
  });
  expect(existsSync(join(folder.name, ".unfinished"))).toBe(false);
  expect(await exportTo(copy.name, folder.name)).toMatchObject({ upToDate: true });
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
  await sync(target.name, { ...optionsFor(register), limit: 1_000, acceptGrowth: true });
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
  const { copy } = await status(target.name);
  const work = `.unfinished/${copy}`;
  while (!existsSync(join(folder.name, work, "files")) && command.exitCode === null) await setTimeout(1);
  command.kill("SIGKILL");
  const [, signal] = await once(command, "close");
  expect(signal).toBe("SIGKILL");
  expect(contents(folder.name)[`${work}/exporter.json`]).toContain(`"process":${command.pid}`);
  expect(visible(folder.name)).toEqual(before);

  const [again] = await once(startCommand("export", target.name, folder.name, "--format", "csv"), "close");
  expect(again).toBe(0);
  await exportTo(target.name, whole.name, { format: "csv" });
  expect(contents(folder.name)).toEqual(contents(whole.name));
});

test("the reference server serves an export as NDJSON, and a copy of that has the same rows", async () => {
  await using original = await startServer({ rows: 60 });
  await using first = await newTarget();
  await using second = await newTarget();
  await using folder = exportFolder();
  await sync(first.name, { ...accessTo(original), fetch });
  await exportTo(first.name, folder.name, { format: "ndjson", changes: true });
  await using offline = await startServer({ data: join(folder.name, "generation=1") });
  await sync(second.name, { ...accessTo(offline), fetch });
  for (const { name } of everyList)
    expect(await rowsInView(second.name, name)).toEqual(await rowsInView(first.name, name));
});

/** Runs the command from its sources. */
function startCommand(...argv: string[]): ChildProcess {
  const cli = fileURLToPath(new URL("../src/cli.ts", import.meta.url));
  return spawn(process.execPath, ["--conditions=@court-register/source", cli, ...argv], { stdio: "ignore" });
}
