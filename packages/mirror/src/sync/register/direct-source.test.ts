/** What comes of responses, without a server and a database: `fetch` is injected. */
import { type Cursor, createRegisterCaller } from "@court-register/fetch";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { registerLists } from "../../generated/lists.ts";
import { rowHasher } from "../../wire/hash.ts";
import type { PagedList } from "../../wire/list.ts";
import { parseRows } from "../../wire/wire.ts";
import { Inconsistency } from "../inconsistency.ts";
import { type DirectPage, DirectSource } from "./direct-source.ts";
import { packError, packPage, unpackError, unpackPage } from "./thread-messages.ts";

const list = registerLists.find(({ name }) => name === "gfi") as PagedList;
const settings = { baseUrl: "https://registar.primjer.hr", subscriptionKey: "kljuc-primjer" };

type Send = (asked: { offset: number; limit: number; index: number }) => string | Response;

/** A service that answers so. */
function service(send: Send): { fetch: (url: string) => Promise<Response>; asked: number[] } {
  const asked: number[] = [];
  return {
    asked,
    fetch: async (url) => {
      const { searchParams } = new URL(url);
      const offset = Number(searchParams.get("offset"));
      const sent = send({ offset, limit: Number(searchParams.get("limit")), index: asked.length });
      asked.push(offset);
      return typeof sent === "string" ? new Response(sent, { headers: { "content-type": "application/json" } }) : sent;
    },
  };
}

/** A service that has these rows, and cuts pages to these sizes, in turn. */
const cutting =
  (rows: readonly string[], sizes: readonly number[]): Send =>
  ({ offset, limit, index }) =>
    `[${rows.slice(offset, offset + Math.min(limit, sizes[index % sizes.length] ?? 1)).join(",\n")}]`;

async function all(pages: AsyncIterable<DirectPage>): Promise<DirectPage[]> {
  const read: DirectPage[] = [];
  for await (const page of pages) read.push(page);
  return read;
}

const row = fc
  .record({ mbs: fc.nat(3), godina: fc.constantFrom("2024", "1.50", "9007199254740993"), znak: fc.string() })
  .map(({ mbs, godina, znak }) => `{"mbs":${mbs},"iznos":${godina},"opis":${JSON.stringify(znak)}}`);
const rows = fc.array(row, { maxLength: 15 });
// Two rows at least: pages of one cannot tell equal rows from a service that ignores the offset.
const cuts = fc.array(fc.integer({ min: 2, max: 6 }), { minLength: 1, maxLength: 4 });

test("pages that are cut anywhere have the rows that were sent, their hashes, and the body that they are at the end of", async () => {
  await fc.assert(
    fc.asyncProperty(rows, cuts, fc.nat(3), async (rows, sizes, prefetch) => {
      const source = new DirectSource({ ...settings, prefetch, limit: 6, fetch: service(cutting(rows, sizes)).fetch });
      const pages = await all(source.pages(list, undefined));
      const sent = parseRows(`[${rows.join()}]`);
      expect(pages.flatMap((page) => page.rows())).toEqual(sent);
      expect(pages.flatMap(({ hashes }) => hashes)).toEqual(sent.map(rowHasher(list.columns)));
      for (const page of pages) expect(page.rows()).toHaveLength(page.hashes.length);
    }),
  );
});

test("a page is the same on the other side of a thread", async () => {
  await fc.assert(
    fc.asyncProperty(rows, cuts, async (rows, sizes) => {
      const source = new DirectSource({ ...settings, limit: 6, fetch: service(cutting(rows, sizes)).fetch });
      for await (const page of source.pages(list, undefined)) {
        const { rows: sent, body: _, ...facts } = page;
        const { rows: arrived, ...others } = unpackPage(structuredClone(packPage(page)));
        expect(others).toEqual(facts);
        expect(arrived()).toEqual(sent());
      }
    }),
  );
});

