import { gzipSync } from "node:zlib";
import { build } from "esbuild";

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
