/** Plain axios, on its fetch adapter so that it uses the same `fetch` as all contenders. */
import axios from "axios";
import type { CreateReadPage } from "./contender.ts";

export const createReadPage: CreateReadPage = ({ baseUrl, key, fetch }) => {
  const client = axios.create({
    baseURL: `${baseUrl}/javni`,
    adapter: "fetch",
    env: { fetch },
    headers: { "Ocp-Apim-Subscription-Key": key },
  });
  return async (offset, limit) => {
    try {
      return (await client.get("/sjediste", { params: { offset, limit } })).data;
    } catch (error) {
      if (axios.isAxiosError(error) && error.response?.status === 429) return undefined;
      throw error;
    }
  };
};
