/** Versions of the mirror that are to come: its sources, with steps to the formats of `next-format.ts`. */
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type * as Mirror from "../../src/index.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A version, whose sources are removed at the end. */
export interface NextVersion extends Disposable {
  readonly mirror: typeof Mirror;
  /** Folder of its sources. */
  readonly sources: string;
}

/** Edits of a source: each text is there once. */
const edits = (steps: number): readonly { file: string; text: string; by: string }[] => [
  { file: "version.ts", text: "manifest.version;", by: `"${steps}.0.0";` },
  {
    file: "store/upgrades.ts",
    text: "upgrades: readonly Upgrade[] = [];",
    by: `upgrades: readonly Upgrade[] = steps.slice(0, ${steps});\nimport { steps } from "../../test/support/next-format.ts";`,
  },
  { file: "store/generations.ts", text: "sealRule = 1;", by: "sealRule = 2;" },
  {
    file: "store/generations.ts",
    text: "return sha256([before, number,",
    by: 'return sha256(["by rule 2", before, number,',
  },
];

/** Makes the version that is so many steps ahead. */
export async function nextVersion(steps: 1 | 2): Promise<NextVersion> {
  // Beside the real ones, so that their imports are found.
  const sources = mkdtempSync(join(root, ".planted-"));
  cpSync(join(root, "src"), sources, { recursive: true });
  const rewrite = (file: string, change: (source: string) => string): void =>
    writeFileSync(join(sources, file), change(readFileSync(join(sources, file), "utf8")));
  for (const { file, text, by } of edits(steps))
    rewrite(file, (source) => {
      if (source.split(text).length !== 2) throw new Error(`${file} does not have once: ${text}`);
      return source.replace(text, () => by);
    });
  if (steps === 2)
    for (const file of globSync("**/*.ts", { cwd: sources }))
      rewrite(file, (source) => source.replaceAll("made_from", "made_of"));
  return {
    mirror: await import(join(sources, "index.ts")),
    sources,
    [Symbol.dispose]: () => rmSync(sources, { recursive: true, force: true }),
  };
}
