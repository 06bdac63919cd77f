import { type ExecFileException, execFile } from "node:child_process";
import { promisify } from "node:util";

/** Git did not start, or refused. The message has its own words. */
export class GitError extends Error {
  override readonly name = "GitError";
}

/**
 * Runs git in `root`. @returns its output.
 *
 * @throws GitError with git's message, or why git did not start.
 */
export async function git(root: string, ...args: string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)("git", args, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
    return stdout;
  } catch (cause) {
    const { stderr, message } = cause as ExecFileException; // a git that does not start prints nothing
    throw new GitError(`git ${args.join(" ")}: ${stderr?.trim() || message}`, { cause });
  }
}

/** Why a command cannot do without git, what to do about it, and git's reason. */
export const needsGit = (why: string, reason: unknown): string =>
  `${why}, so this needs git, and a clone of the repository: install git, or get a clone with \`git clone\`. ${reason instanceof Error ? reason.message : reason}`;
