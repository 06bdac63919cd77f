import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { written } from "../shared/output.ts";
import { publishedPackages, root } from "../shared/repository.ts";
import { dependenciesOf, isBuilt } from "./built.ts";

/** The folders of all packages that are built. */
const all = publishedPackages.filter(({ hasCode }) => hasCode).map(({ folder }) => folder);

/**
 * Builds packages, each after those that it imports. Does nothing for one that is built from what is there now. When a build fails,
 * prints what it printed, and ends this process.
 *
 * @param code - the exit code then. @defaultValue 2, since 1 would be the verdict of what was to run next
 */
export async function build(folders: readonly string[] = all, code: 1 | 2 = 2): Promise<void> {
  const builds = new Map<string, Promise<boolean>>();
  const isDone = async (folder: string): Promise<boolean> => {
    const before = await Promise.all(dependenciesOf(folder).map(buildOnce));
    if (!before.every(Boolean)) return false;
    if (isBuilt(folder)) return true;
    if (!said) console.error("Building …");
    said = true;
    return runScript(folder);
  };
  const buildOnce = (folder: string): Promise<boolean> => {
    const build = builds.get(folder) ?? isDone(folder);
    builds.set(folder, build);
    return build;
  };
  let said = false;
  // By default, a signal would leave compilers behind.
  const end = (): never => process.exit(code);
  process.once("SIGTERM", end);
  const done = await Promise.all(folders.map(buildOnce));
  process.off("SIGTERM", end);
  if (done.every(Boolean)) return;
  await written();
  process.exit(code);
}

/** Runs the build script of a package. @returns whether it succeeded; otherwise, what it printed is on the terminal. */
async function runScript(folder: string): Promise<boolean> {
  const cwd = join(root, folder);
  const { scripts } = JSON.parse(readFileSync(join(cwd, "package.json"), "utf8"));
  const bin = [cwd, root].map((place) => join(place, "node_modules/.bin"));
  const env = { ...process.env, PATH: [...bin, process.env.PATH].join(delimiter) };
  const child = spawn(scripts.build, { cwd, env, shell: true, stdio: ["ignore", "pipe", "pipe"] });
  const end = (): void => void child.kill();
  process.once("exit", end);
  const [[exitCode], ...output] = await Promise.all([once(child, "exit"), text(child.stdout), text(child.stderr)]);
  process.off("exit", end);
  if (exitCode !== 0) console.error(`${folder}:\n${output.join("")}`);
  return exitCode === 0;
}
