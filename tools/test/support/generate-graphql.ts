/**
 * Started with `fork`, it generates the GraphQL client from the specs in each folder that it is sent, into the folder's `out`. In a
 * process of its own, because the generator and its plugins must share one graphql, which they do not under Vitest.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { graphqlClient } from "../../src/generate/graphql/generate.ts";
import { acceptedCourtCases } from "../../src/specs/court-cases.ts";

/** @returns why the specs in the folder are refused, if they are. */
async function generate(folder: string): Promise<string | undefined> {
  try {
    acceptedCourtCases(folder);
    for (const [path, text] of await graphqlClient(folder)) {
      const file = join(folder, "out", path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
    return undefined;
  } catch (error) {
    return String(error);
  }
}

process.on("message", async (folder: string) => process.send?.({ refused: await generate(folder) }));
