/**
 * A local package registry with the packed packages and nothing else. npm uses it for `@court-register/…` and the usual registry
 * for the rest, so that every command works as it will after a release.
 */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readFile, symlink } from "node:fs/promises";
import { basename, join } from "node:path";
import { serve } from "../../shared/local-server.ts";
import { npmCache, npmSettings, packAll } from "./packed.ts";
import { run } from "./process.ts";

export interface Registry extends AsyncDisposable {
  /** The content of a project's `.npmrc` that makes npm use this registry. */
  npmrc: string;
  /** Environment variables for npm: a cache that shares downloads with other runs, but no installed programs. */
  env: NodeJS.ProcessEnv;
}

interface Published {
  manifest: { name: string; version: string };
  tarball: Buffer;
  file: string;
}

async function read(path: string): Promise<Published> {
  const manifest = await run("tar", ["-xOf", path, "package/package.json"]);
  return { manifest: JSON.parse(manifest), tarball: await readFile(path), file: basename(path) };
}

/** A package's metadata, as npm expects it. */
function describe({ manifest, tarball, file }: Published, url: string): object {
  const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
  return {
    name: manifest.name,
    "dist-tags": { latest: manifest.version },
    versions: { [manifest.version]: { ...manifest, dist: { tarball: `${url}${file}`, integrity } } },
  };
}

/**
 * npm's cache for one run. Downloads are shared between runs; what `npx` has installed is not, because npx would reuse it as long
 * as the version is the same.
 */
async function makeCache(folder: string): Promise<string> {
  const path = join(folder, "npm");
  await mkdir(join(npmCache, "_cacache"), { recursive: true });
  await mkdir(path, { recursive: true });
  await symlink(join(npmCache, "_cacache"), join(path, "_cacache"));
  return path;
}

/**
 * Packs all packages and serves them.
 *
 * @param folder - where npm's cache is made.
 */
export async function startRegistry(folder: string): Promise<Registry> {
  const all = await Promise.all((await packAll()).map(({ path }) => read(path)));
  // A new URL in every run: npm caches responses by URL.
  const path = `/${randomUUID()}/`;
  const server = await serve((request, response) => {
    const asked = decodeURIComponent((request.url ?? "").slice(path.length));
    const named = all.find(({ manifest }) => manifest.name === asked);
    const file = all.find((one) => one.file === asked);
    if (named) response.end(JSON.stringify(describe(named, url)));
    else if (file) response.end(file.tarball);
    else response.writeHead(404).end();
  });
  const url = server.url + path;
  return {
    npmrc: `@court-register:registry=${url}\n`,
    env: {
      ...npmSettings,
      npm_config_cache: await makeCache(folder),
      npm_config_yes: "true",
    },
    [Symbol.asyncDispose]: server[Symbol.asyncDispose],
  };
}
