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
  /** The ceiling that `check` enforces where the target is missed: today's size, with some slack for a longer message. */
  ceiling: number;
}

/** Sources that each hold one feature of a client, and their stubs in that client without it. */
export const features: Readonly<Record<string, { of: "fetch" | "graphql"; module: RegExp; stub: string }>> = {
  "the operation table": {
    of: "fetch",
    module: /core\/src\/generated\/operations\.ts$/,
    stub: 'export const operations = {}; export const basePath = "/javni"; export const keyHeader = "x-key"; export const version = "0";',
  },
  "walks: cursor, joins, totals, prefetch": {
    of: "fetch",
    module: /core\/src\/walk\.ts$/,
    stub: "export const planWalk = () => {}; export const walkPages = planWalk, rowsOf = planWalk, rowWalk = planWalk;",
  },
  "exact integers": {
    of: "fetch",
    module: /core\/src\/integers\.ts$/,
    stub: "export const checkNumbers = () => {}; export const makeBigints = checkNumbers, denotesInteger = checkNumbers;",
  },
  "withResponse and asResponse": {
    of: "fetch",
    module: /core\/src\/call\.ts$/,
    stub: "export const makeCall = (start, resolve) => start().then(resolve);",
  },
  "refusing options that cannot work": {
    of: "fetch",
    module: /core\/src\/check-options\.ts$/,
    stub:
      "export const checkOptions = () => {}; export const isObject = checkOptions, anything = {}, aFunction = {}, milliseconds = {}," +
      " requestOptions = {}, clientOptions = {}, callOptions = {}, walkOptions = {};",
  },
  "redaction of secrets, however they are escaped": {
    of: "fetch",
    module: /core\/src\/redact\.ts$/,
    stub: "export const redact = (text) => text; export const redactValue = (value) => value;",
  },
  "the documents, and which fields are integers": {
    of: "graphql",
    module: /graphql\/src\/generated\/documents\.ts$/,
    stub: "export const documents = {}; export const integerFields = [];",
  },
  "`many`: cases in batches, each with its own result": {
    of: "graphql",
    module: /graphql\/src\/many\.ts$/,
    stub:
      'import { ask } from "./ask.ts"; export const lookup = (endpoint, operation, document) => async (variables, options) =>' +
      " (await ask(endpoint, { operation, document, variables, options })).field(/\\{(\\w+)/.exec(document)[1]);",
  },
  "exact integers, in responses and variables": {
    of: "graphql",
    module: /graphql\/src\/integers\.ts$/,
    stub: "export const convertIntegers = (value) => value; export const keepIntegers = undefined; export const writeInteger = () => undefined;",
  },
};

/** esbuild plugin that leaves features out of a bundle. */
const without = (...names: string[]): Plugin => ({
  name: "without",
  setup({ onLoad }) {
    for (const name of names) {
      const { module, stub } = features[name] as { module: RegExp; stub: string };
      onLoad({ filter: module }, () => ({ contents: stub }));
    }
  },
});

/** What a client without some of its features weighs. It is bundled from its sources: what is published is one module. */
export const weighWithout = (client: string, ...names: string[]): Promise<Bundle> =>
  bundle(`export * from "${root}/packages/${client}/src/index.ts";`, {
    plugins: [without(...names)],
    conditions: ["@court-register/source"],
  });

export const everythingOf = (name: string): string => `export * from "${root}/packages/${name}/dist/index.js";`;

/** The budgets that `check` enforces. */
export const budgets: readonly Budget[] = [
  { what: "@court-register/fetch, whole", code: everythingOf("fetch"), limit: 5_500, ceiling: 9_700 },
  {
    what: "@court-register/axios, whole, axios not counted",
    code: everythingOf("axios"),
    options: { external: ["axios"] },
    limit: 6_000,
    ceiling: 10_500,
  },
  { what: "@court-register/graphql, with its documents", code: everythingOf("graphql"), limit: 5_000, ceiling: 7_800 },
];

/** The size of each, in the order of `budgets`. */
export const weigh = (): Promise<Bundle[]> => Promise.all(budgets.map(({ code, options }) => bundle(code, options)));
