/** Offline, the first command ends, or goes on, soon: npx asks the registry twice, without a long pause. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { serve } from "../src/shared/local-server.ts";
import { root } from "../src/shared/repository.ts";

test("npx gives up on a registry that does not answer, and says so", { timeout: 60_000 }, async () => {
  let asked = 0;
  await using registry = await serve((request) => {
    asked += 1;
    request.socket.destroy();
  });
  await using cache = await mkdtempDisposable(join(tmpdir(), "court-register-npm-"));
  const env = {
    ...process.env,
    npm_config_registry: registry.url,
    npm_config_cache: cache.path,
    npm_config_noproxy: "127.0.0.1",
  };
  const npx = spawn("npx", ["--yes", "pnpm@12", "--version"], { cwd: root, env });
  const [printed] = await Promise.all([text(npx.stderr), once(npx, "exit")]);
  expect(printed).toContain("npm error");
  expect(npx.exitCode).not.toBe(0);
  expect(asked).toBe(2);
});
