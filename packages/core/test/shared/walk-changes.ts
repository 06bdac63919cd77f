import { describe, expect, it } from "vitest";
import { callsOf } from "./calls.ts";
import { type ClientUnderTest, rejection } from "./client-under-test.ts";
import { collect, offsets, type PagingOptions, register, servePages } from "./paging.ts";

/** What a walk does if the register changes meanwhile. */
export function testWalkChanges(subject: ClientUnderTest): void {
  const { connect } = callsOf(subject);

  describe("a register that changes", () => {
    const rows = register(9);
    /** The register for requests past the first page. */
    const changes: [string, (row: typeof rows) => typeof rows][] = [
      ["a removed row", () => rows.slice(1)],
      ["an added row", () => [...register(10).slice(9), ...rows]],
      ["another order", () => rows.toReversed()],
      ["a changed row", () => rows.map((row) => ({ ...row, ime: `${row.ime}, u stečaju` }))],
      ["its end removed", () => rows.slice(0, 2)],
    ];
    it.each(changes)("is detected: %s", async (_, change) => {
      for (const prefetch of [0, 3]) {
        await using service = await servePages({
          rows: ({ query }) => (Number(query.offset) > 0 ? change(rows) : rows),
        });
        const error = subject.error(await rejection(collect(connect(service).gfi.all({ limit: 3 }, { prefetch }))));
        expect(error).toMatchObject({ kind: "register-changed", operation: "gfi.list", cursor: { offset: 3 } });
        expect(error.message).toContain("the page at 3 does not join");
      }
    });

    it("between two pages of one row, which cannot prove their join, is detected", async () => {
      const rowsAt = (request: number) => (request < 2 ? rows : rows.slice(1));
      await using service = await servePages({ rows: (_, request) => rowsAt(request), cap: () => 1 });
      const error = subject.error(await rejection(collect(connect(service).gfi.all())));
      expect(error).toMatchObject({ kind: "register-changed", cursor: { offset: 1 } });
      expect(offsets(service)).toEqual([0, 0, 1, 0]);
    });

    it("before the last page of one row is detected without a promised total", async () => {
      const rowsAt = (request: number) => (request < 2 ? rows.slice(7) : rows.slice(8));
      await using service = await servePages({ rows: (_, request) => rowsAt(request), cap: () => 1 });
      const error = subject.error(await rejection(collect(connect(service).gfi.all())));
      expect(error).toMatchObject({ kind: "register-changed", cursor: { offset: 1 } });
      expect(offsets(service)).toEqual([0, 0, 1, 0]);
    });

    it.each([1, 3])("is detected where the service in fact ignores offset, with %i rows", async (count) => {
      await using service = await servePages({ rows, instead: () => ({ body: rows.slice(0, count) }) });
      const error = subject.error(await rejection(collect(connect(service).gfi.all({ limit: 3 }))));
      expect(error).toMatchObject({ kind: "register-changed", cursor: { offset: count } });
    });

    it("in its total is detected, and can be allowed", async () => {
      const headers: PagingOptions["headers"] = (_, request) => ({ "x-total-count": request === 0 ? "9" : "10" });
      await using service = await servePages({ rows: register(10), headers });
      const { sjediste } = connect(service);
      const error = subject.error(await rejection(collect(sjediste.all({ limit: 4 }))));
      expect(error).toMatchObject({ kind: "register-changed", cursor: { offset: 4, total: 9 } });
      expect(error.message).toContain("the service promises 10 rows instead of 9");
      await using again = await servePages({ rows: register(10), headers });
      expect(await collect(connect(again).sjediste.all({ limit: 4 }, { allowTotalChange: true }))).toEqual(
        register(10),
      );
    });

    it.each([0, 2, 3, 4])("to more rows than its total, %i, is detected, and can be allowed", async (total) => {
      for (const prefetch of [0, 3]) {
        await using service = await servePages({ rows: register(9), headers: () => ({ "x-total-count": `${total}` }) });
        const { sjediste } = connect(service);
        const read: unknown[] = [];
        const walk = async () => {
          for await (const row of sjediste.all({ limit: 3 }, { prefetch })) read.push(row);
        };
        if (total === 3) {
          await walk();
          expect(read).toEqual(register(3));
        } else {
          const error = subject.error(await rejection(walk()));
          expect(error).toMatchObject({ kind: "register-changed", cursor: { offset: read.length } });
          expect(error.message).toContain(`the service promises ${total} rows, and sent `);
          expect(read.length).toBeLessThanOrEqual(total);
          expect(await collect(sjediste.all({ limit: 3 }, { prefetch, allowTotalChange: true }))).toEqual(register(9));
        }
      }
    });

    it("to fewer rows than its total is detected, and can be allowed", async () => {
      await using service = await servePages({ rows: register(5), headers: () => ({ "x-total-count": "6" }) });
      const { sjediste } = connect(service);
      const error = subject.error(await rejection(collect(sjediste.all({ limit: 2 }))));
      expect(error).toMatchObject({ kind: "register-changed", cursor: { offset: 5 } });
      expect(await collect(sjediste.all({ limit: 2 }, { allowTotalChange: true }))).toEqual(register(5));
    });

    /** Serves ten rows; from request number `from` on, the responses name another state. */
    const changeState = (from: number) =>
      servePages({
        rows: register(10),
        headers: (_, request) => ({ "x-timestamp-id": request < from ? "stanje-1" : "stanje-2" }),
      });

    it.each([
      ["in a later page", 1, 3],
      ["in the last page", 4, 9],
      ["in the empty page after the last row", 5, 10],
    ])("of the state that responses name is detected %s", async (_, from, offset) => {
      for (const options of [{}, { prefetch: 3 }, { allowTotalChange: true }]) {
        await using service = await changeState(from);
        const { gfi } = connect(service);
        const error = subject.error(await rejection(collect(gfi.all({ limit: 3 }, options))));
        expect(error).toMatchObject({ kind: "register-changed", cursor: { timestamp_id: "stanje-1" } });
        if (!("prefetch" in options)) expect(error.cursor?.offset).toBe(offset);
        expect(error.message).toContain("is of the state stanje-2, not of stanje-1: ");
        expect(error.message).toContain("Start the walk again.");
      }
    });

    it("from the state that the caller asks for is detected in the first page", async () => {
      await using service = await changeState(0);
      const { gfi } = connect(service);
      const error = subject.error(await rejection(collect(gfi.all({ timestamp_id: "stanje-1" }))));
      expect(error).toMatchObject({ kind: "register-changed", cursor: { offset: 0, timestamp_id: "stanje-1" } });
    });

    it("goes undetected with allowUnprovenJoins", async () => {
      await using service = await servePages({
        rows: ({ query }) => (Number(query.offset) > 0 ? rows.toReversed() : rows),
      });
      const walked = await collect(connect(service).gfi.all({ limit: 3 }, { allowUnprovenJoins: true }));
      expect(walked).toEqual([...rows.slice(0, 3), ...rows.toReversed().slice(3)]);
      expect(offsets(service)).toEqual([0, 3, 6, 9]);
    });

    it("is not one that returns all rows in one response, in another order each time", async () => {
      for (const options of [{}, { prefetch: 3 }]) {
        await using service = await servePages({
          rows: (_, request) => [...rows.slice(request % 9), ...rows.slice(0, request % 9)],
        });
        const walked = await collect(connect(service).gfi.all({ limit: 20 }, options));
        expect(walked).toHaveLength(rows.length);
        expect(new Set(walked)).toEqual(new Set(rows));
      }
    });

    it("is detected if all rows came in one response, and are others when they are asked for again", async () => {
      for (const changed of [register(9).slice(1), register(10).slice(1), [...register(8), ...register(1)]]) {
        await using service = await servePages({ rows: (_, request) => (request === 0 ? rows : changed) });
        const error = subject.error(await rejection(collect(connect(service).gfi.all({ limit: 20 }))));
        expect(error).toMatchObject({ kind: "register-changed", cursor: { offset: 9 } });
        expect(error.message).toContain("or its rows have no stable order");
      }
    });

    it("is not one that sends null for an absent field", async () => {
      await using service = await servePages({
        rows: (_, request) => (request % 2 ? rows.map((row) => ({ napomena: null, ...row })) : rows),
      });
      const walked = await collect(connect(service).gfi.all({ limit: 4 }));
      expect(walked).toMatchObject(rows);
    });

    it("is not one that returns fields in another order", async () => {
      const reordered = rows.map(({ mbs, ime }) => ({ ime, mbs }));
      await using service = await servePages({ rows: (_, request) => (request % 2 ? reordered : rows) });
      expect(await collect(connect(service).gfi.all({ limit: 4 }))).toEqual(rows);
    });
  });
}
