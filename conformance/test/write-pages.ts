/** `node --conditions=@court-register/source test/write-pages.ts FOLDER`: how `pnpm generate` writes the pages of the documents. */

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { cataloguePage, coveragePage } from "./docs-pages.ts";

const [folder = "."] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
await writeFile(join(folder, "requirements.md"), cataloguePage());
await writeFile(join(folder, "coverage.md"), coveragePage());
