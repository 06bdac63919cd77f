import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { root } from "../src/repository.ts";

const isWindows = process.platform === "win32";
if (isWindows)
  console.log("Skipped: that the server ends with its launcher. There is no ps on Windows to find launchers with.");

test.skipIf(isWindows)("the server that `pnpm serve` starts ends with what launched it", async () => {
  const { scripts } = JSON.parse(readFileSync(`${root}/package.json`, "utf8"));
  // Something comes after it, so that the shell stays its parent, as pnpm's does.
  const command = `${scripts.serve} --port 0 --rows 10; true`;
  // A session of its own: no signal reaches the server by way of a terminal.
  const launcher = spawn("sh", ["-c", command], { cwd: root, detached: true, stdio: ["ignore", "pipe", "inherit"] });
  const url = await new Promise<string | undefined>((found) => {
    const lines = createInterface({ input: launcher.stdout });
    lines.on("line", (line) => line.startsWith("Listening on ") && found(line.split(" ")[2]));
    lines.on("close", () => found(undefined));
  });
  expect(url).toBeDefined();
  const answers = () =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  expect(await answers()).toBe(true);
  launcher.kill("SIGKILL");
  try {
    await expect.poll(answers, { timeout: 20_000 }).toBe(false);
  } finally {
    // What is left of its group, when the test fails.
    try {
      process.kill(-(launcher.pid ?? Number.NaN));
    } catch {}
  }
});
