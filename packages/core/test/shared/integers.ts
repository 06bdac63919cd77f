import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { callsOf } from "./calls.ts";
import { type CallPromise, type ClientUnderTest, rejection } from "./client-under-test.ts";
import { type Service, serve } from "./service.ts";
import { contract } from "./spec.ts";

/** Every integer that a number may round, over all operations. */
const checked = contract.flatMap(({ id, tag, params, integers }) =>
  integers.map((path) => ({ id, tag, params, path })),
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

const inside = (path: string): boolean => path.includes(".");
/** An operation whose rows have such an integer, and one in an object. */
const deep = contract.find(({ integers }) => integers.some(inside) && !integers.every(inside));
const outer = deep?.integers.find((path) => !inside(path)) ?? "";
const inner = deep?.integers.find(inside) ?? "";
const [object = "", field = ""] = inner.split(".");

/** A row of it as text, and what the two integers are in it; the last of two fields with one name counts. */
const nested = fc.tuple(number, number, number).map(([first, id, below]) => ({
  text: `{"${outer}":${first},"${object}":{"naziv":"\\u0022\\\\","${field}":${below}},"${outer}":${id}}`,
  written: { [outer]: id, [inner]: below },
}));

/** No integer is rounded. */
export function testIntegers(subject: ClientUnderTest): void {
  const { connect } = callsOf(subject);
  const list = (service: Service, options = {}): CallPromise | undefined =>
    connect(service, options)[deep?.tag ?? ""]?.list(deep?.params);

  describe("integers", () => {
    it.each(checked)("$id, $path", async ({ tag, path, params }) => {
      const exact = ["9007199254740993", "9223372036854775807", "-9007199254740993", "9007199254740992"];
      let body = "";
      await using service = await serve(() => ({ body }));
      const [numbers, bigints] = [connect(service)[tag], connect(service, { integers: "bigint" })[tag]];
      for (const text of exact) {
        body = `[${rowWith(path, "9007199254740991")},${rowWith(path, text)}]`;
        const error = subject.error(await rejection(numbers?.list(params)));
        expect(error).toMatchObject({ kind: "unsafe-integer", path: `[1].${path}`, attempts: 1 });
        expect(error.message).toContain('Use integers: "bigint"');
        const rows = subject.rows(await bigints?.list(params));
        expect(rows.map((row) => at(row, path))).toEqual([9007199254740991n, BigInt(text)]);
      }
      body = `[${rowWith(path, "12")},${rowWith(path, "null")},{}]`;
      expect(subject.rows(await numbers?.list(params)).map((row) => at(row, path))).toEqual([12, null, undefined]);
      expect(subject.rows(await bigints?.list(params)).map((row) => at(row, path))).toEqual([12n, null, undefined]);
    });

    it("of any size and notation are the ones that were sent, or fail the call with the place of one", async () => {
      let body = "";
      await using service = await serve(() => ({ body }));
      const digits = (text: string): boolean => /^-?\d+$/.test(text);
      await fc.assert(
        fc.asyncProperty(fc.array(nested, { minLength: 1, maxLength: 3 }), fc.boolean(), async (rows, bigints) => {
          body = `[${rows.map(({ text }) => text).join(",")}]`;
          const written = rows.flatMap((row, index) =>
            Object.entries(row.written).map(([path, text]) => ({ place: `[${index}].${path}`, index, path, text })),
          );
          const unfit = written.filter(({ text }) =>
            bigints ? !digits(text) && !Number.isSafeInteger(Number(text)) : Math.abs(Number(text)) >= 2 ** 53,
          );
          const call = list(service, { integers: bigints ? "bigint" : "number" });
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

    it("beside fields that are no such integers change nothing in those: a double stays one at any size", async () => {
      const body = `[
        {"${outer}":9007199254740993,"iznos_u_testu":9007199254740993,"${object}":{"${field}":1,"broj_u_testu":978}},
        {"${outer}":1,"iznos_u_testu":9007199254740993.5},
        {"${outer}":1,"iznos_u_testu":0.1234567890123456}
      ]`;
      await using service = await serve(() => ({ body }));
      expect(subject.rows(await list(service, { integers: "bigint" }))).toEqual([
        { [outer]: 9007199254740993n, iznos_u_testu: 9007199254740992, [object]: { [field]: 1n, broj_u_testu: 978 } },
        { [outer]: 1n, iznos_u_testu: 9007199254740994 },
        { [outer]: 1n, iznos_u_testu: 0.1234567890123456 },
      ]);
    });

    it("in exponent notation, which hides their digits, are refused, not guessed", async () => {
      await using service = await serve(() => ({ body: `[{"${outer}":9.007199254740993e15}]` }));
      expect(subject.error(await rejection(list(service, { integers: "bigint" }))).kind).toBe("unsafe-integer");
    });

    it.each([
      "4503599627370497.5",
      "1.00000000000000000001",
      "-7.00000000000000000001",
      "1.5",
      "1e-400",
      "100000000000000001e-17",
    ])("are not made of the fraction %s, although a number drops it", async (fraction) => {
      await using service = await serve(() => ({ body: `[{"mbs":1},{"mbs":${fraction}}]` }));
      const { gfi } = connect(service, { integers: "bigint" });
      const error = subject.error(await rejection(gfi.list({ offset: 0 })));
      expect(error).toMatchObject({ kind: "unsafe-integer", path: "[1].mbs" });
    });

    it("may be written as a decimal without a fraction, beside long decimals", async () => {
      await using service = await serve(() => ({
        body: '[{"mbs":70.0,"x":1.2345678901234567},{"mbs":70e-1},{"mbs":7e1}]',
      }));
      const { gfi } = connect(service, { integers: "bigint" });
      const rows = subject.rows(await gfi.list({ offset: 0 }));
      expect(rows.map((row) => (row as { mbs: bigint }).mbs)).toEqual([70n, 7n, 70n]);
    });

    it("that a number cannot hold are found beside fractions, which it can", async () => {
      await using service = await serve(() => ({ body: `[{"${outer}":1.5},{"${outer}":9007199254740993}]` }));
      const error = subject.error(await rejection(list(service)));
      expect(error).toMatchObject({ kind: "unsafe-integer", path: `[1].${outer}` });
    });

    it.each([
      ["of millions of digits", `[{"${outer}":${"9".repeat(10_000_000)}}]`, "unsafe-integer"],
      [
        "beside thousands of levels",
        `[{"${outer}":9007199254740993,"x":${"[".repeat(9_000)}${"]".repeat(9_000)}}]`,
        "decode",
      ],
    ])("%s that cannot be exact fail the call, and say where they are", async (_, body, kindOfBigints) => {
      await using service = await serve(() => ({ body }));
      for (const [integers, kind] of [
        ["number", "unsafe-integer"],
        ["bigint", kindOfBigints],
      ]) {
        const error = subject.error(await rejection(list(service, { integers })));
        expect(error).toMatchObject({ kind, attempts: 1, message: expect.stringContaining(`[0].${outer}`) });
      }
    });

    it("are exact beside fields such as __proto__ and toString", async () => {
      const body = `[{"__proto__":{"mbs":7},"constructor":1,"toString":"x","${outer}":9007199254740993}]`;
      await using service = await serve(() => ({ body }));
      const [row] = subject.rows(await list(service, { integers: "bigint" }));
      expect(Object.entries(row as object)).toEqual([
        ["__proto__", { mbs: 7 }],
        ["constructor", 1],
        ["toString", "x"],
        [outer, 9007199254740993n],
      ]);
    });

    it("replaced by objects are returned unchanged, whatever their fields are named", async () => {
      const body = `[{"${outer}":{"toString":1,"valueOf":2}}]`;
      await using service = await serve(() => ({ body }));
      expect(JSON.stringify(subject.rows(await list(service)))).toBe(body);
    });
  });
}
