/** orval's fetch functions. They call the global `fetch` at the spec's own address, so both are put in their place here. */
import { getSjedisteListUrl, sjedisteList } from "../.generated/orval/client.ts";
import type { CreateReadPage } from "./contender.ts";

export const createReadPage: CreateReadPage = ({ baseUrl, key, fetch }) => {
  const generated = getSjedisteListUrl({ offset: 0 }).replace(/\/sjediste.*/, "");
  const here = `${baseUrl}/javni`;
  globalThis.fetch = (url, options) => fetch(here + String(url).slice(generated.length), options);
  const options = { headers: { "Ocp-Apim-Subscription-Key": key } };
  return async (offset, limit) => {
    const answer = await sjedisteList({ offset, limit }, options);
    // Typed as 200 alone: what else can arrive is not in the spec.
    const status: number = answer.status;
    if (status === 429) return undefined;
    if (status !== 200) throw new Error(`Status ${status}`);
    return answer.data;
  };
};
