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
  ["redocly", generated("redocly/client.ts")],
  ["redocly-paged", generated("redocly-paged/client.ts")],
  ["openapi-generator-axios, axios not counted", generated("openapi-generator-axios/index.ts"), "axios"],
  ["openapi-generator-axios, with axios", generated("openapi-generator-axios/index.ts")],
  ["@court-register/axios, with axios", 'export * from "@court-register/axios";'],
  ["ky: requests, retries and timeouts alone", 'export { default } from "ky";'],
  ["graphql-request: GraphQL requests alone", 'export { GraphQLClient } from "graphql-request";'],
];

/** The names of those that do what a client of ours does. */
function peersOf(what: string): RegExp {
  if (what.startsWith("@court-register/graphql")) return /^graphql-request/;
  return what.startsWith("@court-register/axios")
    ? /^openapi-generator-axios, axios not/
    : /^(orval|openapi-(fetch|generator-fetch)|hey-api|redocly)/;
}

const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(2)} kB`;

export async function measure(): Promise<Result> {
  const ours = await Promise.all(budgets.map(async (budget) => ({ budget, bundle: await weigh(budget) })));
  const rows: [string, Bundle][] = ours.map(({ budget, bundle }) => [budget.what, bundle]);
  for (const [name, code, ...external] of peers) rows.push([name, await bundle(code, { folder: bench, external })]);
  rows.sort(([, a], [, b]) => a.gzip - b.gzip);
  /** Sizes of the peers whose names match. */
  const beside = (names: RegExp): string => {
    const sizes = rows.flatMap(([name, { gzip }]) => (names.test(name) ? [gzip] : []));
    return [...new Set([Math.min(...sizes), Math.max(...sizes)])].map(kilobytes).join(" – ");
  };
  return {
    title: "What a client adds to a browser's bundle",
    method:
      "Everything a client exports, bundled by esbuild for browsers, minified, then gzipped at level 9. 1 kB is 1,000 bytes. What each does at its defaults is measured too, below.",
    bars: ours.map(({ budget: { what, limit }, bundle: { gzip } }) => ({
      ...{ what, bar: `≤ ${kilobytes(limit)}`, measured: kilobytes(gzip), met: gzip <= limit },
      peers: beside(peersOf(what)),
      because: "`pnpm check` fails too",
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
