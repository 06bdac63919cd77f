import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { describeDrift, endDrift, findDrift } from "./drift.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "drift-"));
});
afterEach(() => rm(folder, { recursive: true }));

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

const patterns = ["packages/*/src/generated/**/*.*", "packages/*/api.md"];
const drift = () => findDrift(patterns, join(folder, "staged"), join(folder, "repository"));

test("names the files that were edited by hand, never generated, or left over, and ends the drift", async () => {
  await put("staged/packages/core/src/generated/types.ts", "a");
  await put("staged/packages/core/src/generated/same.ts", "a");
  await put("staged/packages/fetch/api.md", "a");
  await put("repository/packages/core/src/generated/types.ts", "b");
  await put("repository/packages/core/src/generated/same.ts", "a");
  await put("repository/packages/core/src/generated/old/left-over.ts", "a");
  await put("repository/packages/core/src/index.ts", "handwritten");
  await put("repository/packages/old/api.md", "a");
  const found = await drift();
  expect(describeDrift([found])).toEqual({
    files: `\
  differs  packages/core/src/generated/types.ts
  missing  packages/fetch/api.md
  stale    packages/core/src/generated/old/left-over.ts
  stale    packages/old/api.md
`,
    same: 1,
    summary: "Generated files: 2 written, 2 removed, 1 up to date.",
  });
  await endDrift(found, join(folder, "repository"));
  expect(describeDrift([await drift()])).toMatchObject({ files: "", same: 3 });
});
