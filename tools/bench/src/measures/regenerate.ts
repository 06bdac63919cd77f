import { appendFile } from "node:fs/promises";
import { Copy } from "../../../test/support/copy.ts";
import type { Measure } from "../harness/measure.ts";
import { generatePeer } from "../harness/peers.ts";
import { atMost } from "../harness/result.ts";
import { pairedRounds } from "../harness/rounds.ts";
import { ratioOf } from "../harness/statistics.ts";

/** `pnpm generate` in the copy, after a comment was added to each of the files. */
async function regenerate(copy: Copy, ...edited: string[]): Promise<void> {
  for (const file of edited) await appendFile(copy.path(file), "# edited\n");
  const { code, output } = await copy.node("tools/src/generate/index.ts");
  if (code !== 0) throw new Error(output);
}

/** The alternative without any caching: each plain generator, one after the other, whatever has changed. */
async function plainRuns(copy: Copy): Promise<void> {
  const spec = copy.path("specs/register.openapi.yaml");
  await generatePeer("openapi-generator-fetch-plain", spec, copy.path("plain/fetch"));
  await generatePeer("openapi-generator-axios", spec, copy.path("plain/axios"));
  for (const step of ["graphql", "bundle-specs"]) await copy.step(step);
}

export const measure: Measure = {
  name: "regenerate",
  about: "regenerating after an edit of a spec",
  async run(context) {
    await using copy = await Copy.make();
    await regenerate(copy);
    const plain = "plain runs of every generator";
    const rest = "ours, OpenAPI document edited";
    const graphql = "ours, GraphQL schema edited";
    const samples = await pairedRounds(
      {
        [plain]: () => plainRuns(copy),
        [rest]: () => regenerate(copy, "specs/register.openapi.yaml"),
        [graphql]: () => regenerate(copy, "specs/court-cases.graphql"),
        "ours, nothing edited": () => regenerate(copy),
      },
      { rounds: context.quick ? 1 : 100, random: context.random },
    );
    return {
      measure: "regenerate",
      title: "Regenerating after an edit of a spec",
      method:
        "In a throwaway copy of the repository. Plain runs: openapi-generator for fetch (without its mapping of rows) and for axios with its own templates, then our steps for the GraphQL client and for bundling the specs, one after the other. They know no dependencies, so they run all four after any edit. Ours is `pnpm generate`, which runs only what depends on the edited file, in parallel, and both REST clients in one JVM.",
      bars: [
        atMost(
          "regenerating after the OpenAPI document is edited, over plain runs",
          0.6,
          ratioOf(samples, rest, plain),
        ),
        atMost(
          "regenerating after the GraphQL schema is edited, over plain runs",
          0.6,
          ratioOf(samples, graphql, plain),
        ),
      ],
      sections: [{ kind: "paired", title: "One edit", unit: "ms", baseline: plain, samples }],
    };
  },
};
