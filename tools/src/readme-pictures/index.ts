/**
 * `pnpm exec node --conditions=@court-register/source tools/src/readme-pictures/index.ts`: takes the pictures of a report that the README shows. Its charts are made by `pnpm bench`.
 */
import { mkdir, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { launchBrowser, noBrowser } from "../check/runtimes/browser.ts";
import { installToolbox } from "../check/runtimes/toolbox.ts";
import { readArguments } from "../shared/arguments.ts";
import { endWithLauncher } from "../shared/end-with-launcher.ts";
import { root } from "../shared/repository.ts";
import { makeReport } from "./report.ts";

await readArguments(
  `pnpm exec node --conditions=@court-register/source tools/src/readme-pictures/index.ts

Judges a service with two mistakes, and takes pictures of the report, for light and dark pages: those that the README shows.
The first run downloads a browser.

Exit code 0: the pictures are in tools/generated/pictures. 1: they could not be taken.
`,
  {},
);
endWithLauncher();

async function main(): Promise<void> {
  await installToolbox();
  const reason = await noBrowser();
  if (reason !== undefined) throw new Error(reason);
  const html = await makeReport();
  const browser = await launchBrowser();
  const pictures = join(root, "tools/generated/pictures");
  await mkdir(pictures, { recursive: true });
  try {
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await browser.newPage({ viewport: { width: 1000, height: 760 }, colorScheme });
      await page.setContent(html);
      const path = join(pictures, `report-${colorScheme}.png`);
      await page.screenshot({ path });
      console.log(`${relative(process.cwd(), path)}: ${Math.round((await stat(path)).size / 1e3)} kB`);
    }
  } finally {
    await browser.close();
  }
}

await main();
