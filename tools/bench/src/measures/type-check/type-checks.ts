import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bench } from "../../places.ts";
import { run } from "../../processes/run.ts";
import { consumer, type Style } from "./consumers.ts";
import type { ListOperation } from "./operations.ts";

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

/** Writes a project whose only file calls every operation. */
export async function writeConsumer(folder: string, style: Style, operations: readonly ListOperation[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "consumer.ts"), consumer(style, operations));
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: ["consumer.ts"] }));
}

/** tsc's extended diagnostics, by name. @throws Error when the project does not type-check. */
export async function typeCheck(project: string): Promise<Record<string, number>> {
  const tsc = join(bench, "node_modules/typescript-7/bin/tsc");
  const text = await run(process.execPath, [tsc, "-p", project, "--extendedDiagnostics"]);
  const figures = [...text.matchAll(/^([\w ]+):\s+([\d.]+)(K|s)?$/gm)];
  return Object.fromEntries(figures.map(([, name = "", value]) => [name, Number(value)]));
}
