/** Compiles and runs the TypeScript and JavaScript in documents like a user who has installed the packages. */
import { mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { typeCheck } from "../runtimes/compilers.ts";
import { newestCompiler } from "../runtimes/toolbox.ts";
import { start } from "../support/process.ts";
import { adapt, type Service } from "../support/service.ts";
import type { Block, Code, Mistake } from "./document.ts";
import { quote, settingsOf } from "./shell.ts";

/** File extensions of the languages that are compiled. */
const extensions: Readonly<Record<string, string>> = { ts: "ts", js: "mjs" };

/** Relaxed for documents: they declare values only to show them, and publish nothing. */
const compilerOptions = {
  noUnusedLocals: false,
  noUnusedParameters: false,
  noPropertyAccessFromIndexSignature: false,
  declaration: false,
  isolatedDeclarations: false,
  allowJs: true,
  checkJs: true,
  moduleDetection: "force",
  module: "nodenext",
  lib: ["es2023", "dom", "dom.iterable", "dom.asynciterable"],
  types: ["node"],
};

/** A module: blocks of one file that belong together, each on the same lines as in the document. */
function assemble(chain: readonly Block[], service: Service): string {
  const lines: string[] = [];
  const put = ({ text, line }: Code): void =>
    text.split("\n").forEach((one, index) => {
      lines[line - 1 + index] = one;
    });
  for (const { given, prints, ...block } of chain) {
    if (given) put(given);
    if (!prints) put(block);
  }
  return adapt(`${Array.from(lines, (one) => one ?? "").join("\n")}\n`, service);
}

/** A chain of blocks as a file. */
export interface Module {
  chain: readonly Block[];
  path: string;
}

/** Writes modules into a folder of a project, and compiles them. @returns what the compiler says, at lines of the documents. */
export async function compile(
  chains: readonly (readonly Block[])[],
  folder: string,
  service: Service,
): Promise<{ modules: Module[]; mistakes: Mistake[] }> {
  await mkdir(folder, { recursive: true });
  const modules = chains.map((chain, index): Module => {
    const path = join(folder, `block-${index}.${extensions[chain[0]?.language ?? ""] ?? "ts"}`);
    return { chain, path };
  });
  for (const { chain, path } of modules) await writeFile(path, assemble(chain, service));
  const names = modules.map(({ path }) => basename(path));
  const said = await typeCheck(newestCompiler, folder, compilerOptions, names).then(
    () => "",
    (error: Error) => error.message,
  );
  const mistakes = said.split("\n").flatMap((line): Mistake[] => {
    const [, name = "", at, what = ""] = /^(block-\d+\.\w+)\((\d+),\d+\): (.*)/.exec(line) ?? [];
    const file = modules[names.indexOf(name)]?.chain[0]?.file;
    return file === undefined ? [] : [{ file, line: Number(at), what }];
  });
  if (said !== "" && mistakes.length === 0) throw new Error(`The compiler failed:\n${said}`);
  return { modules, mistakes };
}

/** Runs a module in a folder of its own, and compares what it prints with what the document shows. */
export async function runModule({ chain, path }: Module, service: Service): Promise<Mistake[]> {
  const [first] = chain;
  if (first === undefined || chain.some(({ notRun }) => notRun !== undefined)) return [];
  const cwd = `${path}.folder`;
  await mkdir(cwd);
  const ended = await start(process.execPath, [path], { cwd, env: settingsOf(service) });
  const output = ended.all.trim();
  const at = (line: number, what: string): Mistake[] => [{ file: first.file, line, what: `${what}\n${quote(output)}` }];
  if (output.includes(service.key)) return [{ ...first, what: "this prints the subscription key" }];
  if (ended.exitCode !== 0) {
    const [, line = first.line] = new RegExp(`${basename(path)}:(\\d+)`).exec(output) ?? [];
    return at(Number(line), `this ended with ${ended.exitCode ?? "a signal"}:`);
  }
  const other = chain.find(({ prints, text }) => prints && !isIn(text, output));
  return other === undefined ? [] : at(other.line, "this is not what the block prints, which is:");
}

/** Whether the output has all of a text, in which `…` stands for anything. */
function isIn(text: string, output: string): boolean {
  let end = 0;
  return text.split("…").every((part) => {
    const begin = output.indexOf(part.trim(), end);
    end = begin + part.trim().length;
    return begin >= 0;
  });
}
