/** A copy of the contract of a page for each test, to break. */
import { cpSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { contractFolder } from "../contract/contract.ts";
import { editFile } from "./edits.ts";

/** The copy for the current test. */
export let folder = "nowhere: copySpecs() was not called";

/** Gives each test of the file that calls it a copy. */
export function copySpecs(): void {
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "specs-"));
    cpSync(join(contractFolder, "specs"), folder, { recursive: true });
  });
  afterEach(() => rm(folder, { recursive: true }));
}

/** Replaces a text, which must be there, in a file of the copy. @returns the whole text. */
export const edit = (file: string, from: string, to: string): Promise<string> => editFile(join(folder, file), from, to);
