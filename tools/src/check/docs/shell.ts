/** Runs the shell blocks of documents as a reader would. */
import { writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { root } from "../../shared/repository.ts";
import { copyFolder, makeProject } from "../support/packed.ts";
import { start, urlOf } from "../support/process.ts";
import type { Registry } from "../support/registry.ts";
import { adapt, type Service } from "../support/service.ts";
import type { Block, Mistake } from "./document.ts";

/** The environment variables that blocks may rely on. */
export const settingsOf = ({ url, key }: Service): Record<string, string> => ({
  COURT_REGISTER_BASE_URL: url,
  COURT_REGISTER_KEY: key,
});

/** The end of a program's output, for a mistake. */
export const quote = (output: string): string =>
  output
    .trim()
    .split("\n")
    .slice(-12)
    .map((line) => `  | ${line}`)
    .join("\n");

/** What the blocks run against. */
export interface Environment {
  /** The parent of the blocks' folders. */
  folder: string;
  registry: Registry;
  service: Service;
  /** The folder of the commands, as `npm install -g` puts them on the PATH. */
  commands: string;
  /** Milliseconds that a server has to end after it was interrupted. @defaultValue `10_000` */
  patience?: number;
}

/** The commands of a block: all of it, or the lines with a prompt. */
function commandsOf({ language, text }: Pick<Block, "language" | "text">): string {
  if (language !== "console") return text;
  return [...text.matchAll(/^\$ ((?:.*\\\n)*.*)$/gm)].map(([, command]) => command).join("\n");
}

/** The commands as they are run: against this run's service, and with servers on free ports. */
const prepare = (block: Pick<Block, "language" | "text">, service: Service): string =>
  adapt(commandsOf(block), service).replaceAll(
    /^((?:\w+=\S+ )?(?:court-register-server|court-register-mirror serve))(?!.*--port)/gm,
    "$1 --port 0",
  );

/** Creates the folder that a block runs in: an empty project, or a copy of the example that the document belongs to. */
async function makePlace(block: Block, path: string, registry: Registry): Promise<void> {
  await makeProject(path, [], registry);
  if (basename(dirname(dirname(block.file))) === "examples") await copyFolder(dirname(block.file), path);
  // By default, curl exits 0 whatever the status.
  await writeFile(join(path, ".curlrc"), "fail-with-body\nsilent\nshow-error\n");
}

/** A reader's PATH: Node and the machine's programs, without those of the workspace. The commands come before, as installed or from a clone. */
export const readersPath: string = [
  join(root, "node_modules/node/bin"),
  ...(process.env.PATH ?? "").split(":").filter((folder) => !folder.startsWith(`${root}/`)),
].join(":");

/** Runs one block. A server is interrupted once it listens, as by a reader who has seen enough. @returns what went wrong. */
async function runBlock(
  block: Block,
  script: string,
  place: string,
  { registry, service, commands, patience = 10_000 }: Environment,
): Promise<string | undefined> {
  await writeFile(script, `${prepare(block, service)}\n`);
  const reader = { ...registry.env, PATH: `${commands}:${readersPath}`, CURL_HOME: place };
  const maintainer = { PATH: `${join(root, "tools/bin")}:${process.env.PATH}` };
  const env = { ...(block.inRepository ? maintainer : reader), ...settingsOf(service) };
  const options = { cwd: block.inRepository ? root : place, env, timeout: 300_000 };
  const running = start("bash", ["-euo", "pipefail", script], {
    ...options,
    killSignal: "SIGINT",
    forceKillAfterDelay: patience,
  });
  let isServer = false;
  urlOf(running).then(
    () => {
      isServer = true;
      running.kill();
    },
    () => {},
  );
  const ended = await running;
  if (ended.all.includes(service.key)) return "prints the subscription key";
  if (isServer ? !ended.isForcefullyTerminated : ended.exitCode === 0) return undefined;
  const what = isServer
    ? `still runs ${patience / 1_000} s after it was interrupted`
    : `ended with ${ended.exitCode ?? "a signal"}`;
  return `${what}:\n${quote(ended.all)}`;
}

/**
 * Runs blocks that belong together, one after another in one folder.
 * @returns what went wrong with the first that failed.
 */
export async function runChain(chain: readonly Block[], name: string, environment: Environment): Promise<Mistake[]> {
  const place = join(environment.folder, name);
  const [first] = chain;
  if (first) await makePlace(first, place, environment.registry);
  for (const [index, block] of chain.entries()) {
    const wrong = await runBlock(block, join(environment.folder, `${name}.${index}.sh`), place, environment);
    if (wrong !== undefined) return [{ file: block.file, line: block.line, what: `this ${wrong}` }];
  }
  return [];
}
