import { root } from "../../shared/repository.ts";
import { type Bundle, bundle } from "./bundle.ts";

/** What one of our packages may weigh. */
export interface Budget {
  what: string;
  /** The package, in `packages`. */
  name: string;
  /** Packages that are not counted. */
  external?: string[];
  /** The target: bytes, minified and gzipped. */
  limit: number;
  /** The ceiling that `check` enforces where the target is missed: today's size, with some slack for a longer message. */
  ceiling: number;
}

const budgets: readonly Budget[] = [
  { what: "@court-register/fetch, whole", name: "fetch", limit: 9_500, ceiling: 10_550 },
  {
    ...{ what: "@court-register/axios, whole, axios not counted", name: "axios", external: ["axios"] },
    ...{ limit: 10_500, ceiling: 11_500 },
  },
  { what: "@court-register/graphql, with its documents", name: "graphql", limit: 8_000, ceiling: 8_800 },
];

/** What each weighs, as built. */
export const weigh = (): Promise<{ budget: Budget; bundle: Bundle }[]> =>
  Promise.all(
    budgets.map(async (budget) => {
      const { name, external = [] } = budget;
      const everything = `export * from "${root}/packages/${name}/dist/index.js";`;
      return { budget, bundle: await bundle(everything, { folder: root, external }) };
    }),
  );
