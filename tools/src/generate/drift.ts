/** The committed generated files against what the specs generate: `pnpm generate` ends the drift, `pnpm generate:check` names it. */
import { cp, glob, rm } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../shared/repository.ts";
import { readText } from "../specs/files.ts";

/** Where generated files are before they are compared with the committed ones. */
export const staged: string = join(root, "tools/.generated");

/** How the committed generated files differ from what the specs generate; paths from the repository's root, sorted. */
export interface Drift {
  /** The content differs. */
  differs: string[];
  /** Wanted, but does not exist. */
  missing: string[];
  /** Exists, but is not wanted. */
  stale: string[];
  /** Up to date. */
  same: string[];
  /** The folder with the wanted files. */
  staged: string;
}

/**
 * Compares the files of a repository with those that were generated.
 *
 * @param patterns - of the generated files: all others are handwritten.
 * @param staged - has the generated files, each at its path from the repository's root.
 * @param repository - the repository's root.
 */
export async function findDrift(patterns: string[], staged: string, repository: string): Promise<Drift> {
  const drift: Drift = { differs: [], missing: [], stale: [], same: [], staged };
  const [wanted, present] = await Promise.all([staged, repository].map((folder) => filesIn(folder, patterns)));
  for (const path of present ?? []) if (!wanted?.includes(path)) drift.stale.push(path);
  for (const path of wanted ?? []) {
    if (!present?.includes(path)) drift.missing.push(path);
    else drift[sameContent(join(repository, path), join(staged, path)) ? "same" : "differs"].push(path);
  }
  return drift;
}

async function filesIn(folder: string, patterns: string[]): Promise<string[]> {
  const files: string[] = [];
  for await (const path of glob(patterns, { cwd: folder })) files.push(path);
  return files.sort();
}

/** Writes and removes files of the repository until nothing differs. */
export async function endDrift({ differs, missing, stale, staged }: Drift, repository: string): Promise<void> {
  for (const path of stale) await rm(join(repository, path));
  for (const path of [...differs, ...missing]) await cp(join(staged, path), join(repository, path));
}

/** In words: the files that differed, one a line; how many did not; and what was done if they no longer do. */
export function describeDrift(drifts: readonly Drift[]): { files: string; same: number; summary: string } {
  const all = (state: "differs" | "missing" | "stale" | "same"): string[] => drifts.flatMap((drift) => drift[state]);
  const lines = (["differs", "missing", "stale"] as const).flatMap((state) =>
    all(state).map((path) => `  ${state.padEnd(8)} ${path}\n`),
  );
  const same = all("same").length;
  const written = all("differs").length + all("missing").length;
  const summary = `Generated files: ${written} written, ${all("stale").length} removed, ${same} up to date.`;
  return { files: lines.join(""), same, summary };
}

/** All are text: how an editor has ended their lines makes no difference. */
const sameContent = (a: string, b: string): boolean => readText(a) === readText(b);
