/** An export looks at what is in its places before it changes anything: what is not its own stays as it is, and is named. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { exportTo, status, sync } from "../src/index.ts";
import { optionsFor, secondDay, startRegister } from "./support/days.ts";
import { contents, copyOfDays } from "./support/exported.ts";
import { exportFolder, sqliteTarget, type Target } from "./support/target.ts";

/** Everything below a folder: files with their bytes, links with where they lead, and what else there is by its mode. */
function tree(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return Object.fromEntries(
    names.map((name) => {
      const stats = lstatSync(join(folder, name));
      if (stats.isFile()) return [name, readFileSync(join(folder, name), "latin1")];
      return [name, stats.isSymbolicLink() ? readlinkSync(join(folder, name)) : stats.mode.toString(8)];
    }),
  );
}

/** What may be in a place, apart from what belongs there. */
const things: Record<string, (path: string) => void> = {
  file: (path) => writeFileSync(path, "mine"),
  folder: (path) => mkdirSync(path),
  "link that leads nowhere": (path) => symlinkSync("nowhere", path),
  "link to itself": (path) => symlinkSync(path, path),
  pipe: (path) => expect(spawnSync("mkfifo", [path]).status).toBe(0),
  database: (path) => {
    const database = new DatabaseSync(path);
    database.exec("PRAGMA journal_mode = WAL; CREATE TABLE mine (name TEXT); PRAGMA wal_checkpoint(TRUNCATE)");
    database.close();
  },
};
const all = Object.keys(things);
const except = (...names: string[]): string[] => all.filter((name) => !names.includes(name));

/** Has a process export, of some user. @returns what it printed as errors. */
async function exportInProcess(target: string, folder: string, kill: readonly string[], user = ""): Promise<string> {
  const script = fileURLToPath(new URL("./support/killed-export.ts", import.meta.url));
  const args = ["--conditions=@court-register/source", script, target, folder, "csv", ...kill];
  const env = { ...process.env, EXPORT_AS_USER: user };
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"], cwd: tmpdir(), env });
  const [errors] = await Promise.all([text(child.stderr), once(child, "close")]);
  return errors;
}

/** A folder with the same in it as another one. */
function duplicateOf({ name }: Target): Target {
  const folder = exportFolder();
  cpSync(name, folder.name, { recursive: true });
  return folder;
}

/** The error of an export, which has changed nothing. */
async function refusal(target: string, folder: string, format: "csv" | "parquet" = "csv"): Promise<unknown> {
  const before = tree(folder);
  const error = await exportTo(target, folder, { format, changes: true }).catch((reason: unknown) => reason);
  expect(tree(folder)).toEqual(before);
  return error;
}

/** That a thing is named as what is in the way, whatever is done about it. */
const naming = (path: string, kind = "foreign") => ({
  name: "MirrorError",
  kind,
  message: expect.stringMatching(
    new RegExp(`^${path.replaceAll(/[.=/]/g, "\\$&")} .*(Nothing|nothing) .*another folder`),
  ),
});

test("whatever is where the lock belongs is named and stays as it is", async () => {
  await using copy = await copyOfDays(1);
  await using empty = exportFolder();
  await using exported = exportFolder();
  await exportTo(copy.name, exported.name, { format: "csv" });
  for (const thing of all)
    for (const before of [empty, exported]) {
      await using folder = duplicateOf(before);
      const lock = join(folder.name, ".export.lock");
      rmSync(lock, { force: true });
      things[thing]?.(lock);
      expect(await refusal(copy.name, folder.name), thing).toMatchObject(naming(lock));
    }
  // SQLite removes what is beside an empty file.
  for (const end of ["-journal", "-wal"]) {
    await using folder = duplicateOf(exported);
    writeFileSync(join(folder.name, `.export.lock${end}`), "mine");
    expect(await refusal(copy.name, folder.name)).toMatchObject(naming(join(folder.name, `.export.lock${end}`)));
  }
});

test("runs whose user may not write the lock are refused, all of them", async () => {
  await using copy = await copyOfDays(1);
  const user = process.getuid?.() === 0 ? "65534" : "";
  if (existsSync(copy.name)) {
    chmodSync(dirname(copy.name), 0o755);
    chmodSync(copy.name, 0o644);
  }
  for (const mode of [0o444, 0o000]) {
    await using folder = exportFolder();
    await exportTo(copy.name, folder.name, { format: "csv", lists: ["jezik"] });
    const lock = join(folder.name, ".export.lock");
    for (const name of [".", ...readdirSync(folder.name)]) chmodSync(join(folder.name, name), 0o777);
    chmodSync(lock, mode);
    const before = contents(folder.name);
    for (const errors of await Promise.all([1, 2].map(() => exportInProcess(copy.name, folder.name, [], user))))
      expect(errors).toContain(`${lock} cannot be opened for writing, so that other runs cannot be locked out.`);
    expect(contents(folder.name)).toEqual(before);
  }
});

