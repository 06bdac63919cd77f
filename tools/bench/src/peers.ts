import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { build } from "esbuild";
import { bench, generated, root, run } from "./places.ts";
import type { Connection, ReadPage, WalkOptions } from "./service.ts";

/** A peer's generator: the program, and its arguments for a spec and an output folder. */
type Generator = (spec: string, output: string) => [program: string, ...args: string[]];

const openapiGenerator =
  (name: string, ...options: string[]): Generator =>
  (spec, output) => ["openapi-generator-cli", "generate", "-i", spec, "-g", name, "-o", output, ...options];

/** The peers' generators, with their defaults unless the name says otherwise. Versions are pinned in package.json. */
const generators: Record<string, Generator> = {
  "openapi-generator-fetch": openapiGenerator("typescript-fetch"),
  "openapi-generator-fetch-plain": openapiGenerator(
    "typescript-fetch",
    "--additional-properties=withoutRuntimeChecks=true,modelPropertyNaming=original,paramNaming=original",
  ),
  "openapi-generator-axios": openapiGenerator("typescript-axios"),
  "hey-api": (spec, output) => ["openapi-ts", "-i", spec, "-o", output],
  "openapi-fetch": (spec, output) => ["openapi-typescript", spec, "-o", `${output}/schema.d.ts`],
  orval: (spec, output) => ["orval", "--input", spec, "--output", `${output}/client.ts`, "--client", "fetch"],
  redocly: (spec, output) => ["redocly", "generate-client", spec, "--output", `${output}/client.ts`],
  // It pages only if it is told how.
  "redocly-paged": (spec, output) => [
    ...(["redocly", "generate-client", spec, "--output", `${output}/client.ts`] as const),
    ...["--config", "contenders/redocly-paged.yaml"],
  ],
};

/** No generator tells anybody that it runs, or looks for a newer version of itself. */
const quiet = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

const contenders = join(generated, "contenders.js");

/** Generates all peers, unless their inputs have not changed since, and bundles all contenders: peers' code does not run unbuilt. */
export async function preparePeers(log: (text: string) => void): Promise<void> {
  const spec = join(root, "specs/register.openapi.yaml");
  const hash = createHash("sha256");
  const rules = join(bench, "contenders/redocly-paged.yaml");
  for (const file of [spec, rules, join(bench, "pnpm-lock.yaml"), import.meta.filename])
    hash.update(await readFile(file));
  const digest = hash.digest("hex");
  const stamp = join(generated, "peers.sha256");
  if ((await readFile(stamp, "utf8").catch(() => "")) !== digest) {
    for (const [name, generator] of Object.entries(generators)) {
      log(`generating ${name}`);
      const output = join(generated, name);
      await rm(output, { recursive: true, force: true });
      await mkdir(output, { recursive: true });
      // Relative: one of them hands its arguments to a shell unquoted, and the folder of the repository may have spaces.
      const [program, ...args] = generator(relative(bench, spec), relative(bench, output));
      await run(join(bench, "node_modules/.bin", program), args, quiet);
    }
    await writeFile(stamp, digest);
  }
  await build({
    ...{ entryPoints: [join(bench, "contenders/index.ts")], outfile: contenders, logLevel: "warning" },
    // Installed packages stay outside, so that they run as published.
    ...{ bundle: true, format: "esm", platform: "node", target: "node24", packages: "external" },
  });
}

/** The module of all contenders. */
export const importContenders = (): Promise<{
  contenders: Record<string, (connection: Connection) => ReadPage>;
  walks: Record<string, (connection: Connection, how: WalkOptions) => AsyncIterable<unknown>>;
}> => import(contenders);
