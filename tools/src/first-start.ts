/**
 * `pnpm exec node tools/src/first-start.ts [COMMAND]`: measures what the first `pnpm start` on a new machine downloads, and how
 * long it takes. Clones the last commit, starts with an empty home, store and cache, and counts through a registry proxy.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readArguments } from "./arguments.ts";
import { serve } from "./local-server.ts";
import { root } from "./repository.ts";

const { words } = readArguments(
  `pnpm exec node tools/src/first-start.ts [COMMAND]

Clones what is committed and runs \`pnpm start\`, or another command, in it as on a new machine: with an empty home and
nothing cached. Prints how much it downloaded and how long it took.

Exit code: that of the command.
`,
  {},
  (word) => /^[a-z:]+$/.test(word),
);
const [command = "start"] = words;
const registry = spawnSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).stdout.trim().replace(/\/$/, "");

/** Downloads so far: bytes on the wire where the registry sends a content length, the decompressed size otherwise. */
const counted = { packages: 0, megabytes: 0, descriptions: 0 };

await using counter = await serve(async (request, response) => {
  // Only reads are forwarded: install reports are not.
  if (request.method !== "GET") return response.writeHead(404).end("{}");
  try {
    const { status, headers, ...answer } = await ask(`${registry}${request.url}`, request.headers.accept);
    const isPackage = request.url?.endsWith(".tgz") === true;
    counted.megabytes += answer.size / 1e6;
    counted[isPackage ? "packages" : "descriptions"] += 1;
    // Package metadata contains tarball URLs: those must point here too.
    const body = isPackage ? answer.body : answer.body.toString().replaceAll(`${registry}/`, `${counter.url}/`);
    response.writeHead(status, { "content-type": headers.get("content-type") ?? "application/octet-stream" }).end(body);
  } catch (error) {
    console.error(`${request.url}: ${error instanceof Error ? error.message : error}`);
    response.writeHead(502).end("{}");
  }
});

async function ask(
  url: string,
  accept = "*/*",
): Promise<{ status: number; headers: Headers; body: Buffer; size: number }> {
  const answer = await fetch(url, { headers: { accept } });
  const body = Buffer.from(await answer.arrayBuffer());
  const { status, headers } = answer;
  return { status, headers, body, size: Number(headers.get("content-length") ?? body.length) };
}

await using folder = await mkdtempDisposable(join(tmpdir(), "court-register-first-start-"));
const clone = join(folder.path, "clone");
spawnSync("git", ["clone", "--quiet", root, clone], { stdio: "inherit" });
const { PATH = "" } = process.env;
// The machine's own Node, not the workspace's.
const path = PATH.split(":").filter((one) => !one.includes("node_modules"));
const began = performance.now();
const child = spawn("npx", ["--yes", "pnpm@12", command], {
  cwd: clone,
  stdio: "inherit",
  env: {
    PATH: path.join(":"),
    HOME: folder.path,
    npm_config_registry: counter.url,
    pnpm_config_registry: counter.url,
    // This machine's network settings.
    ...Object.fromEntries(
      Object.entries(process.env).filter(([name]) => /^(NODE_EXTRA_CA_CERTS|https?_proxy)$/i.test(name)),
    ),
    no_proxy: "127.0.0.1",
  },
});
const [code] = await once(child, "exit");
const seconds = Math.round((performance.now() - began) / 1000);
console.log(
  `\n${command}: ended with ${code} after ${seconds} s; ${Math.round(counted.megabytes)} MB downloaded: ${counted.packages} packages, ${counted.descriptions} descriptions of packages.`,
);
process.exitCode = code ?? 1;
