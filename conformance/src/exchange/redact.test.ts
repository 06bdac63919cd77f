import fc from "fast-check";
import { expect, test } from "vitest";
import { redacted, redactor } from "./redact.ts";

const secret = fc.string({ minLength: 6, maxLength: 40 }).filter((text) => text.trim().length > 5);

/** A text as XML serializers write it; some escape quotes too. */
const escapeText = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

test("a secret is redacted in every encoding", () => {
  fc.assert(
    fc.property(secret, fc.string(), fc.string(), (key, before, after) => {
      const redact = redactor([key]);
      for (const written of [
        key,
        encodeURIComponent(key),
        [...Buffer.from(key)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""),
        new URLSearchParams({ key }).toString().slice("key=".length),
        escapeText(key),
        escapeText(key).replaceAll('"', "&quot;").replaceAll("'", "&apos;"),
        escapeText(key).replaceAll('"', "&quot;").replaceAll("'", "&#39;"),
        JSON.stringify(key).slice(1, -1),
        Buffer.from(key).toString("base64"),
        Buffer.from(key).toString("base64url"),
        Buffer.from(key).toString("hex"),
        Buffer.from(key).toString("hex").toUpperCase(),
        Buffer.from(key, "utf16le").toString("latin1"),
        Buffer.from(key, "utf16le").swap16().toString("latin1"),
      ]) {
        const cleaned = redact(`${before}${written}${after}`);
        expect(cleaned).toContain(redacted);
        // The text around it may contain it by chance.
        if (!`${before}${after}${redacted}`.includes(written))
          expect(cleaned.split(redacted).some((part) => part.includes(written))).toBe(false);
      }
    }),
  );
});

test("without a secret nothing changes", () => {
  expect(redactor([])("[redacted] a")).toBe("[redacted] a");
  expect(redactor([""])("a")).toBe("a");
});

test("if one secret starts with another, the longer one is redacted as a whole", () => {
  expect(redactor(["abcdef", "abcdefgh"])("x abcdefgh y")).toBe(`x ${redacted} y`);
});
