/** openapi-generator's typescript-axios with its defaults, on axios' fetch adapter. */
import axios from "axios";
import { Configuration, SjedisteApi } from "../.generated/openapi-generator-axios/index.ts";
import type { CreateReadPage } from "./contender.ts";

export const createReadPage: CreateReadPage = ({ baseUrl, key, fetch }) => {
  const configuration = new Configuration({ basePath: `${baseUrl}/javni`, apiKey: key });
  const api = new SjedisteApi(configuration, undefined, axios.create({ adapter: "fetch", env: { fetch } }));
  return async (offset, limit) => {
    try {
      return (await api.sjedisteList(offset, limit)).data;
    } catch (error) {
      if (axios.isAxiosError(error) && error.response?.status === 429) return undefined;
      throw error;
    }
  };
};
