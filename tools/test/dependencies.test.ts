import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { minVersion, satisfies } from "semver";
import { describe, expect, test } from "vitest";
import { publishedPackages, root } from "../src/shared/repository.ts";

interface Manifest {
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  engines?: { node?: string };
}

const text = (...path: string[]): Promise<string> => readFile(join(root, ...path), "utf8");
const manifest = async (...path: string[]): Promise<Manifest> => JSON.parse(await text(...path, "package.json"));

/** Dependencies without the project's own packages and `@types`. */
const namesIn = (dependencies: Record<string, string> = {}): string[] =>
  Object.keys(dependencies).filter((name) => !/^@(court-register|types)\//.test(name));

const unnamed = (names: string[], readme: string): string[] => names.filter((name) => !readme.includes(`\`${name}\``));

const shared =
  (await text("CONTRIBUTING.md")).split("\n## ").find((section) => section.startsWith("Dependencies")) ?? "";

describe("every dependency is listed in the README of the package that has it", () => {
  const published = publishedPackages.map(({ folder }) => folder);
  test.each([...published, "tools", "."])("%s", async (folder) => {
    const { dependencies, peerDependencies, devDependencies } = await manifest(folder);
    const own = await text(folder, "README.md");
    expect(unnamed(namesIn({ ...dependencies, ...peerDependencies }), own)).toEqual([]);
    // CONTRIBUTING.md lists the shared ones: users need not know them.
    expect(unnamed(namesIn(devDependencies), own + shared)).toEqual([]);
  });

  test("tools/bench", async () => {
    const { dependencies } = await manifest("tools/bench");
    expect(unnamed(namesIn(dependencies), await text("tools", "README.md"))).toEqual([]);
  });
});

// With strict engines, an install fails if a dependency needs a newer Node than the package says it supports.
test.each(publishedPackages)("$name can be installed on the oldest Node it supports", async ({ folder }) => {
  const { dependencies = {}, engines } = await manifest(folder);
  const oldest = minVersion(engines?.node ?? "") ?? "";
  const refusing: string[] = [];
  for (const name of Object.keys(dependencies)) {
    const { node = "*" } = (await manifest(folder, "node_modules", name)).engines ?? {};
    if (!satisfies(oldest, node)) refusing.push(`${name} wants ${node}, and here stands ${oldest}`);
  }
  expect(refusing).toEqual([]);
});
