import { spawnSync } from "node:child_process";
import { mkdir, mkdtempDisposable, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../src/shared/repository.ts";

test("a test without an assertion fails", async () => {
  // In the repository, where it finds vitest.
  await mkdir(join(root, "tools/.generated"), { recursive: true });
  await using folder = await mkdtempDisposable(join(root, "tools/.generated/assertions-"));
  await mkdir(join(folder.path, "test"));
  await writeFile(
    join(folder.path, "test/empty.test.ts"),
    'import { test } from "vitest";\ntest("nothing", () => {});\n',
  );
  const args = ["run", "--root", folder.path, "--config", join(root, "vitest.config.ts"), "--no-color"];
  const { status, stdout, stderr } = spawnSync("vitest", args, { cwd: root, encoding: "utf8" });
  expect([status, `${stdout}${stderr}`]).toEqual([1, expect.stringContaining("expected any number of assertion")]);
});
