import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFailed, test, vi } from "vitest";
import { root } from "../shared/repository.ts";
import { readRegister } from "../specs/contract.ts";
import { startMock } from "./mock.ts";

test("every operation returns the spec's examples, in both representations", async () => {
  const { operations } = readRegister(join(root, "specs"));
  await using mock = await startMock();
  for (const { path, written } of operations) {
    for (const [type, { examples }] of Object.entries(written.responses?.["200"]?.content ?? {})) {
      const response = await fetch(`${mock.url}/javni${path}?offset=0`, {
        headers: { accept: type, "Ocp-Apim-Subscription-Key": "any" },
      });
      expect(response.status, path).toBe(200);
      const body = type === "application/json" ? await response.json() : await response.text();
      expect(body, path).toEqual(Object.values(examples ?? {})[0]?.value);
    }
  }
});

test("it starts where NODE_ENV is production, as in many containers", async () => {
  vi.stubEnv("NODE_ENV", "production");
  try {
    await using mock = await startMock();
    expect((await fetch(mock.url)).status).toBe(404);
  } finally {
    vi.unstubAllEnvs();
  }
});

/** How the process that started the mock ends, and the code that it runs to do so. */
const ends: [string, string][] = [
  ["is killed outright", ""],
  ["exits, its resources not disposed of", "process.exit();"],
  // Ctrl-C does this.
  ["ends at the same time", 'process.kill(pid, "SIGKILL"); process.exit();'],
];

const isWindows = process.platform === "win32";

test.for(ends)(
  "the mock ends when the process that started it %s, and leaves nothing behind",
  async ([, end], { skip }) => {
    skip(isWindows, "There is no ps on Windows to see with whether the mock ends.");
    const folder = await mkdtemp(join(tmpdir(), "court-register-mock-test-"));
    const program = `import { startMock } from ${JSON.stringify(import.meta.resolve("./mock.ts"))};
    const { pid } = await startMock();
    process.stdout.write(pid + "\\n", () => { ${end} });`;
    const parent = spawn(process.execPath, ["--input-type=module", "--eval", program], {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, TMPDIR: folder, TEMP: folder },
    });
    const [pid] = await once(createInterface({ input: parent.stdout }), "line");
    onTestFailed(() => void process.kill(Number(pid)));
    if (end === "") {
      expect(isAlive(Number(pid))).toBe(true);
      expect(await readdir(folder)).toEqual([expect.stringMatching(/^court-register-mock-/)]);
      parent.kill("SIGKILL");
    }
    // Ask the system: a request would make the mock write to a closed pipe, which ends it too.
    await expect.poll(() => isAlive(Number(pid)), { timeout: 20_000 }).toBe(false);
    expect(await readdir(folder)).toEqual([]);
    await rmdir(folder);
  },
);

function isAlive(pid: number): boolean {
  // A zombie has ended.
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return stdout.trim() !== "" && !stdout.trim().startsWith("Z");
}
