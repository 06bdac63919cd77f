/** openapi-generator's typescript-fetch without its mapping of rows: its fastest configuration. */
import { Configuration, ResponseError, SjedisteApi } from "../.generated/openapi-generator-fetch-plain/index.ts";
import type { CreateReadPage } from "./contender.ts";

export const createReadPage: CreateReadPage = ({ baseUrl, key, fetch }) => {
  const api = new SjedisteApi(new Configuration({ basePath: `${baseUrl}/javni`, apiKey: key, fetchApi: fetch }));
  return async (offset, limit) => {
    try {
      return await api.sjedisteList({ offset, limit });
    } catch (error) {
      if (error instanceof ResponseError && error.response.status === 429) return undefined;
      throw error;
    }
  };
};
