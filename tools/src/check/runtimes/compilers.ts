/** Compiles the scenario with every compiler, every strict flag, and both module resolutions. */
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { start } from "../support/process.ts";

/** Every strict flag that the oldest compiler knows, and what compiling without output needs. */
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

/** A user of the packages: the module resolution, and the global types that are available. */
export interface Consumer {
  resolution: "nodenext" | "bundler";
  options: Readonly<Record<string, unknown>>;
}

/** One on a server, with Node's types and without the DOM's; one with a bundler, the other way round. */
export const consumers: readonly Consumer[] = [
  { resolution: "nodenext", options: { module: "nodenext", lib: ["es2023"], types: ["node"] } },
  { resolution: "bundler", options: { module: "esnext", lib: ["es2023", "dom", "dom.iterable"], types: [] } },
];

/** Compiles files of a project, without output. @returns the compiler's exit code, and what it printed. */
export async function typeCheck(
  compiler: string,
  project: string,
  compilerOptions: object,
  files: readonly string[],
): Promise<{ code: number | null; output: string }> {
  const config = join(project, `tsconfig.${randomUUID()}.json`);
  await writeFile(config, JSON.stringify({ compilerOptions, files }));
  const tsc = start(process.execPath, [compiler, "--project", config, "--pretty", "false"], { cwd: project });
  return { code: await tsc.ended, output: tsc.output() };
}

/**
 * Compiles the scenario of several packages at once: most of the time goes into the libraries that they share.
 * @returns the compiler's errors for each package.
 */
export async function compile(
  compiler: string,
  { resolution, options }: Consumer,
  project: string,
  packages: readonly string[],
): Promise<(name: string) => readonly string[]> {
  const compilerOptions = { ...strictest, ...options, moduleResolution: resolution };
  const files = packages.flatMap((name) => [`${name}.ts`, `${name}.mistakes.ts`]);
  const { code, output } = await typeCheck(compiler, project, compilerOptions, files);
  const lines = code === 0 ? [] : output.trim().split("\n");
  return (name) => lines.filter((line) => concerns(line, name, packages));
}

/** Whether a line of compiler output concerns a package: it names one of its files, or none of any package. */
export function concerns(line: string, name: string, packages: readonly string[]): boolean {
  const named = packages.filter((one) => new RegExp(`(^|@court-register/)${one}\\b`).test(line));
  return named.length === 0 || named.includes(name);
}
