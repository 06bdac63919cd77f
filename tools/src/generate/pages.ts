/**
 * Writes the pages of the suite that show the contract as the suite reads it: from its generated copy, so `pnpm generate` runs this
 * once that is written. A test of the suite compares them.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { cataloguePage, coveragePage } from "../../../conformance/test/docs-pages.ts";
import { root } from "../shared/repository.ts";

await writeFile(join(root, "conformance/docs/requirements.md"), cataloguePage());
await writeFile(join(root, "conformance/docs/coverage.md"), coveragePage());
