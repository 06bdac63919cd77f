import { expect, test } from "vitest";
import { type Manifest, refuseNode } from "./node-gate.ts";

const ofRange = (node: string): Manifest => ({
  name: "@court-register/tool",
  bin: { "court-register-tool": "dist/cli.js" },
  engines: { node },
});

const why = (range: string, version: string): string | undefined => refuseNode(ofRange(range), version, "/bin/node");

test.each([
  ["^22.16.0 || >=24.0.0", "Node 22.16 or newer, but not 23", ["22.16.0", "22.99.1", "24.0.0", "25.1.0", "27.0.0"]],
  ["^22.12.0 || ^24.0.0 || >=26.0.0", "Node 22.12 or newer, but not 23 or 25", ["22.12.3", "24.21.0", "26.0.0"]],
  [">=22.0.0", "Node 22.0 or newer", ["22.0.0", "23.0.0", "99.0.0-nightly"]],
])("%s is %s", (range, needs, accepted) => {
  expect(accepted.map((version) => why(range, version))).toEqual(accepted.map(() => undefined));
  expect(why(range, "20.20.2")).toBe(
    `court-register-tool needs ${needs}: this is v20.20.2 (/bin/node). Install Node 24, or let npx do it: npx -p node@24 -p @court-register/tool court-register-tool`,
  );
});

test("a range that it could not read is an error, not a refusal", () => {
  expect(() => why("22.x", "22.0.0")).toThrow("engines.node must be such as");
});
