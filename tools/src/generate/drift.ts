/** The committed generated files against what the specs generate: `pnpm generate` ends the drift, `pnpm generate:check` names it. */
import { cp, glob, readFile, rm } from "node:fs/promises";
import { join } from "node:path";

/** The generated files, by path from the repository's root; all others are handwritten. */
const generated = ["{packages/*,conformance}/src/generated/**/*.*", "packages/*/api.md"];

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
  /** For each wanted file, the staged file with its content. */
  sources: Map<string, string>;
}

/**
 * Compares a repository with the staged output of the generation steps.
 *
 * @param staged - has one folder per step, each with files by their path from the repository's root.
 * @param repository - the repository's root.
 */
export async function findDrift(staged: string, repository: string): Promise<Drift> {
  const sources = new Map<string, string>();
  for await (const path of glob("*/**/*.*", { cwd: staged })) {
    sources.set(path.split("/").slice(1).join("/"), join(staged, path));
  }
  const drift: Drift = { differs: [], missing: [], stale: [], same: [], sources };
  const present = new Set<string>();
  for await (const path of glob(generated, { cwd: repository })) present.add(path);
  for (const path of [...present].filter((path) => !sources.has(path)).sort()) drift.stale.push(path);
  for (const [path, source] of [...sources].sort()) {
    if (!present.has(path)) drift.missing.push(path);
    else drift[(await sameContent(join(repository, path), source)) ? "same" : "differs"].push(path);
  }
  return drift;
}

/** Writes and removes files of the repository until nothing differs. @returns what it did. */
export async function endDrift(drift: Drift, repository: string): Promise<string> {
  const { differs, missing, stale, same, sources } = drift;
  for (const path of stale) await rm(join(repository, path));
  for (const path of [...differs, ...missing]) {
    await cp(sources.get(path) ?? "", join(repository, path));
  }
  const written = differs.length + missing.length;
  return `Generated files: ${written} written, ${stale.length} removed, ${same.length} up to date.`;
}

/** The files that do not match, one a line, and what to do; `undefined` if nothing differs. */
export function describeDrift({ differs, missing, stale }: Drift): string | undefined {
  const files = Object.entries({ differs, missing, stale }).flatMap(([state, paths]) =>
    paths.map((path) => `  ${state.padEnd(8)} ${path}\n`),
  );
  if (files.length === 0) return undefined;
  return `Generated files do not match the specs:\n${files.join("")}Run \`pnpm generate\` and commit the result.`;
}

async function sameContent(a: string, b: string): Promise<boolean> {
  const [left, right] = await Promise.all([readFile(a), readFile(b)]);
  return left.equals(right);
}
