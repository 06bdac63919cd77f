/** Reads the files that specs are made of. `path` is below the folder of the specs, and `name` is for messages. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { getSystemErrorMessage } from "node:util";
import { SpecError } from "./spec-error.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The text of a file as git keeps it: with LF, whatever an editor has saved, and without a byte order mark. */
export function readText(file: string): string {
  const bytes = readFileSync(file);
  try {
    // A decoder leaves out the byte order mark.
    return utf8.decode(bytes).replaceAll("\r\n", "\n");
  } catch (cause) {
    throw new Error("it is not UTF-8, save it so", { cause });
  }
}

/** The text of a file. @throws SpecError when it is missing or cannot be read. */
export const readSpec = (folder: string, path: string, name = `specs/${path}`): string =>
  attempt(() => readText(join(folder, path)), name);

/** The names of the files in a folder, sorted. @throws SpecError when it is missing or cannot be read. */
export const listSpecs = (folder: string, path: string, name = `specs/${path}`): string[] =>
  attempt(() => readdirSync(join(folder, path)).sort(), name);

/** The names of the operation documents. @throws SpecError when there are none. */
export function listDocuments(folder: string): string[] {
  const files = listSpecs(folder, "operations").filter((file) => file.endsWith(".graphql"));
  if (files.length > 0) return files;
  throw new SpecError(
    "specs/operations",
    "has no .graphql file. Restore one from git: each is a method of the client.",
  );
}

function attempt<T>(read: () => T, name: string): T {
  try {
    return read();
  } catch (cause) {
    throw new SpecError(
      name,
      `cannot be read: ${reasonOf(cause)}. Restore it from git, or correct its name or permissions.`,
      { cause },
    );
  }
}

/** Without the path, which Node adds: the message begins with the place. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && "errno" in error && typeof error.errno === "number")
    return getSystemErrorMessage(error.errno);
  return error instanceof Error ? error.message : String(error);
}
