import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Folder of the benchmarks. */
export const bench: string = fileURLToPath(new URL("../../", import.meta.url)).replace(/[/\\]$/, "");

/** The repository's root. */
export const root: string = join(bench, "../..");

/** What the peers' generators print, and what is bundled from it. Git-ignored. */
export const generated: string = `${bench}/.generated`;

/** A program that a measure runs in a process of its own. */
export const program = (name: string): string => join(bench, "src/processes", `${name}.ts`);

/** The OpenAPI document that every contender is generated from. */
export const spec: string = `${root}/specs/register.openapi.yaml`;
