/** A copy of the specs for each test, to break. */
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import { apply, type Edit } from "../compatibility/corpus/case.ts";
import { readSpecs, type Specs, workingTree } from "../compatibility/specs.ts";
import { root } from "../repository.ts";
import { rules } from "./rules/index.ts";

/** The copy for the current test. */
export let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lint-"));
  await cp(join(root, "specs"), folder, { recursive: true, filter: (path) => !path.includes("node_modules") });
});

afterEach(() => rm(folder, { recursive: true }));

/** Replaces a text, which must be there, in a file of the copy. */
export async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(join(folder, file), "utf8");
  expect(text).toContain(from);
  await writeFile(join(folder, file), text.replace(from, to));
}

const specs: Specs = await readSpecs(workingTree(root));

/** What a rule reports after the edits, each problem as its place and its message. */
export function find(rule: string, edits: Edit[] = []): string[] {
  const problems = rules[rule]?.(apply(specs, edits).openapi, folder) ?? ["no such rule"];
  return problems.map((problem) =>
    typeof problem === "string" ? problem : `${problem.at.join(" ")}: ${problem.message}`,
  );
}
