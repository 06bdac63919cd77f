import { expect, test } from "vitest";
import { generatorFailure } from "./java.ts";

test("a generator that could not be downloaded is reported in one line, with what to check", () => {
  const text =
    'Download 7.25.0 ...\nDownload failed, because of: "getaddrinfo ENOTFOUND"\n\nAxiosError: …\n    at from (a.cjs:1:2)';
  expect(generatorFailure({ code: 1, text })).toMatch(
    /^openapi-generator could not be fetched: getaddrinfo ENOTFOUND\. .*HTTPS_PROXY.*$/,
  );
});

test("what the generator refuses in the spec is reported in one line, and once", () => {
  const errors = "Errors: \n\t-attribute paths.'/gfi'(get).parametres is unexpected\n\n\tat a.B(C.java:1)\n";
  expect(generatorFailure({ code: 1, text: `INFO …\n${errors}INFO …\n${errors}` })).toBe(
    "openapi-generator refuses the spec: attribute paths.'/gfi'(get).parametres is unexpected. `pnpm check:specs` says where.",
  );
});

test("any other failure is reported with the generator's whole output", () => {
  expect(generatorFailure({ code: 3, text: "a\nb" })).toBe("openapi-generator failed (exit code 3):\na\nb");
});
