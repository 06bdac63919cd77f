/** Copies to export, and what is in the folders. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sync } from "../../src/index.ts";
import { optionsFor, secondDay, startRegister } from "./days.ts";
import { newTarget, type Target } from "./target.ts";

/** Every file below a folder with its content, by path. */
export function contents(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = names.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, "latin1")]));
}

/** A copy of both days, or of the first alone. */
export async function copyOfDays(days: 1 | 2): Promise<Target & { next: () => Promise<void> }> {
  const register = await startRegister(true);
  const target = await newTarget();
  await sync(target.name, optionsFor(register));
  const next = async () => {
    register.rows = secondDay;
    register.state = "second-day";
    await sync(target.name, optionsFor(register));
  };
  if (days === 2) await next();
  return {
    name: target.name,
    next,
    async [Symbol.asyncDispose]() {
      await target[Symbol.asyncDispose]();
      await register[Symbol.asyncDispose]();
    },
  };
}
