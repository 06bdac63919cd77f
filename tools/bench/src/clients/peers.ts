import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { bench, generated } from "../places.ts";
import { run } from "../processes/run.ts";

/** A peer's generator: the program, and its arguments for a spec and an output folder. */
export type Generator = (spec: string, output: string) => [program: string, ...args: string[]];

/** Its wrapper hands arguments to a shell unquoted: relative paths lack what the folder of the repository may be called. */
const openapiGenerator =
  (name: string, ...options: string[]): Generator =>
  (spec, output) => {
    const [from, to] = [relative(bench, spec), relative(bench, output)];
    return ["openapi-generator-cli", "generate", "-i", from, "-g", name, "-o", to, ...options];
  };

/** The peers' generators, with their defaults unless the name says otherwise. Versions are pinned in package.json. */
export const generators: Record<string, Generator> = {
  "openapi-generator-fetch": openapiGenerator("typescript-fetch"),
  "openapi-generator-fetch-plain": openapiGenerator(
    "typescript-fetch",
    "--additional-properties=withoutRuntimeChecks=true,modelPropertyNaming=original,paramNaming=original",
  ),
  "openapi-generator-axios": openapiGenerator("typescript-axios"),
  "hey-api": (spec, output) => ["openapi-ts", "-i", spec, "-o", output],
  "openapi-fetch": (spec, output) => ["openapi-typescript", spec, "-o", join(output, "schema.d.ts")],
  orval: (spec, output) => ["orval", "--input", spec, "--output", join(output, "client.ts"), "--client", "fetch"],
};

/** Generates one peer from a spec, into an emptied folder. */
export async function generatePeer(name: string, spec: string, output: string): Promise<void> {
  const [program, ...args] = generators[name]?.(spec, output) ?? [name];
  await rm(output, { recursive: true, force: true });
  await mkdir(output, { recursive: true });
  await run(join(bench, "node_modules/.bin", program), args, { cwd: bench });
}

/** Generates all peers, unless their inputs have not changed since the last time. */
export async function generatePeers(spec: string, log: (text: string) => void): Promise<void> {
  const sources = [spec, join(bench, "pnpm-lock.yaml"), import.meta.filename];
  const hash = createHash("sha256");
  for (const file of sources) hash.update(await readFile(file));
  const digest = hash.digest("hex");
  const stamp = join(generated, "peers.sha256");
  if ((await readFile(stamp, "utf8").catch(() => "")) === digest) return;
  for (const name of Object.keys(generators)) {
    log(`generating ${name}`);
    await generatePeer(name, spec, join(generated, name));
  }
  await writeFile(stamp, digest);
}
