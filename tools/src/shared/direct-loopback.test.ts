import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { serve } from "./local-server.ts";

const deadProxy = "http://127.0.0.1:9";
const effect = `import ${JSON.stringify(import.meta.resolve("./direct-loopback.ts"))};`;

/** Starts Node with the proxy settings of a user. @returns what it prints. */
async function run(program: string, settings: NodeJS.ProcessEnv): Promise<string> {
  const env = { ...process.env, NO_PROXY: undefined, no_proxy: undefined, ...settings };
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [output] = await Promise.all([text(child.stdout), once(child, "exit")]);
  return output.trim();
}

test("what a command starts reaches servers on this machine, though a proxy is set", async () => {
  await using server = await serve((_, response) => response.end());
  const ask = `console.log(await fetch("${server.url}").then(({ status }) => status, () => "refused"));`;
  const start = `import { spawnSync } from "node:child_process"; spawnSync(process.execPath, ["--input-type=module", "--eval", ${JSON.stringify(ask)}], { stdio: "inherit" });`;
  const settings = { NODE_USE_ENV_PROXY: "1", HTTP_PROXY: deadProxy, http_proxy: deadProxy };
  expect(await run(start, settings)).toBe("refused");
  expect(await run(effect + start, settings)).toBe("200");
});

test.each([
  [{}, "127.0.0.1,localhost"],
  [{ NO_PROXY: ".primjer.hr" }, ".primjer.hr,127.0.0.1,localhost"],
  [{ no_proxy: ".primjer.hr" }, ".primjer.hr,127.0.0.1,localhost"],
])("what %o exempts from the proxy still is", async (settings, expected) => {
  const print = "console.log(process.env.NO_PROXY, process.env.no_proxy);";
  expect(await run(effect + print, settings)).toBe(`${expected} undefined`);
});
