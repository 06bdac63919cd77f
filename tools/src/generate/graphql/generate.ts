import { join, posix } from "node:path";
import { generate } from "@graphql-codegen/cli";
import config from "../../../codegen.ts";

/**
 * The files of the GraphQL client, as `npx graphql-codegen` writes them.
 *
 * @param specs - the folder with `court-cases.graphql` and `operations/*.graphql`, which are accepted.
 * @returns the text of each file, by its path from the repository's root.
 */
export async function graphqlClient(specs: string): Promise<Map<string, string>> {
  const [schema, documents] = [join(specs, "court-cases.graphql"), join(specs, "operations/*.graphql")];
  const files: { filename: string; content: string }[] = await generate(
    { ...config, schema, documents, silent: true },
    false,
  );
  // They come in the order in which they were ready.
  files.sort((one, other) => (one.filename < other.filename ? -1 : 1));
  return new Map(files.map(({ filename, content }) => [posix.join("tools", filename), content]));
}
