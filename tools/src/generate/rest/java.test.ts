import { expect, test } from "vitest";
import { generatorFailure } from "./java.ts";

test("a generator that could not be downloaded is reported in one line, with what to check", () => {
  const text =
    'Download 7.25.0 ...\nDownload failed, because of: "getaddrinfo ENOTFOUND"\n\nAxiosError: …\n    at from (a.cjs:1:2)';
  expect(generatorFailure({ code: 1, text })).toMatch(
    /^openapi-generator could not be fetched: getaddrinfo ENOTFOUND\. .*HTTPS_PROXY.*$/,
  );
});

test("any other failure is reported with the generator's whole output", () => {
  expect(generatorFailure({ code: 3, text: "a\nb" })).toBe("openapi-generator failed (exit code 3):\na\nb");
});
