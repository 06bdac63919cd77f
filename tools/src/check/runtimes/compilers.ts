/** The scenario under every compiler, every flag and both resolutions that a user may have. */
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { start } from "../support/process.ts";

/** Every strict flag that the oldest of the compilers knows, and what it takes to compile without output. */
export const strictest: Readonly<Record<string, unknown>> = {
  strict: true,
  allowUnreachableCode: false,
  allowUnusedLabels: false,
  declaration: true,
  erasableSyntaxOnly: true,
  exactOptionalPropertyTypes: true,
  forceConsistentCasingInFileNames: true,
  isolatedDeclarations: true,
  isolatedModules: true,
  noFallthroughCasesInSwitch: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noPropertyAccessFromIndexSignature: true,
  noUncheckedIndexedAccess: true,
  noUncheckedSideEffectImports: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  skipLibCheck: false,
  verbatimModuleSyntax: true,
  target: "es2023",
  noEmit: true,
  allowImportingTsExtensions: true,
};

/** A user of the packages: which resolution and which of the world's types are set up. */
export interface Consumer {
  resolution: "nodenext" | "bundler";
  options: Readonly<Record<string, unknown>>;
}

/** One on a server, with Node's types and not the browser's, and one with a bundler, the other way round. */
export const consumers: readonly Consumer[] = [
  { resolution: "nodenext", options: { module: "nodenext", lib: ["es2023"], types: ["node"] } },
  { resolution: "bundler", options: { module: "esnext", lib: ["es2023", "dom", "dom.iterable"], types: [] } },
];

/**
 * Compiles the scenario for some packages in one go: most of the time goes into the libraries that all share.
 * @returns for each package, what the compiler has against it: nothing, if all is well.
 */
export async function compile(
  compiler: string,
  { resolution, options }: Consumer,
  project: string,
  packages: readonly string[],
): Promise<(name: string) => readonly string[]> {
  const compilerOptions = { ...strictest, ...options, moduleResolution: resolution };
  const files = packages.flatMap((name) => [`${name}.ts`, `${name}.mistakes.ts`]);
  const config = join(project, `tsconfig.${randomUUID()}.json`);
  await writeFile(config, JSON.stringify({ compilerOptions, files }));
  const tsc = start(process.execPath, [compiler, "--project", config, "--pretty", "false"], { cwd: project });
  const code = await tsc.ended;
  const lines = code === 0 ? [] : tsc.output().trim().split("\n");
  return (name) => lines.filter((line) => concerns(line, name, packages));
}

/** Whether a line of the compiler is about a package: it names a file of it, or of none of the others. */
export function concerns(line: string, name: string, packages: readonly string[]): boolean {
  const named = packages.filter((one) => new RegExp(`(^|@court-register/)${one}\\b`).test(line));
  return named.length === 0 || named.includes(name);
}
