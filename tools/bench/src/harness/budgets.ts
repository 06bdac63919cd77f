import type { Plugin } from "esbuild";
import { type Bundle, type BundleOptions, bundle } from "./bundle.ts";
import { root } from "./places.ts";

/** What one of our packages may weigh. */
export interface Budget {
  what: string;
  /** The module that is bundled. */
  code: string;
  options?: BundleOptions;
  /** The target: bytes, minified and gzipped. */
  limit: number;
  /**
   * The ceiling that `check` enforces where the target is missed: today's size. It is raised only to fix a fault or, except
   * without the operation table, by what a larger contract generates.
   */
  ceiling: number;
}

/** Modules that each hold one feature of a client, and their stubs in that client without it. */
export const features: Readonly<Record<string, { of: "fetch" | "graphql"; module: RegExp; stub: string }>> = {
  "the operation table": {
    of: "fetch",
    module: /core\/dist\/generated\/operations\.js$/,
    stub: 'export const operations = {}; export const basePath = "/javni"; export const keyHeader = "x-key";',
  },
  "walks: cursor, joins, totals, prefetch": {
    of: "fetch",
    module: /core\/dist\/walk\.js$/,
    stub: "export async function* walk() {}",
  },
  "exact integers, and what is no array of objects": {
    of: "fetch",
    module: /core\/dist\/exact\.js$/,
    stub: "export const decodeRows = (text) => JSON.parse(text);",
  },
  "withResponse and asResponse": {
    of: "fetch",
    module: /core\/dist\/call\.js$/,
    stub: "export const makeCall = (start, shown) => start().then((result) => result[shown]);",
  },
  "the documents, and which fields are integers": {
    of: "graphql",
    module: /graphql\/dist\/generated\/documents\.js$/,
    stub: "export const documents = {}; export const integerFields = /$/;",
  },
  "`many`: cases in batches, each with its own result": {
    of: "graphql",
    module: /graphql\/dist\/many\.js$/,
    stub: "export const lookup = (ask, document) => async (key, options) => (await ask(document, key, options))(/\\{(\\w+)/.exec(document)[1]);",
  },
  "exact integers, in responses and variables": {
    of: "graphql",
    module: /graphql\/dist\/integers\.js$/,
    stub: "export const integerReader = () => (value) => value; export const keepIntegers = undefined; export const writeInteger = () => undefined;",
  },
};

/** esbuild plugin that leaves features out of a bundle. */
export const without = (...names: string[]): Plugin => ({
  name: "without",
  setup({ onLoad }) {
    for (const name of names) {
      const { module, stub } = features[name] as { module: RegExp; stub: string };
      onLoad({ filter: module }, () => ({ contents: stub }));
    }
  },
});

export const everythingOf = (name: string): string => `export * from "${root}/packages/${name}/dist/index.js";`;

/** The budgets that `check` enforces. */
export const budgets: readonly Budget[] = [
  { what: "@court-register/fetch, whole", code: everythingOf("fetch"), limit: 2_800, ceiling: 4_102 },
  {
    what: "@court-register/fetch, without its operation table",
    code: everythingOf("fetch"),
    options: { plugins: [without("the operation table")] },
    limit: 2_300,
    ceiling: 3_617,
  },
  {
    what: "@court-register/axios, whole, axios not counted",
    code: everythingOf("axios"),
    options: { external: ["axios"] },
    limit: 2_600,
    ceiling: 4_900,
  },
  { what: "@court-register/graphql, with its documents", code: everythingOf("graphql"), limit: 2_500, ceiling: 3_634 },
];

/** The size of each, in the order of `budgets`. */
export const weigh = (): Promise<Bundle[]> => Promise.all(budgets.map(({ code, options }) => bundle(code, options)));
