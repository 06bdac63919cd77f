/** Folder of the benchmarks, without a slash at its end. */
export const bench: string = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");

/** The repository's root. */
export const root: string = new URL("../..", `file://${bench}/`).pathname.replace(/\/$/, "");

/** What the peers' generators print, and what is bundled from it. Git-ignored. */
export const generated: string = `${bench}/.generated`;

/** The OpenAPI document that every contender is generated from. */
export const spec: string = `${root}/specs/register.openapi.yaml`;