test("whatever is where the record belongs is named", async () => {
  await using copy = await copyOfDays(1);
  await using exported = exportFolder();
  await exportTo(copy.name, exported.name, { format: "csv" });
  for (const thing of all) {
    await using folder = duplicateOf(exported);
    const record = join(folder.name, "latest.json");
    rmSync(record);
    things[thing]?.(record);
    expect(await refusal(copy.name, folder.name), thing).toMatchObject(naming(record));
  }
});

test("whatever is where files or their folders belong is named before anything is moved", async () => {
  await using copy = await copyOfDays(1);
  const { copy: identity } = await status(copy.name);
  const aside = `.unfinished/${identity}`;
  await using recorded = exportFolder();
  await using unrecorded = exportFolder();
  await exportTo(copy.name, recorded.name, { format: "csv", lists: ["sjediste", "subjekt", "jezik"] });
  await exportTo(copy.name, unrecorded.name, { format: "csv", lists: [] });
  for (const [place, them] of [
    ["sjediste", except("folder")],
    ["subjekt/generation=1", except("folder")],
    ["jezik/generation=1/part-0.csv", except("file", "database")],
    [".unfinished", except("folder")],
    [aside, except("folder")],
  ] as const)
    for (const thing of them)
      for (const before of [recorded, unrecorded]) {
        await using folder = duplicateOf(before);
        const path = join(folder.name, place);
        rmSync(path, { recursive: true, force: true });
        mkdirSync(dirname(path), { recursive: true });
        things[thing]?.(path);
        expect(await refusal(copy.name, folder.name), `${thing} at ${place}`).toMatchObject(naming(path));
      }
  // Links to folders, and links to what a run has exported, are as good as these.
  await using folder = exportFolder();
  const [elsewhere, file] = [join(folder.name, "elsewhere"), "jezik/generation=1/part-0.csv"];
  const exported = join(folder.name, "exported");
  await exportTo(copy.name, exported, { format: "csv" });
  renameSync(join(exported, "sjediste"), elsewhere);
  symlinkSync(elsewhere, join(exported, "sjediste"));
  cpSync(join(exported, file), join(folder.name, "file"));
  rmSync(join(exported, file));
  symlinkSync(join(folder.name, "file"), join(exported, file));
  expect(await exportTo(copy.name, exported, { format: "csv" })).toMatchObject({ upToDate: true });
  await copy.next();
  expect(await exportTo(copy.name, exported, { format: "csv" })).toMatchObject({ upToDate: false });
  expect(readdirSync(elsewhere)).toEqual(["generation=1", "generation=2"]);
});

test("a folder that cannot be made is named, and nothing waits for it", async () => {
  await using copy = await copyOfDays(1);
  await using folder = exportFolder();
  const file = join(folder.name, "file");
  writeFileSync(file, "mine");
  symlinkSync("nowhere", join(folder.name, "link"));
  for (const [place, expected] of [
    [join(file, "a", "b"), { kind: "usage", message: expect.stringContaining(`${file} is not a folder.`) }],
    [join(folder.name, "link"), { kind: "usage", message: expect.stringContaining("link is not a folder.") }],
    ["", { kind: "usage", message: '"" is no name of a folder. Name another one.' }],
    ["a\0b", { kind: "usage", message: '"a\\u0000b" is no name of a folder. Name another one.' }],
    // Nobody makes a folder there.
    ["/proc/a/b", { kind: "unavailable", message: expect.stringMatching(/^\/proc\S* cannot be/) }],
  ] as const)
    await expect(exportTo(copy.name, place), place).rejects.toMatchObject({ name: "MirrorError", ...expected });
  expect(readdirSync(folder.name).sort()).toEqual(["file", "link"]);
  await exportTo(copy.name, join(folder.name, "a", "b"), { format: "csv" });
  expect(readdirSync(join(folder.name, "a", "b"))).toContain("latest.json");
});

/** Has a process export, which is killed before a rename, or has it fail with a code. @returns what it printed as errors. */
const interrupted = (target: string, folder: string, rename: number, code = ""): Promise<string> =>
  exportInProcess(target, folder, [String(rename), code]);

