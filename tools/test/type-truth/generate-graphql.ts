/**
 * `node generate-graphql.ts FOLDER…`: generates the GraphQL client from the specs in each folder, into `out` below it. A process of
 * its own, because the generator and its plugins have to share one graphql, which they do not under vitest.
 * Prints the folders that could not be generated from, each with the reason, as JSON.
 */
import { join } from "node:path";
import { writeGraphqlClient } from "../../src/generate/graphql/generate.ts";

const refused: Record<string, string> = {};
for (const folder of process.argv.slice(2)) {
  try {
    await writeGraphqlClient(folder, join(folder, "out"));
  } catch (error) {
    refused[folder] = String(error);
  }
}
console.log(JSON.stringify(refused));
