/** The compiler as a user sets it, with every strict flag. */
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { run } from "../support/process.ts";

/** Every strict flag that the oldest compiler knows, and what compiling without output needs. */
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

/** Users of the packages: one on a server, with Node's types and without the DOM's; one with a bundler, the other way round. */
export const consumers: readonly { module: string; moduleResolution: string; lib: string[]; types: string[] }[] = [
  { module: "nodenext", moduleResolution: "nodenext", lib: ["es2023"], types: ["node"] },
  { module: "esnext", moduleResolution: "bundler", lib: ["es2023", "dom", "dom.iterable"], types: [] },
];

/** Compiles files of a project, without output. @throws Error with what the compiler says if it finds a mistake. */
export async function typeCheck(
  compiler: string,
  project: string,
  compilerOptions: object,
  files: readonly string[],
): Promise<void> {
  const config = join(project, `tsconfig.${randomUUID()}.json`);
  await writeFile(config, JSON.stringify({ compilerOptions: { ...strictest, ...compilerOptions }, files }));
  await run(process.execPath, [compiler, "--project", config, "--pretty", "false"], { cwd: project });
}
