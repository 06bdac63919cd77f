/** orval's fetch functions. They call the global `fetch` with the spec's own URL, so both are replaced here. */
import { getSjedisteListUrl, sjedisteList } from "../.generated/orval/client.ts";
import type { CreateReadPage } from "./contender.ts";

export const createReadPage: CreateReadPage = ({ baseUrl, key, fetch }) => {
  const generated = getSjedisteListUrl({ offset: 0 }).replace(/\/sjediste.*/, "");
  const here = `${baseUrl}/javni`;
  globalThis.fetch = (url, options) => fetch(here + String(url).slice(generated.length), options);
  const options = { headers: { "Ocp-Apim-Subscription-Key": key } };
  return async (offset, limit) => {
    const answer = await sjedisteList({ offset, limit }, options);
    // Its type has status 200 only: the spec describes no other.
    const status: number = answer.status;
    if (status === 429) return undefined;
    if (status !== 200) throw new Error(`Status ${status}`);
    return answer.data;
  };
};
