import { weigh } from "../../../../src/check/sizes/budgets.ts";
import { type Bundle, bundle } from "../../../../src/check/sizes/bundle.ts";
import { bench } from "../../places.ts";
import type { Bar } from "../../report/result.ts";
import type { Measure } from "../measure.ts";

/** Everything that a peer adds to its user's bundle, with axios and without it where it needs axios. */
const peers: Record<string, { code: string; external?: string[] }> = {
  orval: { code: 'export * from "./.generated/orval/client.ts";' },
  "openapi-fetch": { code: 'export { default } from "openapi-fetch";' },
  "openapi-generator-fetch": { code: 'export * from "./.generated/openapi-generator-fetch/index.ts";' },
  "openapi-generator-fetch-plain": { code: 'export * from "./.generated/openapi-generator-fetch-plain/index.ts";' },
  "hey-api": { code: 'export * from "./.generated/hey-api/index.ts";' },
  "openapi-generator-axios, axios not counted": {
    code: 'export * from "./.generated/openapi-generator-axios/index.ts";',
    external: ["axios"],
  },
  "openapi-generator-axios, with axios": { code: 'export * from "./.generated/openapi-generator-axios/index.ts";' },
  "@court-register/axios, with axios": { code: 'export * from "@court-register/axios";' },
  "ky: requests, retries and timeouts alone": { code: 'export { default } from "ky";' },
  "graphql-request: GraphQL requests alone": { code: 'export { GraphQLClient } from "graphql-request";' },
};

const kilobytes = (bytes: number): string => (bytes / 1_000).toFixed(2);

export const measure: Measure = {
  name: "size",
  about: "what a client adds to a browser's bundle",
  async run() {
    const ours = await weigh();
    const rows: [string, Bundle][] = ours.map(({ budget, bundle }) => [budget.what, bundle]);
    for (const [name, { code, external = [] }] of Object.entries(peers))
      rows.push([name, await bundle(code, { folder: bench, external })]);
    rows.sort(([, a], [, b]) => a.gzip - b.gzip);
    return {
      measure: "size",
      title: "What a client adds to a browser's bundle",
      method:
        "Everything a client exports, bundled by esbuild for browsers, minified, then gzipped at level 9. 1 kB is 1,000 bytes. No generated peer retries, pages, keeps integers exact or has a timeout of its own.",
      bars: ours.map(({ budget: { what, limit }, bundle: { gzip } }): Bar => {
        return { what, bar: `≤ ${kilobytes(limit)} kB`, measured: `${kilobytes(gzip)} kB`, met: gzip <= limit };
      }),
      sections: [
        {
          kind: "table",
          title: "Sizes",
          columns: ["", "minified + gzip, kB", "minified, kB"],
          rows: rows.map(([name, { minified, gzip }]) => [name, gzip / 1_000, minified / 1_000]),
        },
      ],
    };
  },
};
