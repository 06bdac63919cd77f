/** Prints how large the clients are in a browser's bundle, minified and gzipped; fails when one is over its budget. */
import { gzipSync } from "node:zlib";
import { build, type Plugin } from "esbuild";
import { root } from "../repository.ts";

interface Budget {
  name: string;
  /** What a user writes. */
  code: string;
  /** Bytes, minified and gzipped. */
  limit: number;
  plugins?: Plugin[];
}

/** Leaves the operation table out: what remains does not grow with the contract. */
const withoutTable: Plugin = {
  name: "without-table",
  setup(bundle) {
    bundle.onLoad({ filter: /generated\/operations\.[jt]s$/ }, () => ({
      contents: 'export const basePath = "/javni", keyHeader = "Ocp-Apim-Subscription-Key", operations = {};',
    }));
  },
};

const fetchClient = 'export { createRegisterClient } from "@court-register/fetch";';
const axiosClient = 'export { createRegisterClient } from "@court-register/axios";';

const budgets: Budget[] = [
  { name: "fetch client, whole", code: fetchClient, limit: 2_800 },
  { name: "fetch client, without the operation table", code: fetchClient, limit: 2_300, plugins: [withoutTable] },
  {
    name: "axios client, without axios and the operation table",
    code: axiosClient,
    limit: 2_600,
    plugins: [withoutTable],
  },
];

async function gzipped({ code, plugins = [] }: Budget): Promise<number> {
  const result = await build({
    stdin: { contents: code, resolveDir: `${root}/tools` },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    conditions: ["@court-register/source"],
    external: ["axios"],
    write: false,
    plugins,
  });
  return gzipSync(result.outputFiles[0]?.contents ?? "", { level: 9 }).length;
}

for (const budget of budgets) {
  const size = await gzipped(budget);
  const verdict = size > budget.limit ? "OVER" : "ok";
  console.log(`${verdict.padEnd(4)} ${String(size).padStart(5)} of ${budget.limit} B  ${budget.name}`);
  if (size > budget.limit) process.exitCode = 1;
}
