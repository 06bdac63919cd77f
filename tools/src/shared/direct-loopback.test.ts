import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

test.each([
  [{}, "127.0.0.1,localhost"],
  [{ NO_PROXY: ".primjer.hr" }, ".primjer.hr,127.0.0.1,localhost"],
  [{ no_proxy: ".primjer.hr" }, ".primjer.hr,127.0.0.1,localhost"],
])("loopback is exempt from the proxy, and what %o exempts still is", (settings, expected) => {
  const env = { ...process.env, NO_PROXY: undefined, no_proxy: undefined, ...settings };
  const args = [
    "--import",
    import.meta.resolve("./direct-loopback.ts"),
    "--print",
    "[process.env.NO_PROXY, process.env.no_proxy]",
  ];
  expect(execFileSync(process.execPath, args, { env, encoding: "utf8" })).toBe(`[ '${expected}', undefined ]\n`);
});
