/** `pnpm check`: every check that is not a test. Continues after a failure, and says which checks failed. */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { styleText } from "node:util";
import { readArguments } from "../arguments.ts";
import { root } from "../repository.ts";
import { cache } from "./support/cache.ts";

interface Check {
  name: string;
  command: string[];
  /** Its working directory, from the repository's root. */
  folder?: string;
}

const checks: Check[] = [
  { name: "lint and format", command: ["biome", "check", "--error-on-warnings"] },
  { name: "specs", command: ["node", "tools/src/lint/cli.ts"] },
  { name: "nothing unused", command: ["knip", "--config", "tools/knip.jsonc", "--no-progress"] },
  { name: "types", command: ["turbo", "run", "typecheck", "--output-logs=errors-only"] },
  { name: "build", command: ["turbo", "run", "build", "--output-logs=errors-only"] },
  { name: "packages", command: ["node", "src/check/packages.ts"], folder: "tools" },
  { name: "sizes", command: ["node", "bench/src/check-budgets.ts"], folder: "tools" },
  { name: "examples", command: ["node", "src/check/examples/index.ts"], folder: "tools" },
  { name: "documents", command: ["node", "src/check/docs/index.ts"], folder: "tools" },
  { name: "runtimes", command: ["node", "src/check/runtimes/index.ts"], folder: "tools" },
  { name: "benchmarks work", command: ["node", "bench/src/main.ts", "--quick"], folder: "tools" },
];

readArguments(
  `pnpm check

Judges what the tests do not, one after the other:
${checks.map(({ name }) => `  ${name}\n`).join("")}
\`pnpm check:specs\`, \`check:examples\`, \`check:docs\` and \`check:runtimes\` run one of them on its own.

Exit code 0: all passed. 1: one did not; the last line names it.
`,
  {},
);

// Packed anew in each run, by the first check that needs them.
const tarballs = `${cache}/tarballs`;
rmSync(tarballs, { recursive: true, force: true });

const failed = checks.filter(({ name, command: [program = "", ...args], folder = "" }) => {
  console.log(styleText("bold", `── ${name} ──`));
  const path = `${root}/tools/node_modules/.bin:${process.env.PATH}`;
  const env = { ...process.env, PATH: path, COURT_REGISTER_TARBALLS: tarballs };
  return spawnSync(program, args, { cwd: `${root}/${folder}`, stdio: "inherit", env }).status !== 0;
});
if (failed.length > 0) {
  console.error(`\nFailed: ${failed.map(({ name }) => name).join(", ")}`);
  process.exitCode = 1;
} else {
  console.log(`\nAll ${checks.length} checks passed.`);
}
