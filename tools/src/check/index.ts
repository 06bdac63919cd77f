/** `pnpm check`: every check that is not a test. Continues after a failure, and says which checks failed. */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { styleText } from "node:util";
import { readArguments } from "../shared/arguments.ts";
import { root } from "../shared/repository.ts";
import { cache } from "./support/cache.ts";

interface Check {
  name: string;
  command: string[];
}

const checks: Check[] = [
  { name: "lint and format", command: ["biome", "check", "--error-on-warnings"] },
  { name: "specs", command: ["node", "tools/src/check/specs/index.ts"] },
  { name: "nothing unused", command: ["knip", "--config", "tools/knip.jsonc", "--no-progress"] },
  { name: "types", command: ["turbo", "run", "typecheck", "--output-logs=errors-only"] },
  { name: "build", command: ["node", "tools/src/build/index.ts"] },
  { name: "packages", command: ["node", "tools/src/check/packages/index.ts"] },
  { name: "sizes", command: ["node", "tools/src/check/sizes/index.ts"] },
  { name: "examples", command: ["node", "tools/src/check/examples/index.ts"] },
  { name: "documents", command: ["node", "tools/src/check/docs/index.ts"] },
  { name: "a change of the contract", command: ["node", "tools/src/check/contract-change/index.ts"] },
  { name: "runtimes", command: ["node", "tools/src/check/runtimes/index.ts"] },
  { name: "benchmarks work", command: ["node", "tools/bench/src/main.ts", "--quick"] },
];

await readArguments(
  `pnpm check

Checks what the tests do not, one after the other:
${checks.map(({ name }) => `  ${name}\n`).join("")}
\`pnpm check:specs\`, \`check:examples\`, \`check:docs\`, \`check:contract-change\` and \`check:runtimes\` run one of them on its own.
\`check:postgres\` and \`check:spark\` are no part of it: they install much, and take minutes.

Exit code 0: all passed. 1: one did not; the last line names it.
`,
  {},
);

// Packed anew in each run, by the first check that needs them.
const tarballs = `${cache}/tarballs`;
rmSync(tarballs, { recursive: true, force: true });

const failed = checks.filter(({ name, command: [program = "", ...args] }) => {
  console.log(styleText("bold", `── ${name} ──`));
  const path = `${root}/tools/node_modules/.bin:${process.env.PATH}`;
  const env = { ...process.env, PATH: path, COURT_REGISTER_TARBALLS: tarballs };
  return spawnSync(program, args, { cwd: root, stdio: "inherit", env }).status !== 0;
});
if (failed.length > 0) {
  console.error(`\nFailed: ${failed.map(({ name }) => name).join(", ")}`);
  process.exitCode = 1;
} else {
  console.log(`\nAll ${checks.length} checks passed.`);
}
