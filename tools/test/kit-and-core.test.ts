/**
 * The clients have rules of their own where the commands have the kit or the mirror, since core depends on nothing, and pays for each byte.
 * Both give the same.
 */

import { minSecretLength, redactor } from "@court-register/kit/redact";
import { readRetryAfter } from "@court-register/kit/retry-after";
import fc from "fast-check";
import { expect, test } from "vitest";
import { redactor as redactorOfCore } from "../../packages/core/src/redact.ts";
import { readRetryAfter as readInCore } from "../../packages/core/src/retry.ts";
import { createRegisterClient } from "../../packages/fetch/src/index.ts";
import { totalIn } from "../../packages/mirror/src/sync/register/response.ts";

const hex = (letter: string): string => letter.charCodeAt(0).toString(16).padStart(2, "0");

const escapes: readonly ((letter: string) => string)[] = [
  (letter) => letter,
  (letter) => `%${hex(letter)}`,
  (letter) => `\\u00${hex(letter)}`,
  (letter) => `&#x${hex(letter)};`,
  (letter) => `&#${letter.charCodeAt(0)};`,
];

const whole: readonly ((secret: string) => string)[] = [
  (secret) => secret.toUpperCase(),
  (secret) => JSON.stringify(secret).slice(1, -1),
  (secret) => Buffer.from(secret).toString("base64").replace(/=+$/, ""),
  (secret) => Buffer.from(secret).toString("base64url"),
  (secret) => Buffer.from(secret).toString("hex"),
];

test("the kit and core hide the same secrets of at least as many letters, however they are written", () => {
  // What looks like an escape as it is, as in `%41`, may be read as one.
  const secret = fc.stringMatching(/^[!-~]{1,40}$/).filter((one) => !/[\\%&]/.test(one));
  const spelled = fc.oneof(
    fc.constantFrom(...whole),
    fc
      .infiniteStream(fc.constantFrom(...escapes))
      .map((each) => (one: string) => [...one].map((letter) => each.next().value?.(letter)).join("")),
  );
  fc.assert(
    fc.property(secret, spelled, (one, spell) => {
      const text = `<${spell(one)}>`;
      const shown = one.length < minSecretLength ? text : "<[redacted]>";
      expect([redactor([one])(text), redactorOfCore([one])(text)]).toEqual([shown, shown]);
    }),
    { numRuns: 500 },
  );
});

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** The forms of a date (RFC 9110, section 5.6.7): that of today, and the two obsolete ones. */
const forms: readonly ((date: Date) => string)[] = [
  (date) => date.toUTCString(),
  (date) => {
    const [, day, month, year = "", time] = date.toUTCString().split(" ");
    return `${weekdays[date.getUTCDay()]}, ${day}-${month}-${year.slice(-2)} ${time} GMT`;
  },
  (date) => {
    const [weekday = "", day = "", month, year, time] = date.toUTCString().split(" ");
    return `${weekday.replace(",", "")} ${month} ${day.replace(/^0/, " ")} ${time} ${year}`;
  },
];

test("the kit and core read the same from a Retry-After", () => {
  const dates = fc
    .tuple(fc.date({ min: new Date(0), max: new Date("2069-12-31"), noInvalidDate: true }), fc.constantFrom(...forms))
    .map(([date, form]) => form(date));
  const edited = fc
    .tuple(dates, fc.nat(30), fc.constantFrom("", "0", "9", " ", "-", "x"))
    .map(([text, at, other]) => text.slice(0, at) + other + text.slice(at + 1));
  fc.assert(
    fc.property(fc.oneof(dates, edited, fc.string(), fc.nat().map(String)), fc.nat(), (text, at) => {
      expect(readRetryAfter(text, at)).toBe(readInCore(text, at));
    }),
    { numRuns: 2_000 },
  );
});

test("the mirror reads the same total from any response as the client does where the contract promises one", async () => {
  const written = fc.oneof(
    fc.nat().map(String),
    fc
      .tuple(fc.nat(18), fc.nat(9), fc.constantFrom("", " ", "\t", "+", "."))
      .map(([length, digit, around]) => around + String(digit).repeat(length) + around),
    fc.stringMatching(/^[!-~ \u00a0]{0,6}$/),
  );
  await fc.assert(
    fc.asyncProperty(fc.option(written, { nil: undefined }), async (text) => {
      const headers = new Headers({ "content-type": "application/json" });
      if (text !== undefined) headers.set("x-total-count", text);
      const register = createRegisterClient({
        baseUrl: "https://registar.primjer.hr",
        subscriptionKey: "test-key",
        fetch: async () => new Response("[]", { headers }),
      });
      const { total } = await register.sjediste.list({ offset: 0 }).withResponse();
      expect(totalIn(Object.fromEntries(headers))).toBe(total);
    }),
    { numRuns: 500 },
  );
});
