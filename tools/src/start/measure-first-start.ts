/**
 * `pnpm exec node tools/src/start/measure-first-start.ts [COMMAND]`: measures what the first `pnpm start` on a new machine downloads, and how
 * long it takes. Clones the last commit, starts with an empty home, store and cache, and counts through a registry proxy.
 * With `--packed FOLDER`, it measures the installation of a packed package instead.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pack } from "../check/support/packed.ts";
import { readArguments } from "../shared/arguments.ts";
import { serve } from "../shared/local-server.ts";
import { root } from "../shared/repository.ts";
import { buildPackages } from "../shared/turbo.ts";

const { words, values } = await readArguments(
  `pnpm exec node tools/src/start/measure-first-start.ts [COMMAND]
pnpm exec node tools/src/start/measure-first-start.ts --packed FOLDER

Clones what is committed and runs \`pnpm start\`, or another command, in it as on a new machine: with an empty home and
nothing cached. Prints how much it downloaded and how long it took.

--packed FOLDER   instead, packs the package in this folder, such as conformance, and installs the tarball with npm

Exit code: that of the command.
`,
  { packed: { type: "string" } },
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
const place = join(folder.path, "place");
const toRun = values.packed === undefined ? await inClone() : await ofPacked(values.packed);

async function inClone(): Promise<string[]> {
  spawnSync("git", ["clone", "--quiet", root, place], { stdio: "inherit" });
  return ["npx", "--yes", "pnpm@12", command];
}

async function ofPacked(packed: string): Promise<string[]> {
  await buildPackages();
  await mkdir(place);
  return ["npm", "install", await pack(packed, folder.path)];
}

const { PATH = "" } = process.env;
// The machine's own Node, not the workspace's.
const path = PATH.split(":").filter((one) => !one.includes("node_modules"));
const began = performance.now();
const [program = "", ...args] = toRun;
const child = spawn(program, args, {
  cwd: place,
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
  `\n${toRun.slice(0, -1).join(" ")} ${basename(toRun.at(-1) ?? "")}: ended with ${code} after ${seconds} s; ${Math.round(counted.megabytes)} MB downloaded: ${counted.packages} packages, ${counted.descriptions} descriptions of packages.`,
);
process.exitCode = code ?? 1;
