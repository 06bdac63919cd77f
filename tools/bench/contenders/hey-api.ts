/** hey-api's SDK with the fetch client that it generates. */
import { createClient, createConfig } from "../.generated/hey-api/client/index.ts";
import { sjedisteList } from "../.generated/hey-api/sdk.gen.ts";
import type { CreateReadPage } from "./contender.ts";

export const createReadPage: CreateReadPage = ({ baseUrl, key, fetch }) => {
  const client = createClient(createConfig({ baseUrl: `${baseUrl}/javni`, auth: key, fetch }));
  return async (offset, limit) => {
    const { data, response } = await sjedisteList({ client, query: { offset, limit } });
    if (response?.status === 429) return undefined;
    if (data === undefined) throw new Error(`Status ${response?.status}`);
    return data;
  };
};
