/** `pnpm exec node tools/src/release/version.ts`: applies the changesets to versions and changelogs. */
import { readArguments } from "../shared/arguments.ts";
import { root } from "../shared/repository.ts";
import { applyChangesets } from "./apply-changesets.ts";

await readArguments(
  `pnpm exec node tools/src/release/version.ts

Turns the changesets into version numbers and changelogs, and writes the versions into the spec and the examples.

Exit code 0: done. 1: there are no changesets, or it could not be done.
`,
  {},
);

try {
  const version = await applyChangesets(root);
  console.log(
    `\nThe clients are at ${version}. Now: \`pnpm generate\` (the specs carry the version), commit, merge, start the workflow "Release".`,
  );
} catch (error) {
  console.error(`\nNothing was released: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
