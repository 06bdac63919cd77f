import type { Cursor } from "@court-register/core";
import { noRows } from "@court-register/core";
import { describe, expect, it, vi } from "vitest";
import { callsOf } from "./calls.ts";
import { type ClientUnderTest, rejection } from "./client-under-test.ts";
import { collect, noMoreRows, offsets, type PagingOptions, register, servePages } from "./paging.ts";
import { serve } from "./service.ts";

/** How a walk reads a whole register. */
export function testWalks(subject: ClientUnderTest): void {
  const { connect } = callsOf(subject);
  const withTotal: PagingOptions["headers"] = (_seen, _request, total) => ({ "x-total-count": `${total}` });

  describe("a walk", () => {
    it("starts each page but the first with the last row of the previous one, and ends at an empty page", async () => {
      const rows = register(5);
      await using service = await servePages({ rows });
      const { gfi } = connect(service);
      expect(await collect(gfi.all({ limit: 3 }))).toEqual(rows);
      expect(offsets(service)).toEqual([0, 2, 4, 5]);
    });

    it("ends at the promised total, without a further request", async () => {
      const rows = register(5);
      await using service = await servePages({ rows, headers: withTotal });
      const { sjediste } = connect(service);
      expect(await collect(sjediste.all({ limit: 3 }))).toEqual(rows);
      expect(offsets(service)).toEqual([0, 2]);
    });

    it("resumed at the end yields nothing, whichever responses have the total", async () => {
      const rows = register(5);
      for (const silent of [0, 1]) {
        await using service = await servePages({
          rows,
          headers: (_, request) => (request % 2 === silent ? {} : { "x-total-count": "5" }),
        });
        const { sjediste } = connect(service);
        const [page] = await collect(sjediste.pages({ limit: 5 }));
        const cursor = { ...(page?.cursor as Cursor), total: undefined };
        expect(await collect(sjediste.all({ limit: 5, cursor }))).toEqual([]);
      }
    });

    it("of no rows is empty", async () => {
      await using service = await servePages({ rows: [], headers: withTotal });
      const { sjediste, gfi } = connect(service);
      expect(await collect(sjediste.pages())).toEqual([]);
      expect(await collect(gfi.pages())).toEqual([]);
    });

    it("refuses a row with thousands of levels, which cannot be compared", async () => {
      const field = `${"[".repeat(9_000)}${"]".repeat(9_000)}`;
      await using service = await serve(() => ({ body: `[{"mbs":1,"x":${field},"y":2}]` }));
      const error = subject.error(await rejection(collect(connect(service).gfi.all())));
      expect(error).toMatchObject({ kind: "decode", status: 200, cursor: { offset: 0 } });
    });

    it("does not end at a short page", async () => {
      const rows = register(20);
      await using service = await servePages({ rows, cap: (request) => [7, 2, 1, 1, 5][request % 5] ?? 3 });
      const { gfi } = connect(service);
      expect(await collect(gfi.all({ limit: 50 }))).toEqual(rows);
    });

    it("yields with each page all that keeps its rows and its place in one transaction", async () => {
      const rows = register(5);
      const headers = { "x-total-count": "5", "x-timestamp-id": "stanje-1" };
      await using service = await servePages({ rows, headers: () => headers });
      const kept: { rows: unknown[]; cursor: Cursor | undefined } = { rows: [], cursor: undefined };
      for (let crashes = 0; crashes < 3; crashes++) {
        for await (const page of connect(service).sjediste.pages({ limit: 3, cursor: kept.cursor })) {
          expect(page.offset).toBe(kept.rows.length);
          kept.rows.push(...page.rows);
          kept.cursor = JSON.parse(JSON.stringify(page.cursor));
          expect(kept.cursor).toEqual({
            operation: "sjediste.list",
            offset: kept.rows.length,
            last: expect.stringMatching(/^[0-9a-f]{16}$/),
            total: 5,
            timestamp_id: "stanje-1",
          });
          break;
        }
      }
      expect(kept.rows).toEqual(rows);
    });

    it("yields pages with offset, rows, total and cursor", async () => {
      const rows = register(5);
      await using service = await servePages({ rows, headers: withTotal });
      const { sjediste } = connect(service);
      const pages = await collect(sjediste.pages({ limit: 3, offset: 1 }));
      expect(pages.map(({ offset, rows, total }) => ({ offset, rows, total }))).toEqual([
        { offset: 1, rows: rows.slice(1, 4), total: 5 },
        { offset: 4, rows: rows.slice(4), total: 5 },
      ]);
      expect(pages.map(({ cursor }) => cursor.offset)).toEqual([4, 5]);
    });

    it("resumes from a cursor, in another process and with another type of integers", async () => {
      const rows = register(9);
      await using service = await servePages({ rows, headers: () => ({ "x-timestamp-id": "stanje-1" }) });
      const { gfi } = connect(service);
      let cursor: Cursor | undefined;
      for await (const page of gfi.pages({ limit: 4 })) {
        cursor = page.cursor;
        break;
      }
      const kept = JSON.parse(JSON.stringify(cursor));
      const { gfi: later } = connect(service, { integers: "bigint" });
      const rest = await collect(later.all({ limit: 4, cursor: kept }));
      expect(rest).toEqual(rows.slice(4).map((row) => ({ ...row, mbs: BigInt(row.mbs) })));
      expect(service.seen[1]?.query).toEqual({ offset: "3", limit: "4", timestamp_id: "stanje-1" });
    });

    it("passes filters on, and pins the state that the first response names", async () => {
      await using service = await servePages({
        rows: register(4),
        // Named again in another spelling, which is the same state.
        headers: (_, request) => ({ "x-timestamp-id": request % 2 ? " STANJE-0 " : "stanje-0" }),
      });
      const { subjekt } = connect(service);
      await collect(subjekt.all({ limit: 2, tvrtka_naziv: "Tvrtka", offset: "0" }));
      expect(service.seen.map(({ query }) => query.tvrtka_naziv)).toEqual([
        "Tvrtka",
        "Tvrtka",
        "Tvrtka",
        "Tvrtka",
        "Tvrtka",
      ]);
      expect(service.seen.map(({ query }) => query.timestamp_id)).toEqual([undefined, ...Array(4).fill("stanje-0")]);
    });

    it("keeps the state that it is given", async () => {
      await using service = await servePages({ rows: register(4) });
      const { subjekt } = connect(service);
      await collect(subjekt.all({ limit: 2, timestamp_id: "stanje-1" }));
      expect(new Set(service.seen.map(({ query }) => query.timestamp_id))).toEqual(new Set(["stanje-1"]));
    });

    it.each([200, 400, 429, 503])("does not retry when endsWalk throws at status %i", async (status) => {
      await using service = await servePages({ rows: register(2), end: { status } });
      const endsWalk = () => {
        throw new Error("mine");
      };
      const error = subject.error(await rejection(collect(connect(service).gfi.all({ limit: 2 }, { endsWalk }))));
      expect(error).toMatchObject({ kind: "connection", status, attempts: 1, cause: { message: "mine" } });
    });

    it.each(Object.entries(noMoreRows))('ends where the service says "no more rows" with %s', async (name, end) => {
      const rows = register(5);
      await using service = await servePages({ rows, end });
      const { gfi } = connect(service);
      expect(await collect(gfi.all({ limit: 2 }, { endsWalk: noRows }))).toEqual(rows);
      // Checked before any retry, and asked for once more.
      expect(offsets(service)).toEqual(name === "[]" ? [0, 1, 2, 3, 4, 5] : [0, 1, 2, 3, 4, 5, 5]);
      if (name === "[]") return;
      const error = subject.error(await rejection(collect(gfi.all({ limit: 2 }))));
      expect(error).toMatchObject({ kind: end.status ? "http" : "decode", cursor: { offset: 5 } });
    });

    it.each(Object.entries(noMoreRows).slice(1))("goes on where %s came once, in the middle", async (_, end) => {
      for (const prefetch of [0, 2]) {
        const rows = register(9);
        const sent = new Set<number>();
        await using service = await servePages({
          rows,
          instead: ({ query }) => {
            const offset = Number(query.offset);
            if (offset === 0 || sent.has(offset)) return undefined;
            sent.add(offset);
            return end;
          },
        });
        expect(await collect(connect(service).gfi.all({ limit: 4 }, { endsWalk: noRows, prefetch }))).toEqual(rows);
        expect(sent.size).toBeGreaterThan(2);
      }
    });

    it("does not end by endsWalk at offset 0, nor at another error", async () => {
      await using empty = await servePages({ rows: [], instead: () => noMoreRows["status 500"] });
      const options = { endsWalk: noRows };
      const first = subject.error(await rejection(collect(connect(empty).gfi.all({}, options))));
      expect(first).toMatchObject({ kind: "http", status: 500, cursor: { offset: 0 } });
      await using broken = await servePages({ rows: register(3), end: { status: 500, body: { error_code: 13 } } });
      const later = subject.error(await rejection(collect(connect(broken).gfi.all({ limit: 2 }, options))));
      expect(later).toMatchObject({ kind: "http", attempts: 3, cursor: { offset: 3 } });
    });

    it("without a limit reads pages of the service's default size", async () => {
      const rows = register(5);
      await using service = await servePages({ rows });
      for (const limit of [undefined, null]) expect(await collect(connect(service).gfi.all({ limit }))).toEqual(rows);
    });

    it("takes an offset and a limit of any width, as the types of a contract may allow", async () => {
      const rows = register(5);
      await using service = await servePages({ rows });
      expect(await collect(connect(service).gfi.all({ offset: 1n, limit: 2n }))).toEqual(rows.slice(1));
    });

    it.each([
      [{ offset: -1 }, "The offset of a walk with gfi.list must be a whole number from 0 on, but is -1."],
      [{ offset: 1.5 }, "The offset of a walk with gfi.list must be a whole number from 0 on, but is 1.5."],
      [{ offset: "x" }, "The offset of a walk with gfi.list must be a whole number from 0 on, but is x."],
      [{ limit: 0 }, "The limit of a walk with gfi.list must be a whole number above 0, but is 0."],
      [{ limit: 0n }, "The limit of a walk with gfi.list must be a whole number above 0, but is 0."],
      [{ limit: -1 }, "The limit of a walk with gfi.list must be a whole number above 0, but is -1."],
      [{ limit: Number.NaN }, "The limit of a walk with gfi.list must be a whole number above 0, but is NaN."],
    ])("of %o is refused when it is made, with an error that quotes the value", async (params, message) => {
      await using service = await servePages({ rows: register(3) });
      const { gfi } = connect(service);
      for (const walk of [gfi.all, gfi.pages]) expect(() => walk(params)).toThrow(new RangeError(message));
      expect(service.seen).toHaveLength(0);
    });

    it.each([
      // Types forbid most of these, but a store of cursors may return text.
      ['{"offset":2}', "must be the object that a page has, but is of type string"],
      [
        { offset: 2 },
        "The cursor is from a walk with undefined, and this is gfi.list. Pass a cursor of the same list.",
      ],
      [
        { operation: "sjediste.list", offset: 2 },
        "The cursor is from a walk with sjediste.list, and this is gfi.list.",
      ],
      [{ operation: "gfi.list", offset: "2" }, "The cursor is damaged: its offset"],
      [{ operation: "gfi.list", offset: -2 }, "The cursor is damaged: its offset"],
      [{ operation: "gfi.list", offset: 2, last: '{"mbs":1}' }, "The cursor is damaged: its last"],
      [{ operation: "gfi.list", offset: 2, total: Number.NaN }, "The cursor is damaged: its total"],
      [{ operation: "gfi.list", offset: 2, timestamp_id: 7 }, "The cursor is damaged: its timestamp_id"],
    ])("from the cursor %o is refused when it is made", async (cursor, message) => {
      await using service = await servePages({ rows: register(3) });
      const { gfi } = connect(service);
      const walk = () => gfi.pages({ cursor: cursor as unknown as Cursor });
      expect(walk).toThrow(RangeError);
      expect(walk).toThrow(message);
      expect(service.seen).toHaveLength(0);
    });

    it("has a cursor without anything that the rows say", async () => {
      await using service = await servePages({ rows: register(3) });
      const page = await connect(service).gfi.pages({ limit: 2 }).next();
      expect(page.value?.cursor).toEqual({
        operation: "gfi.list",
        offset: 2,
        last: expect.stringMatching(/^[0-9a-f]{16}$/),
        total: undefined,
        timestamp_id: undefined,
      });
    });

    it("can be read into an array, whole or its first rows", async () => {
      const rows = register(7);
      await using service = await servePages({ rows });
      const { gfi } = connect(service);
      expect(await gfi.all({ limit: 3 }).toArray()).toEqual(rows);
      service.seen.length = 0;
      expect(await gfi.all({ limit: 3 }).toArray({ max: 2 })).toEqual(rows.slice(0, 2));
      expect(offsets(service)).toEqual([0]);
      expect(await gfi.all().toArray({ max: 0 })).toEqual([]);
      expect(offsets(service)).toEqual([0]);
      for (const max of [-1, 1.5, Number.NaN]) await expect(gfi.all().toArray({ max })).rejects.toThrow(TypeError);
    });

    it("stops when the consumer does", async () => {
      await using service = await servePages({ rows: register(100) });
      for await (const _ of connect(service).gfi.all({ limit: 10 })) break;
      expect(service.seen).toHaveLength(1);
    });

    it.each([0, 3])("stops at once when it is aborted, with %i pages ahead", async (prefetch) => {
      const control = new AbortController();
      await using service = await servePages({ rows: register(100) });
      const read: unknown[] = [];
      const walk = async () => {
        for await (const page of connect(service).gfi.pages({ limit: 10 }, { prefetch, signal: control.signal })) {
          read.push(page);
          if (read.length < 2) continue;
          if (prefetch > 0) await expect.poll(() => service.seen.length).toBe(2 + prefetch);
          control.abort();
        }
      };
      expect(subject.error(await rejection(walk()))).toMatchObject({ kind: "aborted", cursor: { offset: 19 } });
      expect(read).toHaveLength(2);
    });
  });

  describe("prefetch", () => {
    it("keeps that many pages in flight, and no more, once the page size is known", async () => {
      let open = 0;
      let most = 0;
      const rows = register(60);
      await using service = await servePages({
        rows,
        cap: () => 5,
        async instead({ query }) {
          // Aborted requests past the end may still be open here.
          if (Number(query.offset) > 40) return undefined;
          most = Math.max(most, ++open);
          if (query.offset !== "0") await vi.waitUntil(() => most >= 4);
          await new Promise((wake) => setTimeout(wake, 5));
          open--;
          return undefined;
        },
      });
      const walked = await collect(connect(service).gfi.all({ limit: 50 }, { prefetch: 4 }));
      expect(walked).toEqual(rows);
      expect(most).toBe(4);
      expect(offsets(service).slice(0, 5)).toEqual([0, 4, 8, 12, 16]);
    });

    it("requests what a short page lacks, and keeps the pages in flight", async () => {
      const rows = register(40);
      await using service = await servePages({
        rows,
        instead: ({ query }) => (query.offset === "8" && query.limit === "5" ? { body: rows.slice(8, 10) } : undefined),
      });
      expect(await collect(connect(service).gfi.all({ limit: 5 }, { prefetch: 3 }))).toEqual(rows);
      const asked = service.seen.map(({ query }) => `${query.offset}+${query.limit}`);
      expect(asked).toContain("9+4");
      // Each page once, except past the end.
      const once = asked.filter((one) => Number.parseInt(one, 10) < 36);
      expect(once).toHaveLength(new Set(once).size);
    });

    it("returns to full pages after short ones of different lengths, but not under a cap", async () => {
      const rows = register(1_000);
      const lengths: Record<number, number> = { 147: 30, 196: 20, 392: 45, 441: 1 };
      await using service = await servePages({
        rows,
        instead: ({ query: { offset = "", limit } }) => {
          const length = limit === "50" ? lengths[Number(offset)] : undefined;
          return length === undefined ? undefined : { body: rows.slice(Number(offset), Number(offset) + length) };
        },
      });
      expect(await collect(connect(service).gfi.all({ limit: 50 }, { prefetch: 4 }))).toEqual(rows);
      // 21 full pages, what four short ones lack, and what is in flight past the end.
      expect(service.seen.length).toBeLessThan(21 + 4 * 2 + 6);

      await using capped = await servePages({ rows, cap: (request) => (request < 6 ? 50 : 20) });
      expect(await collect(connect(capped).gfi.all({ limit: 50 }, { prefetch: 4 }))).toEqual(rows);
      const later = capped.seen.filter(({ query }) => Number(query.offset) > 700 && Number(query.offset) < 980);
      expect(new Set(later.map(({ query }) => query.limit))).toEqual(new Set(["20"]));
    });

    it("does not mistake a short first page for a cap", async () => {
      const rows = register(1_000);
      await using service = await servePages({ rows, cap: (request) => (request === 0 ? 3 : 1_000) });
      expect(await collect(connect(service).gfi.all({ limit: 50 }, { prefetch: 4 }))).toEqual(rows);
      // Pages of 3 would take 500 requests.
      expect(service.seen.length).toBeLessThan(2 * (1_000 / 49));
    });

    it("requests nothing beyond the total", async () => {
      await using service = await servePages({ rows: register(20), headers: withTotal });
      await collect(connect(service).sjediste.all({ limit: 5 }, { prefetch: 8 }));
      expect(Math.max(...offsets(service))).toBeLessThan(20);
    });

    it("pauses all pages when one is rate-limited", async () => {
      const rows = register(40);
      let refusedAt = 0;
      const early: number[] = [];
      await using service = await servePages({
        rows,
        instead: async (_, request) => {
          const since = performance.now() - refusedAt;
          if (refusedAt > 0 && since > 60 && since < 900) early.push(since);
          if (request === 3) {
            refusedAt = performance.now();
            return { status: 429, headers: { "retry-after": "1" } };
          }
          // Slow enough that the pages after these would be requested after the 429 has arrived.
          await new Promise((wake) => setTimeout(wake, 100));
          return undefined;
        },
      });
      expect(await collect(connect(service).gfi.all({ limit: 5 }, { prefetch: 3 }))).toEqual(rows);
      expect(early).toEqual([]);
    });

    it("stops with the consumer, and leaves nothing in flight", async () => {
      await using service = await servePages({
        rows: register(1_000),
        instead: ({ query }) => {
          if (Number(query.offset) === 0) return undefined;
          return new Promise(() => {});
        },
      });
      for await (const _ of connect(service).gfi.pages({ limit: 10 }, { prefetch: 5 })) {
        await expect.poll(() => service.seen.length).toBe(6);
        break;
      }
      expect(service.seen).toHaveLength(6);
      await expect.poll(() => service.open()).toBe(0);
    });
  });
}
