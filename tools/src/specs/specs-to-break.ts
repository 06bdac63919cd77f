/** A copy of the specs for each test, to break. */
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import { root } from "../repository.ts";

/** The copy for the current test. */
export let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "specs-"));
  await cp(join(root, "specs"), folder, { recursive: true, filter: (path) => !path.includes("node_modules") });
});

afterEach(() => rm(folder, { recursive: true }));

/** Replaces a text, which must be there, in a file of the copy. @returns the whole text. */
export async function edit(file: string, from: string, to: string): Promise<string> {
  const text = await readFile(join(folder, file), "utf8");
  expect(text).toContain(from);
  const edited = text.replace(from, () => to);
  await writeFile(join(folder, file), edited);
  return edited;
}
