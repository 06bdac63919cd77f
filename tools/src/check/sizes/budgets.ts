import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { root } from "../../shared/repository.ts";

export interface Bundle {
  /** Minified size in bytes. */
  minified: number;
  /** Size in bytes, minified and gzipped at the highest level. */
  gzip: number;
}

/**
 * Bundles a module for browsers and measures the download size.
 *
 * @param options.folder - what the module's imports are relative to.
 * @param options.external - packages that are not counted.
 */
export async function bundle(code: string, options: { folder: string; external?: string[] }): Promise<Bundle> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: options.folder, loader: "ts" },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "browser",
    target: "es2022",
    legalComments: "none",
    logLevel: "warning",
    external: options.external ?? [],
  });
  const [{ contents } = { contents: new Uint8Array() }] = outputFiles;
  return { minified: contents.length, gzip: gzipSync(contents, { level: 9 }).length };
}

/** What one of our packages may weigh. */
export interface Budget {
  what: string;
  /** The package, in `packages`. */
  name: string;
  /** Packages that are not counted. */
  external?: string[];
  /** Bytes, minified and gzipped. */
  limit: number;
}

export const budgets: readonly Budget[] = [
  { what: "@court-register/fetch, whole", name: "fetch", limit: 11_300 },
  {
    ...{ what: "@court-register/axios, whole, axios not counted", name: "axios", external: ["axios"] },
    ...{ limit: 12_300 },
  },
  { what: "@court-register/graphql, with its documents", name: "graphql", limit: 9_500 },
];

/** What one of our packages weighs, as built. */
export function weigh({ name, external = [] }: Budget): Promise<Bundle> {
  const everything = `export * from "${root}/packages/${name}/dist/index.js";`;
  return bundle(everything, { folder: root, external });
}
