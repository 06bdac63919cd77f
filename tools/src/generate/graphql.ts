/** Makes the generated files of the GraphQL client: `node src/generate/graphql.ts [--specs DIR] [--output DIR]`. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../repository.ts";
import { generateGraphqlClient } from "./graphql/generate.ts";

const { specs, output } = parseArgs({
  options: {
    specs: { type: "string", default: join(root, "specs") },
    output: { type: "string", default: join(root, "tools/.generated/graphql") },
  },
}).values;

const files = await generateGraphqlClient(specs);
await rm(output, { recursive: true, force: true });
for (const [path, text] of files) {
  const file = join(output, "packages/graphql", path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
console.log(`${files.size} files of the GraphQL client generated.`);
