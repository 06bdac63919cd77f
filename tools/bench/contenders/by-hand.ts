/** What a single call guarantees, handwritten for this one operation: no client with the same guarantees can do less. */
import type { CreateReadPage } from "./contender.ts";

/** Whether a number may have lost digits. */
const isUnsafe = (value: unknown): boolean => Math.abs(value as number) >= 2 ** 53;

export const createReadPage: CreateReadPage =
  ({ baseUrl, key, fetch }) =>
  async (offset, limit) => {
    const control = new AbortController();
    const timer = setTimeout(() => control.abort(), 30_000);
    try {
      const response = await fetch(`${baseUrl}/javni/sjediste?offset=${offset}&limit=${limit}`, {
        headers: { accept: "application/json", "Ocp-Apim-Subscription-Key": key },
        redirect: "manual",
        signal: control.signal,
      });
      if (response.status === 429) return undefined;
      if (response.status !== 200) throw new Error(`Status ${response.status}`);
      const rows = JSON.parse(await response.text());
      if (!Array.isArray(rows)) throw new Error("No array");
      for (const row of rows) {
        if (typeof row !== "object" || !row || Array.isArray(row)) throw new Error("No object");
        if (isUnsafe(row.mbs) || isUnsafe(row.drzava_id) || isUnsafe(row.kucni_broj)) throw new Error("Unsafe integer");
      }
      return Object.assign(rows, { total: Number(response.headers.get("x-total-count")) });
    } finally {
      clearTimeout(timer);
    }
  };
