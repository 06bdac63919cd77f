/** Runs the shell blocks of documents as a reader would. */
import { writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { root } from "../../shared/repository.ts";
import { copyFolder, makeProject } from "../support/packed.ts";
import { type Running, start } from "../support/process.ts";
import type { Registry } from "../support/registry.ts";
import type { Block, Finding } from "./document.ts";
import { adapt, quote, type Service, settingsOf } from "./service.ts";

/** What the blocks run against. */
export interface Environment {
  /** The parent of the blocks' folders. */
  folder: string;
  registry: Registry;
  service: Service;
}

/** The commands of a block: all of it, or the lines with a prompt. */
export function commandsOf({ language, text }: Pick<Block, "language" | "text">): string {
  if (language !== "console") return text;
  return [...text.matchAll(/^\$ ((?:.*\\\n)*.*)$/gm)].map(([, command]) => command).join("\n");
}

/** The commands as they are run: against this run's service, and with servers on free ports. */
export const prepare = (block: Pick<Block, "language" | "text">, service: Service): string =>
  adapt(commandsOf(block), service).replaceAll(
    /^((?:\w+=\S+ )?npx (?:--yes )?(?:@court-register\/(?:reference-server|mirror serve)|pnpm@12 serve))(?!.*--port)/gm,
    "$1 --port 0",
  );

/** Creates the folder that a block runs in: an empty project, or a copy of the example that the document belongs to. */
async function makePlace(block: Block, path: string, registry: Registry): Promise<void> {
  await makeProject(path, [], registry);
  if (basename(dirname(dirname(block.file))) === "examples") await copyFolder(dirname(block.file), path);
  // By default, curl exits 0 whatever the status.
  await writeFile(join(path, ".curlrc"), "fail-with-body\nsilent\nshow-error\n");
}

/** What went wrong with a program. A server is interrupted once it listens, as by a reader who has seen enough. */
async function outcomeOf(running: Running, listens: Promise<void>): Promise<string | undefined> {
  const code = await Promise.race([running.ended, listens]);
  if (code !== undefined) return code === 0 ? undefined : `ended with ${code ?? "a signal"}`;
  running.signal("SIGINT");
  const late = setTimeout(10_000, "still runs 10 s after it was interrupted", { ref: false });
  const wrong = await Promise.race([running.ended.then(() => undefined), late]);
  running.signal("SIGKILL");
  return wrong;
}

/** A reader's PATH: Node and the machine's programs, without those of the workspace. */
const readersPath = [
  join(root, "node_modules/node/bin"),
  ...(process.env.PATH ?? "").split(":").filter((folder) => !folder.startsWith(`${root}/`)),
].join(":");

/** Runs one block. @returns what went wrong. */
async function runBlock(
  block: Block,
  script: string,
  place: string,
  environment: Environment,
): Promise<string | undefined> {
  const { registry, service } = environment;
  await writeFile(script, `${prepare(block, service)}\n`);
  const env = {
    ...(block.inRepository ? {} : { ...registry.env, PATH: readersPath, CURL_HOME: place }),
    ...settingsOf(service),
  };
  const listening = Promise.withResolvers<void>();
  const options = { cwd: block.inRepository ? root : place, env, timeout: 300_000 };
  const running = start("bash", ["-euo", "pipefail", script], options, () => {
    if (/^Listening on http/m.test(running.output())) listening.resolve();
  });
  const wrong = await outcomeOf(running, listening.promise);
  const output = running.output();
  if (output.includes(service.key)) return "prints the subscription key";
  if (wrong === undefined) return undefined;
  return `${wrong}:\n${quote(output)}`;
}

/**
 * Runs blocks that belong together, one after another in one folder.
 * @returns what went wrong with the first that failed.
 */
export async function runChain(chain: readonly Block[], name: string, environment: Environment): Promise<Finding[]> {
  const place = join(environment.folder, name);
  const [first] = chain;
  if (first) await makePlace(first, place, environment.registry);
  for (const [index, block] of chain.entries()) {
    const wrong = await runBlock(block, join(environment.folder, `${name}.${index}.sh`), place, environment);
    if (wrong !== undefined) return [{ file: block.file, line: block.line, what: `this ${wrong}` }];
  }
  return [];
}
