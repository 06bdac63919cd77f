import { budgets, everythingOf, features, weigh, weighWithout } from "../harness/budgets.ts";
import { type Bundle, bundle } from "../harness/bundle.ts";
import type { Measure } from "../harness/measure.ts";
import type { Bar, TableSection } from "../harness/result.ts";

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
};

/** What a client would weigh without each of its features, and without all of them. */
async function byFeature(client: "fetch" | "graphql"): Promise<{ section: TableSection; rest: number }> {
  const names = Object.keys(features).filter((name) => features[name]?.of === client);
  const { gzip: whole } = await weighWithout(client);
  const rows = await Promise.all(
    names.map(async (name): Promise<[string, number]> => [name, whole - (await weighWithout(client, name)).gzip]),
  );
  rows.sort(([, a], [, b]) => b - a);
  const { gzip: rest } = await weighWithout(client, ...names);
  return {
    section: {
      kind: "table",
      title: `What each feature of @court-register/${client} weighs`,
      columns: ["", "bytes saved without it, minified + gzip"],
      rows: [...rows, ["all the rest: requests, errors, redaction, retries, timeouts, abort, redirects", rest]],
    },
    rest,
  };
}

/** Well-known libraries for some of the features, as their users import them. */
const libraries: Record<string, { code: string; does: string }> = {
  wretch: {
    code: 'export { default } from "wretch"; export { retry } from "wretch/middlewares"; export { default as query } from "wretch/addons/queryString"; export { default as abort } from "wretch/addons/abort";',
    does: "requests, retries, timeouts, abort",
  },
  ofetch: { code: 'export { ofetch } from "ofetch";', does: "requests, retries, timeouts, abort" },
  ky: { code: 'export { default } from "ky";', does: "requests, retries with `Retry-After`, timeouts, abort" },
  "lossless-json": { code: 'export { parse } from "lossless-json";', does: "exact integers" },
  "graphql-request": {
    code: 'export { GraphQLClient } from "graphql-request";',
    does: "GraphQL requests, their errors, abort",
  },
};

const nothing: Bundle = { minified: Number.NaN, gzip: Number.NaN };

export const measure: Measure = {
  name: "size",
  about: "what a client adds to a browser's bundle",
  async run() {
    const ours = await weigh();
    const rows: [string, Bundle][] = budgets.map(({ what }, index) => [what, ours[index] ?? nothing]);
    for (const [name, { code, external = [] }] of Object.entries(peers)) {
      rows.push([name, await bundle(code, { external })]);
    }
    rows.sort(([, a], [, b]) => a.gzip - b.gzip);
    const kilobytes = (bytes: number): string => (bytes / 1_000).toFixed(2);
    const ofFetch = await byFeature("fetch");
    const ofGraphql = await byFeature("graphql");
    const alone = await Promise.all(
      Object.entries(libraries).map(
        async ([name, library]) => [name, library, (await bundle(library.code)).gzip] as const,
      ),
    );
    alone.sort(([, , a], [, , b]) => a - b);
    const glue = await bundle(everythingOf("axios"), { external: ["axios", "@court-register/core"] });
    const library = (name: string): string =>
      `${name} has ${kilobytes(alone.find(([one]) => one === name)?.[2] ?? 0)} kB`;
    const because: Record<string, string> = {
      "@court-register/fetch, whole": `Without its table, its walks, its exact integers and \`withResponse\` it would have ${kilobytes(ofFetch.rest)} kB. ${library("ky")}, with retries and timeouts but none of the rest, and ${library("lossless-json")} for exact integers only`,
      "@court-register/axios, whole, axios not counted": `Its own code weighs ${kilobytes(glue.gzip)} kB; the rest is shared with the fetch client`,
      "@court-register/graphql, with its documents": `Without its documents, \`many\` and its exact integers it would have ${kilobytes(ofGraphql.rest)} kB. ${library("graphql-request")}, without retries, exact integers or redaction`,
    };
    return {
      measure: "size",
      title: "What a client adds to a browser's bundle",
      method:
        "Everything a client exports, bundled by esbuild for browsers, minified, then gzipped at level 9. 1 kB is 1,000 bytes. None of the peers retries, pages or keeps integers exact, and none has a timeout of its own.",
      bars: budgets.map(({ what, limit }, index): Bar => {
        const { gzip } = ours[index] ?? nothing;
        return {
          what,
          bar: `≤ ${kilobytes(limit)} kB`,
          measured: `${kilobytes(gzip)} kB`,
          met: gzip <= limit,
          share: gzip / limit,
          because: because[what] ?? "",
        };
      }),
      sections: [
        {
          kind: "table",
          title: "Sizes",
          columns: ["", "minified + gzip, kB", "minified, kB"],
          rows: rows.map(([name, { minified, gzip }]) => [name, gzip / 1_000, minified / 1_000]),
        },
        ofFetch.section,
        ofGraphql.section,
        {
          kind: "table",
          title: "What well-known libraries that do some of this weigh",
          columns: ["", "which of our features it has", "minified + gzip, kB"],
          rows: alone.map(([name, { does }, gzip]) => [name, does, gzip / 1_000]),
        },
      ],
    };
  },
};
