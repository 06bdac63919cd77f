/** openapi-fetch with the types of openapi-typescript. */
import createClient from "openapi-fetch";
import type { paths } from "../.generated/openapi-fetch/schema.d.ts";
import type { CreateReadPage } from "./contender.ts";

export const createReadPage: CreateReadPage = ({ baseUrl, key, fetch }) => {
  const client = createClient<paths>({
    baseUrl: `${baseUrl}/javni`,
    fetch,
    headers: { "Ocp-Apim-Subscription-Key": key },
  });
  return async (offset, limit) => {
    const { data, response } = await client.GET("/sjediste", { params: { query: { offset, limit } } });
    if (response.status === 429) return undefined;
    if (data === undefined) throw new Error(`Status ${response.status}`);
    return data;
  };
};
