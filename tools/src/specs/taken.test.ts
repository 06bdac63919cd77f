import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../shared/repository.ts";
import { isTaken } from "./taken.ts";

test("everything that the package exports by hand is taken", async () => {
  const index = await readFile(join(root, "packages/graphql/src/index.ts"), "utf8");
  const exported = [...index.matchAll(/\{([^}]*)\}/g)].flatMap(([, names = ""]) => names.match(/\b[A-Z]\w*/g) ?? []);
  expect(exported).toContain("CallOptions");
  expect(exported.filter((name) => !isTaken(name))).toEqual([]);
});
