import { expect, test } from "vitest";
import { generatorFailure } from "./java.ts";

test("a generator that could not be fetched is told in one line, with what to look at", () => {
  const text =
    'Download 7.25.0 ...\nDownload failed, because of: "getaddrinfo ENOTFOUND"\n\nAxiosError: …\n    at from (a.cjs:1:2)';
  expect(generatorFailure({ code: 1, text })).toMatch(
    /^openapi-generator could not be fetched: getaddrinfo ENOTFOUND\. .*HTTPS_PROXY.*$/,
  );
});

test("any other failure is told with all that the generator printed", () => {
  expect(generatorFailure({ code: 3, text: "a\nb" })).toBe("openapi-generator failed (exit code 3):\na\nb");
});
