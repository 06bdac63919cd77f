import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { consumer, type Style } from "./consumers.ts";
import type { ListOperation } from "./operations.ts";
import { bench } from "./places.ts";
import { run } from "./run.ts";

const options = {
  target: "es2023",
  lib: ["es2023", "dom", "dom.iterable"],
  module: "preserve",
  moduleResolution: "bundler",
  allowImportingTsExtensions: true,
  noEmit: true,
  strict: true,
  skipLibCheck: true,
  types: [],
};

/**
 * Writes a project whose only file calls every operation.
 *
 * @param changes - compiler options in addition to those of all projects.
 */
export async function writeConsumer(
  folder: string,
  style: Style,
  operations: readonly ListOperation[],
  changes: Record<string, unknown> = {},
): Promise<void> {
  const compilerOptions = { ...options, ...changes };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "consumer.ts"), consumer(style, operations));
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["consumer.ts"] }));
}

/** The same consumer, with the peer's sources replaced by its declarations. */
export const ofDeclarations = (style: Style): Style => ({
  head: (operations) => style.head(operations).replace(/(from "\.\.\/[^"]*?)(?<!\.d)\.ts"/, '$1.js"'),
  firstRow: (operation) => style.firstRow(operation),
});

/** Writes the declarations of a module and its imports, as a package would ship them. */
export async function declare(entry: string, folder: string): Promise<void> {
  const { noEmit: _, ...compilerOptions } = options;
  const project = `${folder}.json`;
  const declarations = {
    declaration: true,
    emitDeclarationOnly: true,
    rewriteRelativeImportExtensions: true,
    outDir: folder,
    rootDir: dirname(entry),
  };
  await rm(folder, { recursive: true, force: true });
  await mkdir(dirname(folder), { recursive: true });
  await writeFile(
    project,
    JSON.stringify({ compilerOptions: { ...compilerOptions, ...declarations }, files: [entry] }),
  );
  await run(process.execPath, [join(bench, "node_modules/typescript-7/bin/tsc"), "-p", project]);
}

/** tsc's extended diagnostics, by name. @throws Error when the project does not type-check. */
export async function typeCheck(compiler: string, project: string): Promise<Record<string, number>> {
  const tsc = join(bench, "node_modules", compiler, "bin/tsc");
  const text = await run(process.execPath, [tsc, "-p", project, "--extendedDiagnostics"]);
  const figures = [...text.matchAll(/^([\w ]+):\s+([\d.]+)(K|s)?$/gm)];
  return Object.fromEntries(figures.map(([, name = "", value]) => [name, Number(value)]));
}
