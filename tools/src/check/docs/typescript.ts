/** Compiles the TypeScript and JavaScript in documents like a user who has installed the packages. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../../repository.ts";
import { strictest, typeCheck } from "../runtimes/compilers.ts";
import { newestCompiler } from "../runtimes/toolbox.ts";
import { start } from "../support/process.ts";
import type { Block, Code, Finding } from "./document.ts";

/** File extensions of the languages that are compiled. */
const modules: Readonly<Record<string, string>> = { ts: "ts", js: "mjs" };

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
function assemble(chain: readonly Block[]): string {
  const lines: string[] = [];
  const put = ({ text, line }: Code): void =>
    text.split("\n").forEach((one, index) => {
      lines[line - 1 + index] = one;
    });
  for (const { given, ...block } of chain) {
    if (given) put(given);
    put(block);
  }
  return `${Array.from(lines, (one) => one ?? "").join("\n")}\n`;
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

/**
 * Compiles modules in a project.
 * @returns the errors of compiler and linter, at lines of the documents.
 */
export async function compile(chains: readonly (readonly Block[])[], project: string): Promise<Finding[]> {
  const folder = join(project, "blocks");
  await mkdir(folder, { recursive: true });
  const names = chains.map(([first], index) => `block-${index}.${modules[first?.language ?? ""] ?? "ts"}`);
  for (const [index, name] of names.entries()) await writeFile(join(folder, name), assemble(chains[index] ?? []));
  const { code, output } = await typeCheck(newestCompiler, folder, compilerOptions, names);
  const lines = `${output}\n${await lint(folder)}`.split("\n");
  const findings = lines.flatMap((line): Finding[] => {
    const [, name = "", at, what = ""] = /^(block-\d+\.\w+)\((\d+),\d+\): (.*)/.exec(line) ?? [];
    const file = chains[names.indexOf(name)]?.[0]?.file;
    return file === undefined ? [] : [{ file, line: Number(at), what }];
  });
  if (code !== 0 && findings.length === 0) throw new Error(`The compiler failed:\n${output}`);
  return findings;
}
