/** Starts the programs that documents tell an assistant to start, and asks them, as an assistant would. */
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { root } from "../../shared/repository.ts";
import { makeProject } from "../support/packed.ts";
import { run } from "../support/process.ts";
import type { Block, Mistake } from "./document.ts";
import { type Environment, quote, readersPath, settingsOf } from "./shell.ts";

/** What an assistant is told to start, by name. */
type Servers = Readonly<Record<string, { readonly command: string; readonly args?: readonly string[] }>>;

/** The programs of a block that is the configuration of an assistant. Undefined if it is none. */
export function serversOf({ language, text }: Pick<Block, "language" | "text">): Servers | undefined {
  if (language !== "json") return undefined;
  try {
    return (JSON.parse(text) as { mcpServers?: Servers } | null)?.mcpServers;
  } catch {
    return undefined;
  }
}

/** What stands in documents for the folder of a clone, and for a copy. */
const placeholders = { clone: "/full/path/court-register", copy: "/full/path/register.sqlite" } as const;

/** Makes a copy for assistants to ask. @returns its path. */
export async function makeCopy(path: string, { service }: Pick<Environment, "service">): Promise<string> {
  const cli = join(root, "packages/mirror/src/cli.ts");
  const args = [
    "--conditions=@court-register/source",
    cli,
    "sync",
    path,
    "--list",
    "subjekt",
    "--list",
    "skracena_tvrtka",
  ];
  await run(process.execPath, args, { env: settingsOf(service), timeout: 120_000 });
  return path;
}

/**
 * Starts the programs of a block as they are printed, but for the placeholders, in an empty project.
 *
 * @param copy - Path of the copy that they answer from.
 * @returns what went wrong.
 */
export async function askServers(
  block: Block,
  name: string,
  copy: string,
  { folder, registry }: Pick<Environment, "folder" | "registry">,
): Promise<Mistake[]> {
  const mistakes: Mistake[] = [];
  const place = join(folder, name);
  await makeProject(place, [], registry);
  for (const [server, { command, args = [] }] of Object.entries(serversOf(block) ?? {})) {
    const actual = (text: string): string => text.replace(placeholders.copy, copy).replace(placeholders.clone, root);
    // A program that asks for leave to install would wait for ever: an assistant cannot give it.
    const env = { ...process.env, ...registry.env, PATH: readersPath, npm_config_yes: undefined };
    const transport = new StdioClientTransport({
      command: actual(command),
      args: args.map(actual),
      env: Object.fromEntries(
        Object.entries(env).flatMap(([variable, value]) => (value === undefined ? [] : [[variable, value]])),
      ),
      cwd: place,
      stderr: "pipe",
    });
    let said = "";
    transport.stderr?.on("data", (data: Buffer) => {
      said += String(data);
    });
    const client = new Client({ name: "check-of-documents", version: "1.0.0" });
    try {
      await client.connect(transport, { timeout: 240_000 });
      const { content, isError } = await client.callTool({ name: "find_company", arguments: { name: "primjer" } });
      const text = JSON.stringify(content);
      if (isError || !text.includes("generation")) throw new Error(`It answered ${text.slice(0, 200)}`);
    } catch (error) {
      const what = `the server ${server} of this does not answer: ${error instanceof Error ? error.message : error}\n${quote(said)}`;
      mistakes.push({ file: block.file, line: block.line, what });
    } finally {
      await client.close();
    }
  }
  return mistakes;
}
