import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Makes a temporary folder that is there until this process ends, by Ctrl-C too. @returns its path. */
export function makeCommandFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `court-register-${name}-`));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  process.once("SIGINT", () => process.exit(130));
  process.once("SIGTERM", () => process.exit(143));
  return folder;
}
