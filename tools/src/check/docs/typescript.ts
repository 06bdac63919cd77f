/** Compiles and runs the TypeScript and JavaScript in documents like a user who has installed the packages. */
import { mkdir, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { basename, join } from "node:path";
import { root } from "../../shared/repository.ts";
import { strictest, typeCheck } from "../runtimes/compilers.ts";
import { newestCompiler } from "../runtimes/toolbox.ts";
import { start } from "../support/process.ts";
import type { Block, Code, Finding } from "./document.ts";
import { adapt, quote, type Service, settingsOf } from "./service.ts";

/** File extensions of the languages that are compiled. */
const extensions: Readonly<Record<string, string>> = { ts: "ts", js: "mjs" };

/** Relaxed for documents: they declare values only to show them, and publish nothing. */
const compilerOptions = {
  ...strictest,
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

/** Finds promises that nobody waits for, whose failures would end a reader's process; the compiler does not see them. */
async function lint(folder: string): Promise<string> {
  const rule = ["--only=nursery/noFloatingPromises", "--reporter=github"];
  const biome = start(process.execPath, [join(root, "node_modules/@biomejs/biome/bin/biome"), "lint", ...rule, "."], {
    cwd: folder,
  });
  // It reports syntax errors too, as the compiler does.
  if ((await biome.ended) !== 0 && !biome.output().includes("title=parse"))
    throw new Error(`The linter failed:\n${biome.output()}`);
  const found = /^::notice.*file=.*?(block-\d+\.\w+),line=(\d+).*?::/gm;
  return biome.output().replace(found, "$1($2,0): ");
}

/** A chain of blocks as a file. */
interface Module {
  chain: readonly Block[];
  path: string;
}

/**
 * Compiles modules in a project, and runs those that compile, several at a time.
 * @returns what compiler and linter say, or what went wrong in the run, at lines of the documents.
 */
export async function tryModules(
  chains: readonly (readonly Block[])[],
  project: string,
  service: Service,
): Promise<Finding[]> {
  const folder = join(project, "blocks");
  await mkdir(folder, { recursive: true });
  const modules = chains.map((chain, index): Module => {
    const path = join(folder, `block-${index}.${extensions[chain[0]?.language ?? ""] ?? "ts"}`);
    return { chain, path };
  });
  for (const { chain, path } of modules) await writeFile(path, assemble(chain, service));
  const findings = await compile(modules, folder);
  if (findings.length > 0) return findings;
  const queue = modules.filter(({ chain }) => chain.every(({ notRun }) => notRun === undefined)).values();
  const work = async (): Promise<void> => {
    for (const module of queue) findings.push(...(await runModule(module, service)));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return findings;
}

async function compile(modules: readonly Module[], folder: string): Promise<Finding[]> {
  const names = modules.map(({ path }) => basename(path));
  const { code, output } = await typeCheck(newestCompiler, folder, compilerOptions, names);
  const lines = `${output}\n${await lint(folder)}`.split("\n");
  const findings = lines.flatMap((line): Finding[] => {
    const [, name = "", at, what = ""] = /^(block-\d+\.\w+)\((\d+),\d+\): (.*)/.exec(line) ?? [];
    const file = modules[names.indexOf(name)]?.chain[0]?.file;
    return file === undefined ? [] : [{ file, line: Number(at), what }];
  });
  if (code !== 0 && findings.length === 0) throw new Error(`The compiler failed:\n${output}`);
  return findings;
}

/** Runs a module in a folder of its own, and compares what it prints with what the document shows. */
async function runModule({ chain, path }: Module, service: Service): Promise<Finding[]> {
  const [first] = chain;
  if (first === undefined) return [];
  const cwd = `${path}.folder`;
  await mkdir(cwd);
  const running = start(process.execPath, [path], { cwd, env: settingsOf(service) });
  const code = await running.ended;
  const output = running.output().trim();
  const at = (line: number, what: string): Finding[] => [{ file: first.file, line, what: `${what}\n${quote(output)}` }];
  if (output.includes(service.key)) return [{ ...first, what: "this prints the subscription key" }];
  if (code !== 0) {
    const [, line = first.line] = new RegExp(`${basename(path)}:(\\d+)`).exec(output) ?? [];
    return at(Number(line), `this ended with ${code ?? "a signal"}:`);
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
