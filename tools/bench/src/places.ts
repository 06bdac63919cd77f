import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const bench: string = fileURLToPath(new URL("../", import.meta.url)).replace(/[/\\]$/, "");

export const root: string = join(bench, "../..");

/** The peers' generated code, and bundles of it. Git-ignored. */
export const generated: string = `${bench}/.generated`;

/** A program that a measure runs in its own process; of TypeScript, unless its name has another ending. */
export const program = (name: string): string => join(bench, "src/processes", name.includes(".") ? name : `${name}.ts`);

/** The OpenAPI document that every contender is generated from. */
export const spec: string = `${root}/specs/register.openapi.yaml`;
