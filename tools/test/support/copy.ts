import { execFile } from "node:child_process";
import { cpSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { root as project } from "../../src/shared/repository.ts";
import { editFile } from "./edits.ts";

/**
 * A temporary copy of this repository in which its tools work as they do here. Only third-party packages are shared with the
 * original. It has no changesets: what waits for the next release must not decide what a test finds.
 */
export class Copy implements AsyncDisposable {
  readonly root: string;

  private constructor(root: string) {
    this.root = root;
  }

  static async make(): Promise<Copy> {
    // The real path, because compilers print that one.
    const root = await realpath(await mkdtemp(join(tmpdir(), "court-register-copy-")));
    const members = (await readdir(join(project, "packages"))).map((name) => `packages/${name}`);
    const folders = ["", "specs", ...members, "conformance", "tools"];
    for (const entry of ["specs", "packages", "conformance", "tools", ".changeset", ...(await filesIn(project))]) {
      cpSync(join(project, entry), join(root, entry), { recursive: true, filter: isSource });
    }
    for (const folder of folders) await linkPackages(root, folder);
    return new Copy(root);
  }

  path(path: string): string {
    return join(this.root, path);
  }

  read(path: string): Promise<string> {
    return readFile(this.path(path), "utf8");
  }

  async write(path: string, text: string): Promise<void> {
    await mkdir(dirname(this.path(path)), { recursive: true });
    await writeFile(this.path(path), text);
  }

  /** Replaces a text, which must be there. */
  edit(path: string, from: string, to: string): Promise<string> {
    return editFile(this.path(path), from, to);
  }

  /**
   * Runs a program in a folder of the copy.
   *
   * @returns its output, stdout then stderr, and its exit code.
   */
  async run(folder: string, program: string, ...args: string[]): Promise<{ code: number; output: string }> {
    const bin = [folder, ""].map((place) => this.path(join(place, "node_modules/.bin")));
    const env = {
      ...process.env,
      NO_COLOR: "1",
      FORCE_COLOR: undefined,
      // An install in the copy would rewrite the linked packages of the original.
      pnpm_config_verify_deps_before_run: "false",
      npm_config_verify_deps_before_run: "false",
      PATH: [...bin, process.env.PATH].join(delimiter),
    };
    const options = { cwd: this.path(folder), env, maxBuffer: 64 * 1024 * 1024 };
    try {
      const { stdout, stderr } = await promisify(execFile)(program, args, options);
      return { code: 0, output: stdout + stderr };
    } catch (error) {
      if (!(error instanceof Error) || !("stdout" in error && "stderr" in error && "code" in error)) throw error;
      if (typeof error.code !== "number") throw error;
      return { code: error.code, output: `${error.stdout}${error.stderr}` };
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.root, { recursive: true, force: true });
  }
}

const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile()).map(({ name }) => name);

/**
 * Whether a path is committed, and no changeset: handwritten, or generated code under version control. In a worktree, `.git` is a file
 * that points to the original: git in the copy would commit there.
 */
function isSource(path: string): boolean {
  const name = relative(project, path);
  if (/^\.changeset\/(?!README\.md$).*\.md$/.test(name)) return false;
  return !/\/(\.git|node_modules|dist|\.dist-\w+|reports|\.generated|\.generated-tests|\.turbo|\.built-files|bench|\.cache)(\/|$)/.test(
    `/${name}`,
  );
}

/** Links the original's third-party packages into a folder of the copy; the project's own packages are the copy's. */
async function linkPackages(root: string, folder: string): Promise<void> {
  const [from, to] = [join(project, folder, "node_modules"), join(root, folder, "node_modules")];
  for (const name of await readdir(from).catch(() => [])) {
    if (name === "@court-register" || (name.startsWith(".") && name !== ".bin")) continue;
    await mkdir(to, { recursive: true });
    await symlink(join(from, name), join(to, name));
  }
  for (const name of await readdir(join(from, "@court-register")).catch(() => [])) {
    const target = relative(project, await realpath(join(from, "@court-register", name)));
    await mkdir(join(to, "@court-register"), { recursive: true });
    await symlink(join(root, target), join(to, "@court-register", name));
  }
}
