import { gzipSync } from "node:zlib";
import { build, type Plugin } from "esbuild";
import { bench } from "./places.ts";

export interface Bundle {
  /** Minified size in bytes. */
  minified: number;
  /** Size in bytes, minified and gzipped at the highest level. */
  gzip: number;
}

export interface BundleOptions {
  /** Packages that stay external. */
  external?: string[];
  plugins?: Plugin[];
  /** Export conditions, such as that of our sources. */
  conditions?: string[];
}

/**
 * Bundles a module for browsers and measures the download size.
 *
 * @param code - the module, with imports relative to the bench folder.
 */
export async function bundle(
  code: string,
  { external = [], plugins = [], conditions = [] }: BundleOptions = {},
): Promise<Bundle> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: bench, loader: "ts" },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "browser",
    target: "es2022",
    legalComments: "none",
    logLevel: "warning",
    external,
    plugins,
    conditions,
  });
  const [{ contents } = { contents: new Uint8Array() }] = outputFiles;
  return { minified: contents.length, gzip: gzipSync(contents, { level: 9 }).length };
}
