/**
 * `node generate-graphql.ts FOLDER…`: generates the GraphQL client from the specs in each folder, into its `out` folder. In its own
 * process, because the generator and its plugins must share one graphql, which they do not under Vitest.
 * Prints the folders that generation refused, with the reasons, as JSON.
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
