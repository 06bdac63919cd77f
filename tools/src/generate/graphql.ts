/** Generates the GraphQL client: `node src/generate/graphql.ts [--specs DIR] [--output DIR]`. */
import { writeGraphqlClient } from "./graphql/generate.ts";
import { step } from "./step.ts";

await step("graphql", ({ specs, output }) => writeGraphqlClient(specs, output));
