/** One generator of the GraphQL client for all tests of a file: loading it takes most of the time. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";

let generator: ChildProcess | undefined;
// Without its channel, it ends.
afterAll(() => generator?.disconnect());

/** Generates from the specs in the folder, into its `out` folder. @throws Error with the reasons when the specs are refused. */
export async function generateGraphql(folder: string): Promise<void> {
  generator ??= fork(fileURLToPath(import.meta.resolve("./generate-graphql.ts")));
  generator.send(folder);
  const [{ refused }] = await once(generator, "message");
  if (refused !== undefined) throw new Error(refused);
}
