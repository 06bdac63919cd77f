/** The checks that are a command, each a test of its name. What a command prints is shown also when it passes. */
import { test } from "vitest";
import { root } from "../shared/repository.ts";
import { run } from "./support/process.ts";

const commands: Record<string, [program: string, ...args: string[]]> = {
  lint: ["biome", "check", "--error-on-warnings"],
  specs: ["node", "tools/src/check/specs/index.ts"],
  unused: ["knip", "--config", "tools/knip.jsonc", "--no-progress"],
  types: ["pnpm", "--recursive", "--no-sort", "typecheck"],
  sizes: ["node", "tools/src/check/sizes/index.ts"],
  benchmarks: ["node", "tools/bench/src/main.ts", "--quick"],
};

test.each(Object.entries(commands))("%s", async (_, [program, ...args]) => {
  const output = await run(program, args, {
    cwd: root,
    timeout: 3_600_000,
    preferLocal: true,
    localDir: `${root}/tools`,
  });
  if (output !== "") console.log(output);
});
