import { createRegisterClient } from "@court-register/axios";
import axios from "axios";
import type { CreateReadPage } from "./contender.ts";

export const createReadPage: CreateReadPage = ({ baseUrl, key, fetch }) => {
  const register = createRegisterClient({
    baseUrl,
    subscriptionKey: key,
    axios: axios.create({ adapter: "fetch", env: { fetch } }),
  });
  return async (offset, limit) => (await register.sjediste.list({ offset, limit })).data;
};
