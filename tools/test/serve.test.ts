import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { root } from "../src/shared/repository.ts";

const isWindows = process.platform === "win32";

test("the server that `pnpm serve` starts ends with its launcher", async ({ skip }) => {
  skip(isWindows, "There is no ps on Windows to find launchers with.");
  const { scripts } = JSON.parse(readFileSync(`${root}/package.json`, "utf8"));
  // With another command after it, the shell does not `exec` it but stays its parent, like pnpm's shell.
  const command = `${scripts.serve} --port 0 --rows 10; true`;
  // A session of its own, so that no signal reaches the server through a terminal.
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
    // If the test fails, end what is left of its process group.
    try {
      process.kill(-(launcher.pid ?? Number.NaN));
    } catch {}
  }
});
