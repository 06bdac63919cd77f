/** `node tools/src/release/version.ts`: turns the changesets into version numbers and changelogs. */
import { root } from "../repository.ts";
import { applyChangesets } from "./apply-changesets.ts";

const version = await applyChangesets(root);
console.log(
  `\nThe clients are at ${version}. Now: \`pnpm generate\` (the specs carry the version), commit, merge, start the workflow "Release".`,
);
