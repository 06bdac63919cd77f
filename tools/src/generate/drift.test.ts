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

const drift = () => findDrift(join(folder, "staged"), join(folder, "repository"));

test("reports no drift when everything is as generated", async () => {
  await put("staged/rest/packages/core/src/generated/types.ts", "a");
  await put("repository/packages/core/src/generated/types.ts", "a");
  expect(await drift()).toMatchObject({
    same: ["packages/core/src/generated/types.ts"],
    differs: [],
    missing: [],
    stale: [],
  });
});

test("reports files that were edited by hand, never generated, or left over", async () => {
  await put("staged/rest/packages/core/src/generated/types.ts", "a");
  await put("staged/rest/packages/fetch/api.md", "a");
  await put("repository/packages/core/src/generated/types.ts", "b");
  await put("repository/packages/core/src/generated/old/left-over.ts", "a");
  await put("repository/packages/old/api.md", "a");
  await put("repository/conformance/src/generated/old.json", "a");
  expect(await drift()).toMatchObject({
    differs: ["packages/core/src/generated/types.ts"],
    missing: ["packages/fetch/api.md"],
    stale: [
      "conformance/src/generated/old.json",
      "packages/core/src/generated/old/left-over.ts",
      "packages/old/api.md",
    ],
  });
});

test("ignores handwritten files", async () => {
  await put("repository/packages/core/src/index.ts", "a");
  await put("repository/packages/core/README.md", "a");
  expect((await drift()).stale).toEqual([]);
});

test("is described one file a line, and ends", async () => {
  await put("staged/rest/packages/core/src/generated/types.ts", "a");
  await put("staged/rest/packages/fetch/api.md", "a");
  await put("repository/packages/core/src/generated/types.ts", "b");
  await put("repository/packages/old/api.md", "a");
  expect(describeDrift(await drift())).toBe(`Generated files do not match the specs:
  differs  packages/core/src/generated/types.ts
  missing  packages/fetch/api.md
  stale    packages/old/api.md
Run \`pnpm generate\` and commit the result.`);
  expect(await endDrift(await drift(), join(folder, "repository"))).toBe(
    "Generated files: 2 written, 1 removed, 0 up to date.",
  );
  expect(await drift()).toMatchObject({ differs: [], missing: [], stale: [] });
  expect(describeDrift(await drift())).toBe(undefined);
});
