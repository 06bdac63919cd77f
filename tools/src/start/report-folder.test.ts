import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtempDisposable, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../shared/repository.ts";

const program = (folder: string, then: string): string[] => [
  "--input-type=module-typescript",
  "--eval",
  `import { claimReportFolder } from "${join(root, "tools/src/start/report-folder.ts")}";
console.log(claimReportFolder("${folder}")); ${then}`,
];

/** Claims a folder in a process that stays. */
async function claim(folder: string): Promise<{ claimed: string; end: (signal: NodeJS.Signals) => Promise<unknown> }> {
  const child = spawn(process.execPath, program(folder, "setInterval(() => {}, 1000);"));
  const [line] = await once(child.stdout, "data");
  const end = (signal: NodeJS.Signals): Promise<unknown> => {
    child.kill(signal);
    return once(child, "exit");
  };
  return { claimed: String(line).trim(), end };
}

test("each process has a folder of its own, and takes over that of one that was killed", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "reports-"));
  const [first, second] = [await claim(folder.path), await claim(folder.path)];
  expect([first.claimed, second.claimed]).toEqual([join(folder.path, "reports"), join(folder.path, "reports/2")]);
  await first.end("SIGKILL");
  expect(await readFile(join(first.claimed, ".in-use-by"), "utf8")).not.toBe("");
  const third = await claim(folder.path);
  expect(third.claimed).toBe(first.claimed);
  await Promise.all([second.end("SIGKILL"), third.end("SIGKILL")]);
});

test("a process that ends gives its folder back", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "reports-"));
  const { stdout } = spawnSync(process.execPath, program(folder.path, ""), { encoding: "utf8" });
  expect(stdout.trim()).toBe(join(folder.path, "reports"));
  expect(existsSync(join(folder.path, "reports/.in-use-by"))).toBe(false);
});
