/** The lower limit for any client that parses the whole page: `fetch`, `text()`, `JSON.parse`. */
import type { CreateReadPage } from "./contender.ts";

export const createReadPage: CreateReadPage =
  ({ baseUrl, key, fetch }) =>
  async (offset, limit) => {
    const response = await fetch(`${baseUrl}/javni/sjediste?offset=${offset}&limit=${limit}`, {
      headers: { accept: "application/json", "Ocp-Apim-Subscription-Key": key },
    });
    if (response.status === 429) return undefined;
    if (!response.ok) throw new Error(`Status ${response.status}`);
    return JSON.parse(await response.text());
  };
