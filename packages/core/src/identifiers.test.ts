import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatMbs, formatOib, isOib } from "./identifiers.ts";

describe("formatMbs", () => {
  it("restores the leading zeros", () => {
    expect(formatMbs(80012345)).toBe("080012345");
    expect(formatMbs(80012345n)).toBe("080012345");
    expect(formatMbs(1)).toBe("000000001");
    expect(formatMbs("123456789")).toBe("123456789");
  });

  it.each([-1, 1.5, 1_000_000_000, Number.NaN, "12a", ""])("refuses %s", (value) => {
    expect(() => formatMbs(value)).toThrow(RangeError);
  });
});

describe("formatOib", () => {
  it("restores the leading zeros", () => expect(formatOib(1234567895)).toBe("01234567895"));
  it("refuses twelve digits", () => expect(() => formatOib(100_000_000_000)).toThrow("An OIB has at most 11 digits"));
});

describe("isOib", () => {
  it.each(["12345678903", "00000000001", "01234567896"])("accepts %s", (oib) => expect(isOib(oib)).toBe(true));
  it("accepts integers, whose leading zeros it restores", () => {
    expect(isOib(1234567896)).toBe(true);
    expect(isOib(12345678903n)).toBe(true);
  });
  it.each(["", "1234567890", "1234567896", "123456789031", "1234567890a", -12345678903, 1.5, Number.NaN])(
    "refuses %s",
    (oib) => expect(isOib(oib)).toBe(false),
  );

  it("accepts one check digit for any ten digits, and detects any wrong digit", () => {
    const check = (digits: string): string => {
      const last = [..."0123456789"].filter((digit) => isOib(digits + digit));
      expect(last).toHaveLength(1);
      return digits + last[0];
    };
    fc.assert(
      fc.property(fc.stringMatching(/^\d{10}$/), fc.nat(10), fc.integer({ min: 1, max: 9 }), (digits, at, by) => {
        const oib = check(digits);
        const wrong = oib.slice(0, at) + ((Number(oib[at]) + by) % 10) + oib.slice(at + 1);
        expect(isOib(wrong)).toBe(false);
      }),
    );
  });
});
