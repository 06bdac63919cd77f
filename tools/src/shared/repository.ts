import { fileURLToPath } from "node:url";

/** Absolute path of the repository's root, without a trailing slash. */
export const root: string = fileURLToPath(new URL("../../..", import.meta.url)).replace(/[\\/]$/, "");
