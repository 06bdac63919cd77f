/** The checks that are a command, each a test of its name. What a command prints is shown also when it passes. */
import { test } from "vitest";
import { root } from "../shared/repository.ts";
import { run } from "./support/process.ts";

const commands: Record<string, [program: string, ...args: string[]]> = {
  lint: ["pnpm", "lint"],
  types: ["pnpm", "typecheck"],
  packages: ["turbo", "run", "check", "--filter=!@court-register/specs", "--output-logs=new-only"],
  specs: ["turbo", "run", "check", "--filter=@court-register/specs", "--output-logs=new-only"],
  unused: ["knip", "--config", "tools/knip.jsonc", "--no-progress"],
  benchmarks: ["node", "tools/bench/src/main.ts", "--quick"],
};

test.each(Object.entries(commands))("%s", async (_, [program, ...args]) => {
  const output = await run(program, args, {
    cwd: root,
    timeout: 3_600_000,
    preferLocal: true,
    localDir: `${root}/tools`,
    env: { DO_NOT_TRACK: "1" },
  });
  if (output !== "") console.log(output);
});
