import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSource } from "./store.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "court-register-source-"));
});
afterAll(() => rm(folder, { recursive: true }));

test("a folder outside of git has no commit; inside it is HEAD, clean unless a file other than the results was modified", async () => {
  expect(readSource(folder)).toBeUndefined();
  const git = (...args: string[]): string => execFileSync("git", args, { cwd: folder, encoding: "utf8" }).trim();
  git("init", "--quiet");
  await writeFile(join(folder, "a.txt"), "one");
  git("add", "a.txt");
  git(
    "-c",
    "commit.gpgsign=false",
    "-c",
    "user.name=Primjer",
    "-c",
    "user.email=primjer@primjer.hr",
    "commit",
    "--quiet",
    "--message",
    "a",
  );
  const commit = git("rev-parse", "HEAD");
  expect(readSource(folder)).toEqual({ commit, clean: true });
  await mkdir(join(folder, "tools/bench/generated"), { recursive: true });
  await writeFile(join(folder, "tools/bench/generated/decode.json"), "{}");
  await writeFile(join(folder, "tools/bench/RESULTS.md"), "");
  expect(readSource(folder)).toEqual({ commit, clean: true });
  await writeFile(join(folder, "a.txt"), "two");
  expect(readSource(folder)).toEqual({ commit, clean: false });
});