test("a walk that goes on from any of its cursors has the rows after it, and its cursors are those of the client", async () => {
  await fc.assert(
    fc.asyncProperty(rows, cuts, fc.nat(), async (rows, sizes, at) => {
      const { fetch } = service(cutting(rows, sizes));
      const source = new DirectSource({ ...settings, prefetch: 0, limit: 6, fetch });
      const pages = await all(source.pages(list, undefined));
      const client = createRegisterCaller({
        ...settings,
        parse: parseRows,
        fetch: service(cutting(rows, sizes)).fetch,
      });
      const cursors: Cursor[] = [];
      for await (const { cursor } of client.pages(list.operation, { limit: 6 })) cursors.push(cursor);
      expect(pages.map(({ cursor }) => cursor)).toEqual(cursors);
      const page = pages[at % pages.length];
      const rest = await all(source.pages(list, page?.cursor));
      const reached = page ? page.offset + page.hashes.length : 0;
      expect(rest.flatMap((one) => one.rows())).toEqual(parseRows(`[${rows.slice(reached).join()}]`));
    }),
  );
});

describe("a list whose first page is no array", () => {
  const error = '{"error_code":505,"error_message":"no rows"}';
  const sent: Record<string, () => Response> = {
    null: () => new Response("null"),
    " {} ": () => new Response(" {} "),
    nothing: () => new Response(""),
    "status 400": () => new Response(error, { status: 400 }),
  };

  test.each([
    ["null", "null"],
    [" {} ", "{}"],
    ["nothing", "an empty body"],
    ["status 400", "status 400"],
  ])("%j stands for no rows, when it was sent three times", async (form, sign) => {
    const { fetch, asked } = service(() => sent[form]?.() ?? "");
    const pages = await all(new DirectSource({ ...settings, fetch }).pages(list, undefined));
    expect(pages).toMatchObject([{ offset: 0, hashes: [], emptySign: sign, cursor: undefined }]);
    expect(unpackPage(packPage(pages[0] as DirectPage))).toMatchObject({ hashes: [], emptySign: sign });
    expect(asked).toEqual([0, 0, 0]);
  });

  test("is walked over again if it has rows then", async () => {
    const { fetch } = service(({ offset, index }) =>
      index === 0 ? "null" : cutting(['{"mbs":1}', '{"mbs":2}'], [9])({ offset, limit: 9, index }),
    );
    const pages = await all(new DirectSource({ ...settings, fetch }).pages(list, undefined));
    expect(pages.flatMap((page) => page.rows())).toEqual([{ mbs: 1 }, { mbs: 2 }]);
  });

  test.each<[string, () => Response, RegExp]>([
    // Its error has no body, which must not look like an empty one.
    [
      "in a charset that nobody knows",
      () => new Response("[]", { headers: { "content-type": "application/json; charset=x-nema" } }),
      /the charset x-nema/,
    ],
    ["of bytes that are no text", () => new Response(new Uint8Array([0xff, 0x5b])), /byte 0 of the body is not utf-8/],
    ["of HTML", () => new Response("<html>"), /the body cannot be read/],
    ["of another object", () => new Response('{"a":1}'), /not an array of objects/],
    ["of blanks, and then of something", () => new Response(`${" ".repeat(600)}<html>`), /the body cannot be read/],
    ["of another error", () => new Response("{}", { status: 400 }), /status 400/],
  ])("%s does not stand for no rows", async (_, send, message) => {
    const source = new DirectSource({ ...settings, fetch: service(send).fetch });
    await expect(all(source.pages(list, undefined))).rejects.toThrow(message);
  });
});

describe("an error on the other side of a thread", () => {
  test("is of its class, and says the same", async () => {
    const source = new DirectSource({ ...settings, fetch: service(() => new Response("", { status: 404 })).fetch });
    const errors: Error[] = [
      await source.request(list, { offset: 0, limit: 1 }).then(String, (one) => one),
      new Inconsistency("it does not fit", ["Run it again."], { list: "gfi" }),
      new TypeError("a mistake"),
    ];
    for (const error of errors) {
      const arrived = unpackError(structuredClone(packError(error)));
      expect(arrived.message).toBe(error.message);
      expect({ ...arrived }).toEqual({ ...error });
      expect(arrived).toBeInstanceOf(error instanceof TypeError ? Error : error.constructor);
    }
  });
});
