import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { appAccess, headersOf } from "../../test/support/access.ts";
import { cases, register } from "../contract/contract.ts";
import { buildApp } from "../server.ts";
import { Store } from "../store/store.ts";
import { planTables } from "../store/tables.ts";

/** A store that keeps the pages it returned. */
class WatchedStore extends Store {
  readonly pages: Uint8Array[] = [];

  override text(...args: Parameters<Store["text"]>): ReturnType<Store["text"]> {
    const page = super.text(...args);
    this.pages.push(page);
    return page;
  }
}

test("a page arrives whole, and its memory is freed then", async () => {
  const store = new WatchedStore({ tables: planTables(register, cases), file: undefined, keepStates: 1 });
  await store.load({ rows: 1_000, seed: 1 });
  const app = await buildApp({ store, ...appAccess, rateLimit: undefined, logLevel: "silent", logTo: process.stderr });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const own = await headersOf({ fetch }, `http://127.0.0.1:${port}`);
  try {
    // Sent uncompressed, compressed at once, and compressed as a stream.
    for (const [limit, encoding] of [
      [1_000, "identity"],
      [100, "gzip"],
      [1_000, "gzip"],
    ]) {
      const headers = { ...own, "accept-encoding": `${encoding}` };
      const response = await fetch(`http://127.0.0.1:${port}/javni/sjediste?offset=0&limit=${limit}`, { headers });
      expect(await response.json()).toHaveLength(Number(limit));
    }
    expect(store.pages).toHaveLength(3);
    await expect.poll(() => store.pages.map(({ byteLength }) => byteLength)).toEqual([0, 0, 0]);
  } finally {
    await app.close();
    await store.close();
  }
});
