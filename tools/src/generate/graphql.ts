/** Makes the generated files of the GraphQL client: `node src/generate/graphql.ts [--specs DIR] [--output DIR]`. */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../repository.ts";
import { writeGraphqlClient } from "./graphql/generate.ts";
import { step } from "./step.ts";

const { specs, output } = parseArgs({
  options: {
    specs: { type: "string", default: join(root, "specs") },
    output: { type: "string", default: join(root, "tools/.generated/graphql") },
  },
}).values;

await step(async () => {
  await writeGraphqlClient(specs, output);
  return undefined;
});
