/** DuckDB and Arrow read several generations of a mirror's export, digit for digit: packages/mirror/test/engines. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "vitest";
import { root } from "../../shared/repository.ts";
import { cache } from "../support/packed.ts";
import { run, start } from "../support/process.ts";
import { installPackages } from "../support/python.ts";

test("engines DuckDB and PyArrow", async ({ skip }) => {
  const { all = "" } = await start("python3", ["--version"]);
  if (Number(/^Python 3\.(\d+)/.exec(all)?.[1] ?? 0) < 10) {
    const reason = "DuckDB and PyArrow need Python 3.10 or newer, and `python3 --version` does not name one.";
    console.log(`Not checked: ${reason}`);
    skip(reason);
  }
  const folder = join(cache, "..", "court-register-engines");
  const python = await installPackages(folder, fileURLToPath(new URL("requirements.txt", import.meta.url)));
  const output = await run("pnpm", ["exec", "vitest", "run", "--config", "vitest.engines.config.ts"], {
    cwd: `${root}/packages/mirror`,
    timeout: 600_000,
    env: { COURT_REGISTER_TEST_ENGINES_PYTHON: python },
  });
  console.log(output);
});
