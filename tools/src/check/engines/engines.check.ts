/**
 * DuckDB and Arrow read several generations of a mirror's export, and DuckDB every view of its live file, digit for digit. openpyxl, pandas and
 * LibreOffice, if it is there, make lists for `check` and read its workbooks: packages/mirror/test/engines.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "vitest";
import { root } from "../../shared/repository.ts";
import { cache } from "../support/packed.ts";
import { run, start } from "../support/process.ts";
import { installPackages } from "../support/python.ts";

test("engines DuckDB, PyArrow and spreadsheets", async ({ skip }) => {
  const { all = "" } = await start("python3", ["--version"]);
  if (Number(/^Python 3\.(\d+)/.exec(all)?.[1] ?? 0) < 10) {
    const reason = "DuckDB, PyArrow and openpyxl need Python 3.10 or newer, and `python3 --version` does not name one.";
    console.log(`Not checked: ${reason}`);
    skip(reason);
  }
  const install = (folder: string, requirements: string): Promise<string> =>
    installPackages(join(cache, "..", folder), fileURLToPath(new URL(requirements, import.meta.url)));
  const python = await install("court-register-engines", "requirements.txt");
  // The scanner of SQLite is a package for this version of DuckDB alone.
  const live = await install("court-register-engines-live", "live-requirements.txt");
  const office = await start("soffice", ["--version"]);
  if (office.failed)
    console.log("Not opened in LibreOffice: there is no program soffice. openpyxl reads the workbooks.");
  const output = await run("pnpm", ["exec", "vitest", "run", "--config", "vitest.engines.config.ts"], {
    cwd: `${root}/packages/mirror`,
    timeout: 600_000,
    env: {
      COURT_REGISTER_TEST_ENGINES_PYTHON: python,
      COURT_REGISTER_TEST_LIVE_PYTHON: live,
      COURT_REGISTER_TEST_SOFFICE: office.failed ? "" : "soffice",
    },
  });
  console.log(output);
});
