import { expect, test } from "vitest";
import { concerns } from "./compilers.ts";

test.each([
  ["axios.ts(1,1): error TS1", ["axios"]],
  ["fetch.mistakes.ts(3,3): error TS2578", ["fetch"]],
  ["node_modules/@court-register/core/dist/index.d.ts(1,1): error TS1", ["core"]],
  ["fetch.ts(1,1): error TS2307: Cannot find module '@court-register/core'", ["core", "fetch"]],
  ["rest.ts(1,1): error TS1", ["core", "fetch", "axios"]],
])("%s is about %j", (line, packages) => {
  const all = ["core", "fetch", "axios"];
  expect(all.filter((name) => concerns(line, name, all))).toEqual(packages);
});
