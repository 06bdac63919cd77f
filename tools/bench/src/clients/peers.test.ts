import { join } from "node:path";
import { expect, test } from "vitest";
import { generated, root, spec } from "../places.ts";
import { generators } from "./peers.ts";

test("openapi-generator is given no path of the repository's folder, which may have spaces", () => {
  for (const name of Object.keys(generators).filter((name) => name.startsWith("openapi-generator"))) {
    const args = generators[name]?.(spec, join(generated, name)) ?? [];
    expect(args).toEqual(expect.arrayContaining(["../../specs/register.openapi.yaml", `.generated/${name}`]));
    expect(args.join(" ")).not.toContain(root);
  }
});
