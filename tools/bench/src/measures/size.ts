import { type Bundle, budgets, bundle, weigh } from "../../../src/check/sizes/budgets.ts";
import { bench } from "../places.ts";
import type { Result } from "../report/result.ts";

const generated = (path: string): string => `export * from "./.generated/${path}";`;

/** Everything that a peer adds to its user's bundle, with axios and without it where it needs axios. */
const peers: [name: string, code: string, ...external: string[]][] = [
  ["orval", generated("orval/client.ts")],
  ["openapi-fetch", 'export { default } from "openapi-fetch";'],
  ["openapi-generator-fetch", generated("openapi-generator-fetch/index.ts")],
  ["openapi-generator-fetch-plain", generated("openapi-generator-fetch-plain/index.ts")],
  ["hey-api", generated("hey-api/index.ts")],
  ["openapi-generator-axios, axios not counted", generated("openapi-generator-axios/index.ts"), "axios"],
  ["openapi-generator-axios, with axios", generated("openapi-generator-axios/index.ts")],
  ["@court-register/axios, with axios", 'export * from "@court-register/axios";'],
  ["ky: requests, retries and timeouts alone", 'export { default } from "ky";'],
  ["graphql-request: GraphQL requests alone", 'export { GraphQLClient } from "graphql-request";'],
];

const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(2)} kB`;

export async function measure(): Promise<Result> {
  const ours = await Promise.all(budgets.map(async (budget) => ({ budget, bundle: await weigh(budget) })));
  const rows: [string, Bundle][] = ours.map(({ budget, bundle }) => [budget.what, bundle]);
  for (const [name, code, ...external] of peers) rows.push([name, await bundle(code, { folder: bench, external })]);
  rows.sort(([, a], [, b]) => a.gzip - b.gzip);
  return {
    title: "What a client adds to a browser's bundle",
    method:
      "Everything a client exports, bundled by esbuild for browsers, minified, then gzipped at level 9. 1 kB is 1,000 bytes. No generated peer retries, pages, keeps integers exact or has a timeout of its own.",
    bars: ours.map(({ budget: { what, limit }, bundle: { gzip } }) => ({
      ...{ what, bar: `≤ ${kilobytes(limit)}`, measured: kilobytes(gzip), met: gzip <= limit },
    })),
    sections: [
      {
        kind: "table",
        title: "Sizes",
        columns: ["", "minified + gzip, kB", "minified, kB"],
        rows: rows.map(([name, { minified, gzip }]) => [name, gzip / 1_000, minified / 1_000]),
      },
    ],
  };
}
