/** The scenario under every compiler, every flag and both resolutions that a user may have. */
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { run } from "./process.ts";

/** Every strict flag that the oldest of the compilers knows, and what it takes to compile without output. */
const strictest = {
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
 * Compiles files of a project, which must have no fault.
 * @throws Error with what the compiler says.
 */
export async function compile(
  compiler: string,
  { resolution, options }: Consumer,
  project: string,
  files: readonly string[],
): Promise<string> {
  const compilerOptions = { ...strictest, ...options, moduleResolution: resolution };
  const config = join(project, `tsconfig.${randomUUID()}.json`);
  await writeFile(config, JSON.stringify({ compilerOptions, files }));
  return run(process.execPath, [compiler, "--project", config, "--pretty", "false"], { cwd: project });
}
