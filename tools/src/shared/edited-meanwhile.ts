/**
 * turbo hashes the inputs of a task before it runs any, and keeps under that hash what the task then makes of the files as they are
 * when it reads them. An edit in between would be kept under the hash of the text before it, and be given back for that text.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "./repository.ts";

/** What is read here of `turbo run … --dry=json`. */
interface Plan {
  tasks: { taskId: string; hash: string; directory: string; inputs: Record<string, string> }[];
}

/**
 * Asked at the end of a task, in the folder of its package.
 *
 * @param hash - The hash that turbo has given to the task. Without turbo, nothing is kept, so nothing is asked. @defaultValue its own
 * @param task - @defaultValue the script that runs
 * @returns which input is no longer what turbo has hashed, or was written since this process began, in a sentence; if none, `undefined`
 */
export function editedMeanwhile(
  hash: string | undefined = process.env.TURBO_HASH,
  task: string = process.env.npm_lifecycle_event ?? "",
): string | undefined {
  if (hash === undefined) return undefined;
  // turbo's name of the root.
  const name = process.cwd() === root ? "//" : JSON.parse(readFileSync("package.json", "utf8")).name;
  const args = ["run", task, `--filter=${name}`, "--dry=json"];
  const { tasks }: Plan = JSON.parse(
    execFileSync(join(root, "node_modules/.bin/turbo"), args, {
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, DO_NOT_TRACK: "1" },
    }),
  );
  const files = tasks.flatMap(({ directory, inputs }) => Object.keys(inputs).map((path) => join(directory, path)));
  // Also one that was edited and is again what it was.
  const edited = files.find((file) => isNewer(join(root, file)));
  if (edited !== undefined) return `${edited} was edited during this task.`;
  const now = tasks.find(({ taskId }) => taskId === `${name}#${task}`)?.hash;
  return now === hash ? undefined : `Files were edited since turbo planned this task (${hash}, now ${now}).`;
}

const isNewer = (file: string): boolean => existsSync(file) && statSync(file).mtimeMs > performance.timeOrigin;
