import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recorder } from "../../src/exact.ts";
import { operations } from "../../src/generated/operations.ts";
import { callsOf } from "./calls.ts";
import { serve } from "./service.ts";
import { rejection, type Subject } from "./subject.ts";

/** Every field, over all operations, with an integer that a number may round. */
const checked = Object.entries(operations).flatMap(([id, [integers]]) =>
  integers(recorder("")).map((field) => ({ id, tag: id.split(".")[0] ?? "", path: String(field) })),
);

/** A row as text, with `integer` at `path`. */
const rowWith = (path: string, integer: string): string =>
  path.split(".").reduceRight((inner, name) => `{${JSON.stringify(name)}:${inner}}`, integer);

const at = (row: unknown, path: string): unknown =>
  path.split(".").reduce((value, name) => (value as Record<string, unknown> | undefined)?.[name], row);

/** Numbers as a service may write them, most of them near what a number can hold. */
const number = fc.oneof(
  fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }).map((integer) => `${integer}`),
  fc.bigInt().map((integer) => `${integer}`),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((double) => JSON.stringify(double)),
  fc.constantFrom("-0", "1.0", "1e3", "1e16", "1e400", "9007199254740991.5", "9007199254740993.0"),
);

/** A row of `sud` as text, and what its two integers are in it; the last of two fields with one name counts. */
const court = fc.tuple(number, number, number).map(([first, id, inner]) => ({
  text: `{"id":${first},"sud_nadlezan":{"naziv":"\\u0022\\\\","id":${inner}},"id":${id}}`,
  written: { id, "sud_nadlezan.id": inner },
}));

