import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const cli = fileURLToPath(new URL("../../cli.ts", import.meta.url));

/** Hides the packages of PostgreSQL, as if they were not installed. */
const withoutDriver = `data:text/javascript,${encodeURIComponent(`
import { registerHooks } from "node:module";
registerHooks({
  resolve(specifier, context, next) {
    if (/^pg(-copy-streams)?$/.test(specifier))
      throw Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" });
    return next(specifier, context);
  },
});`)}`;

test("where the two packages are missing, a sentence says how to install them", () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ["--conditions=@court-register/source", "--import", withoutDriver, cli, "status", "postgres://user:hidden@host/db"],
    { encoding: "utf8" },
  );
  expect(stderr).toMatch(/^court-register-mirror: PostgreSQL needs two more packages: npm install pg pg-copy-streams/);
  expect(stderr).not.toContain("hidden");
  expect(status).toBe(2);
});
