import type { Plugin } from "esbuild";
import { type Bundle, type BundleOptions, bundle } from "./bundle.ts";
import { root } from "./places.ts";

/** What one of our packages may weigh. */
export interface Budget {
  what: string;
  /** The module that is bundled. */
  code: string;
  options?: BundleOptions;
  /** Bytes, minified and gzipped. */
  limit: number;
}

const everythingOf = (name: string): string => `export * from "${root}/packages/${name}/dist/index.js";`;

/** Leaves the operation table out: what remains is what was written by hand. */
const withoutTable: Plugin = {
  name: "without-table",
  setup: ({ onLoad }) =>
    onLoad({ filter: /core\/dist\/generated\/operations\.js$/ }, () => ({
      contents: 'export const operations = {}; export const basePath = "/javni"; export const keyHeader = "x-key";',
    })),
};

/** What `check` holds our packages to. */
export const budgets: readonly Budget[] = [
  { what: "@court-register/fetch, whole", code: everythingOf("fetch"), limit: 2_800 },
  {
    what: "@court-register/fetch, without its operation table",
    code: everythingOf("fetch"),
    options: { plugins: [withoutTable] },
    limit: 2_300,
  },
  {
    what: "@court-register/axios, whole, axios not counted",
    code: everythingOf("axios"),
    options: { external: ["axios"] },
    limit: 2_600,
  },
  { what: "@court-register/graphql, with its documents", code: everythingOf("graphql"), limit: 2_500 },
];

/** The size of each, in the order of `budgets`. */
export const weigh = (): Promise<Bundle[]> => Promise.all(budgets.map(({ code, options }) => bundle(code, options)));
