import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Manifest as CommandManifest, refuseNode } from "@court-register/kit/node-gate";
import { minVersion, satisfies, subset } from "semver";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
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

const { catalog }: { catalog: Record<string, string> } = parse(await text("pnpm-workspace.yaml"));

// An exact version is one more copy in each project that has another one.
test.each(publishedPackages)("$name depends on ranges that begin at a version tried here", async ({ folder }) => {
  const { dependencies = {} } = await manifest(folder);
  const exact: string[] = [];
  for (const [name, written] of Object.entries(dependencies)) {
    if (written.startsWith("workspace:")) continue;
    const range = written === "catalog:" ? (catalog[name] ?? "") : written;
    const lowest = minVersion(range);
    if (lowest === null || !range.split(" || ").every((one) => one.startsWith(lowest.major === 0 ? "~" : "^")))
      exact.push(`${name} ${range}`);
  }
  expect(exact).toEqual([]);
});

// With strict engines, an install fails if a dependency refuses a Node that the package says it supports.
test.each(publishedPackages)("$name names no Node that a dependency refuses", async ({ folder }) => {
  const { dependencies = {}, engines } = await manifest(folder);
  const refusing: string[] = [];
  for (const name of Object.keys(dependencies)) {
    const { node = "*" } = (await manifest(folder, "node_modules", name)).engines ?? {};
    if (!subset(engines?.node ?? "", node)) refusing.push(`${name} wants ${node}, and here stands ${engines?.node}`);
  }
  expect(refusing).toEqual([]);
});

describe("a command runs on each Node that its manifest names, and on no other", () => {
  test.each(["packages/mirror", "packages/reference-server", "conformance"])("%s", async (folder) => {
    const command: CommandManifest = JSON.parse(await text(folder, "package.json"));
    const versions = [20, 21, 22, 23, 24, 25, 26, 27].flatMap((major) =>
      [0, 11, 12, 15, 16, 99].map((minor) => `${major}.${minor}.1`),
    );
    const refused = versions.filter((version) => refuseNode(command, version, "node") !== undefined);
    expect(refused).toEqual(versions.filter((version) => !satisfies(version, command.engines.node)));
    // What the message recommends is one of them.
    expect(refuseNode(command, "20.0.0", "node")).toContain("Install Node 24,");
    expect(refused).not.toContain("24.0.1");
  });
});
