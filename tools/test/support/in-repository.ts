/** What a maintainer does in a repository. */

import { git } from "../../src/shared/git.ts";
import { specDiff } from "../../src/spec-diff/spec-diff.ts";

/** Commits everything that was added. */
export async function commit(root: string, message: string): Promise<void> {
  await git(root, "-c", "user.name=Test", "-c", "user.email=test@primjer.hr", "commit", "-q", "-m", message);
}

/** Runs `pnpm spec:diff`. */
export async function runSpecDiff(
  root: string,
  ...args: string[]
): Promise<{ code: number; out: string; err: string }> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await specDiff(args, { root, out: (text) => out.push(text), err: (text) => err.push(text) });
  return { code, out: out.join(""), err: err.join("") };
}
