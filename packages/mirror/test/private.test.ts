/** A copy holds names and addresses of persons: whatever is written is for its owner alone. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { cli } from "./support/command.ts";
import { startRegister } from "./support/days.ts";
import { contents } from "./support/exported.ts";
import { exportFolder } from "./support/target.ts";

/** Runs a command whose user has no mask that would keep anything from anybody. */
async function runUnmasked(...argv: string[]): Promise<void> {
  const command = [process.execPath, "--conditions=@court-register/source", cli, ...argv];
  const child = spawn("sh", ["-c", 'umask 000; exec "$@"', "sh", ...command], { stdio: ["ignore", "ignore", "pipe"] });
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  expect(code, errors).toBe(0);
}

/** What is below a folder, by name, with whom it is for. */
function modesIn(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    entries.map((entry) => {
      const { mode } = statSync(join(entry.parentPath, entry.name));
      return [entry.name, `${entry.isDirectory() ? "folder" : "file"} ${(mode & 0o777).toString(8)}`];
    }),
  );
}

test("copies, what is beside them, exports, lists and files of --told are for their owner alone", async ({ skip }) => {
  if (process.platform === "win32") return skip("Windows has other rights.");
  if (process.env.COURT_REGISTER_TEST_POSTGRES) return skip("This is about files, and runs without a server.");
  await using register = await startRegister(true);
  await using folder = exportFolder();
  const inside = (...names: string[]): string => join(folder.name, ...names);
  const target = inside("register.sqlite");
  const sync = (): Promise<void> =>
    runUnmasked("sync", target, "--base-url", register.url, "--key", register.key, "--list", "subjekt");
  let whileSyncing = new Map<string, string>();
  register.intercept = () => {
    whileSyncing = modesIn(folder.name);
    return false;
  };
  await sync();
  const beside = ["", "-wal", "-shm"].map((end) => [`${basename(target)}${end}`, "file 600"]);
  expect([...whileSyncing].sort()).toEqual(beside.sort());

  writeFileSync(inside("mine.csv"), "oib\n12345678903\n", { mode: 0o600 });
  await runUnmasked("check", target, inside("mine.csv"), "--out", inside("checked.csv"));
  await runUnmasked("export", target, inside("deep", "er", "exported"), "--changes");
  await runUnmasked("changes", target, "--told", inside("told.json"));
  const modes = modesIn(folder.name);
  const expected = ["register.sqlite", "checked.csv", "told.json", "latest.json", ".export.lock", "generation=1", "er"];
  expect([...modes.keys()]).toEqual(expect.arrayContaining(expected));
  // Nor is the key in any of them.
  for (const [path, content] of Object.entries(contents(folder.name)))
    expect(content, path).not.toContain(register.key);
  for (const [name, mode] of modes) expect(mode, name).toMatch(/^(?:file 600|folder 700)$/);
});
