import { createRegisterClient } from "@court-register/fetch";
import type { CreateReadPage } from "./contender.ts";

export const createReadPage: CreateReadPage = ({ baseUrl, key, fetch }) => {
  const register = createRegisterClient({ baseUrl, subscriptionKey: key, fetch });
  return (offset, limit) => register.sjediste.list({ offset, limit });
};