test("what a killed run left is moved only if nothing is in its way, and only what its record names", async () => {
  await using copy = await copyOfDays(1);
  const { copy: identity } = await status(copy.name);
  await using left = exportFolder();
  await interrupted(copy.name, left.name, 2);
  const aside = `.unfinished/${identity}`;
  expect(Object.keys(tree(left.name))).toContain(`${aside}/latest.json`);
  for (const [place, thing, named] of [
    ["subjekt", "file", "subjekt"],
    ["subjekt", "pipe", "subjekt"],
    ["subjekt/generation=1", "link that leads nowhere", "subjekt/generation=1"],
    ["subjekt/generation=1/part-0.csv", "folder", "subjekt/generation=1/part-0.csv"],
    ["subjekt/generation=1/part-0.csv", "file", "subjekt/generation=1/part-0.csv"],
    ["latest.json", "folder", "latest.json"],
    [`${aside}/files/latest.json`, "file", `${aside}/files/latest.json`],
    [`${aside}/files/subjekt/mine`, "pipe", `${aside}/files/subjekt/mine`],
  ] as const) {
    await using folder = exportFolder();
    cpSync(left.name, folder.name, { recursive: true });
    mkdirSync(dirname(join(folder.name, place)), { recursive: true });
    things[thing]?.(join(folder.name, place));
    expect(await refusal(copy.name, folder.name), `${thing} at ${place}`).toMatchObject(
      naming(join(folder.name, named)),
    );
    rmSync(join(folder.name, place), { recursive: true });
    await exportTo(copy.name, folder.name, { format: "csv", changes: true });
    expect(Object.keys(tree(folder.name))).not.toContain(".unfinished");
  }
});

test("a move that fails after others is told as what it is, and the next run finishes it", async () => {
  await using copy = await copyOfDays(1);
  await using folder = exportFolder();
  await using whole = exportFolder();
  const errors = await interrupted(copy.name, folder.name, 4, "EIO");
  expect(errors).toContain(
    "Some of its files may have appeared, which latest.json does not name yet: the next run finishes that.",
  );
  expect(errors).not.toContain("Nothing of this export");
  const names = readdirSync(folder.name);
  expect(names.length).toBeGreaterThan(2);
  expect(names).not.toContain("latest.json");
  for (const { name } of [folder, whole]) await exportTo(copy.name, name, { format: "csv", changes: true });
  expect(tree(folder.name)).toEqual(tree(whole.name));
});

test("places on another disk are refused before anything is moved", async ({ skip }) => {
  const disk = "/dev/shm";
  const dev = lstatSync(disk, { throwIfNoEntry: false })?.dev;
  skip(
    dev === undefined || dev === lstatSync(tmpdir()).dev,
    `${disk} is not there, or not another disk than ${tmpdir()}`,
  );
  await using copy = await copyOfDays(1);
  await using folder = exportFolder();
  await exportTo(copy.name, folder.name, { format: "csv", lists: ["jezik"] });
  const other = mkdtempSync(join(disk, "mirror-"));
  try {
    symlinkSync(other, join(folder.name, "subjekt"));
    expect(await refusal(copy.name, folder.name)).toMatchObject({
      kind: "usage",
      message: expect.stringContaining(`${join(folder.name, "subjekt")} is on another disk than ${folder.name}`),
    });
  } finally {
    rmSync(other, { recursive: true });
  }
});

test("what a killed run of a duplicated copy left is not moved by the other one", async () => {
  await using register = await startRegister(true);
  await using target = sqliteTarget();
  await using begun = exportFolder();
  await sync(target.name, optionsFor(register));
  await exportTo(target.name, begun.name, { format: "csv" });
  const duplicate = `${target.name}.duplicate`;
  const database = new DatabaseSync(target.name);
  database.exec(`VACUUM INTO '${duplicate}'`);
  database.close();
  for (const [index, name] of [target.name, duplicate].entries()) {
    register.rows = { ...secondDay, jezik: [`{"id":${index}}`] };
    register.state = `day of ${index}`;
    await sync(name, { ...optionsFor(register), acceptShrink: true });
  }
  await using empty = exportFolder();
  for (const { name } of [empty, begun]) {
    await interrupted(target.name, name, 3);
    const error = await refusal(duplicate, name);
    expect(error).toMatchObject({ kind: "foreign", message: expect.stringContaining("is an export of another copy") });
    await expect(exportTo(target.name, name, { format: "csv", changes: true })).resolves.toMatchObject({
      generation: 2,
    });
  }
});

test("a run that is in the way is told of, whatever it says of itself", async () => {
  await using copy = await copyOfDays(1);
  await using folder = exportFolder();
  const { copy: identity } = await status(copy.name);
  const path = join(folder.name, ".unfinished", String(identity), "exporter.json");
  for (const put of [
    () => writeFileSync(path, "null"),
    () => writeFileSync(path, "[]"),
    () => writeFileSync(path, '{"host":{},"process":"x"}'),
    things.pipe,
  ]) {
    let held: unknown;
    await exportTo(copy.name, folder.name, {
      // The first run waits for the other one.
      onList: async () => {
        if (held) return;
        rmSync(path);
        put?.(path);
        held = await exportTo(copy.name, folder.name).catch((error: unknown) => error);
      },
    });
    expect(held).toMatchObject({ kind: "held", message: expect.stringMatching(/^Another run exports to/) });
  }
});
