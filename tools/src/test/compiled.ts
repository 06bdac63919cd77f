/** The cache of compiled modules that the processes of one run of tests share. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Lets every process that tests start find modules compiled by an earlier one: hundreds of them load the same. The cache is removed when
 * this process ends. Paths of copies differ in every run, so that one that is kept would only grow.
 */
export function shareCompiled(): void {
  const folder = mkdtempSync(join(tmpdir(), "court-register-compiled-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  for (const [signal, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)
    process.once(signal, () => process.exit(code));
  process.env.NODE_COMPILE_CACHE = folder;
}