/** No integer is rounded. */
export function testIntegers(subject: Subject): void {
  const { connect } = callsOf(subject);

  describe("integers", () => {
    it("are checked in 61 fields", () => expect(checked).toHaveLength(61));

    it.each(checked)("$id, $path", async ({ tag, path }) => {
      const exact = ["9007199254740993", "9223372036854775807", "-9007199254740993", "9007199254740992"];
      let body = "";
      await using service = await serve(() => ({ body }));
      const [numbers, bigints] = [connect(service)[tag], connect(service, { integers: "bigint" })[tag]];
      for (const text of exact) {
        body = `[${rowWith(path, "9007199254740991")},${rowWith(path, text)}]`;
        const error = subject.error(await rejection(numbers?.list({ offset: 0 })));
        expect(error).toMatchObject({ kind: "unsafe-integer", path: `[1].${path}`, attempts: 1 });
        expect(error.message).toContain('use integers: "bigint"');
        const rows = subject.rows(await bigints?.list({ offset: 0 }));
        expect(rows.map((row) => at(row, path))).toEqual([9007199254740991n, BigInt(text)]);
      }
      body = `[${rowWith(path, "12")},${rowWith(path, "null")},{}]`;
      expect(subject.rows(await numbers?.list({ offset: 0 })).map((row) => at(row, path))).toEqual([
        12,
        null,
        undefined,
      ]);
      expect(subject.rows(await bigints?.list({ offset: 0 })).map((row) => at(row, path))).toEqual([
        12n,
        null,
        undefined,
      ]);
    });

    it("of any size and notation are the ones that were sent, or fail the call with the place of one", async () => {
      let body = "";
      await using service = await serve(() => ({ body }));
      const digits = (text: string): boolean => /^-?\d+$/.test(text);
      await fc.assert(
        fc.asyncProperty(fc.array(court, { minLength: 1, maxLength: 3 }), fc.boolean(), async (rows, bigints) => {
          body = `[${rows.map(({ text }) => text).join(",")}]`;
          const written = rows.flatMap((row, index) =>
            Object.entries(row.written).map(([path, text]) => ({ place: `[${index}].${path}`, index, path, text })),
          );
          const unfit = written.filter(({ text }) =>
            bigints ? !digits(text) && !Number.isSafeInteger(Number(text)) : Math.abs(Number(text)) >= 2 ** 53,
          );
          const call = connect(service, { integers: bigints ? "bigint" : "number" }).sud.list();
          if (unfit.length > 0) {
            const error = subject.error(await rejection(call));
            expect(error.kind).toBe("unsafe-integer");
            expect(unfit.map(({ place }) => place)).toContain(error.path);
            return;
          }
          const got = subject.rows(await call);
          for (const { index, path, text } of written)
            expect(at(got[index], path)).toBe(bigints ? BigInt(digits(text) ? text : Number(text)) : Number(text));
        }),
        { numRuns: 300 },
      );
    });

    it("of 32 bits stay numbers, and a double stays one at any size", async () => {
      const body = `[
        {"mbs":9007199254740993,"iznos":9007199254740993,"valuta_id":1,"valuta":{"sifra":978}},
        {"mbs":1,"iznos":9007199254740993.5},
        {"mbs":1,"iznos":0.1234567890123456}
      ]`;
      await using service = await serve(() => ({ body }));
      const { temeljni_kapital } = connect(service, { integers: "bigint" });
      expect(subject.rows(await temeljni_kapital.list({ offset: 0 }))).toEqual([
        { mbs: 9007199254740993n, iznos: 9007199254740992, valuta_id: 1n, valuta: { sifra: 978 } },
        { mbs: 1n, iznos: 9007199254740994 },
        { mbs: 1n, iznos: 0.1234567890123456 },
      ]);
    });

    it("in exponent notation, which hides their digits, are refused, not guessed", async () => {
      await using service = await serve(() => ({ body: '[{"mbs":9.007199254740993e15}]' }));
      const { gfi } = connect(service, { integers: "bigint" });
      expect(subject.error(await rejection(gfi.list({ offset: 0 }))).kind).toBe("unsafe-integer");
    });

    it("that a number cannot hold are found beside fractions, which it can", async () => {
      await using service = await serve(() => ({ body: '[{"mbs":1.5},{"mbs":9007199254740993}]' }));
      const error = subject.error(await rejection(connect(service).gfi.list({ offset: 0 })));
      expect(error).toMatchObject({ kind: "unsafe-integer", path: "[1].mbs" });
    });

    it.each([
      ["of millions of digits", `[{"mbs":${"9".repeat(10_000_000)}}]`],
      ["beside thousands of levels", `[{"mbs":9007199254740993,"x":${"[".repeat(9_000)}${"]".repeat(9_000)}}]`],
    ])("%s that cannot be exact fail the call, and say where they are", async (_, body) => {
      await using service = await serve(() => ({ body }));
      for (const [integers, kind] of [
        ["number", "unsafe-integer"],
        ["bigint", "decode"],
      ]) {
        const error = subject.error(await rejection(connect(service, { integers }).gfi.list({ offset: 0 })));
        expect(error).toMatchObject({ kind, attempts: 1, message: expect.stringContaining("[0].mbs") });
      }
    });

    it("are exact beside fields such as __proto__ and toString", async () => {
      const body = '[{"__proto__":{"mbs":7},"constructor":1,"toString":"x","mbs":9007199254740993}]';
      await using service = await serve(() => ({ body }));
      const { gfi } = connect(service, { integers: "bigint" });
      const [row] = subject.rows(await gfi.list({ offset: 0 }));
      expect(Object.entries(row as object)).toEqual([
        ["__proto__", { mbs: 7 }],
        ["constructor", 1],
        ["toString", "x"],
        ["mbs", 9007199254740993n],
      ]);
    });

    it("replaced by objects are returned unchanged, whatever their fields are named", async () => {
      const body = '[{"mbs":{"toString":1,"valueOf":2}}]';
      await using service = await serve(() => ({ body }));
      const { gfi } = connect(service);
      expect(JSON.stringify(subject.rows(await gfi.list({ offset: 0 })))).toBe(body);
    });
  });
}
