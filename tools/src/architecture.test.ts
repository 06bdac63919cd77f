/** The import rules of the project: one direction, no cycles, and nothing shared between what judges and what is judged. */
import { glob, readFile } from "node:fs/promises";
import { join, normalize } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "./repository.ts";

/** What each package's published sources may import of this project. */
const allowed: Record<string, string[]> = {
  "packages/core": [],
  "packages/fetch": ["@court-register/core"],
  "packages/axios": ["@court-register/core"],
  "packages/graphql": ["@court-register/core"],
  // Neither may share code with the clients, or they would share their bugs.
  "packages/reference-server": [],
  conformance: [],
};

interface Import {
  file: string;
  specifier: string;
}

/** The imports and re-exports of a package's published sources, tests left out. */
async function importsOf(folder: string): Promise<Import[]> {
  const imports: Import[] = [];
  for await (const file of glob(`${folder}/src/**/*.ts`, { cwd: root })) {
    if (/\.test(-d)?\.ts$/.test(file)) continue;
    const text = await readFile(join(root, file), "utf8");
    for (const [, specifier = ""] of text.matchAll(/^(?:import|export)\b[^"';]*["']([^"']+)["']/gm)) {
      imports.push({ file, specifier });
    }
    for (const [, specifier = ""] of text.matchAll(/\bimport\(\s*["']([^"']+)["']/g)) imports.push({ file, specifier });
  }
  return imports;
}

test("every published package has its rule", async () => {
  const folders: string[] = [];
  for await (const file of glob("{packages/*,conformance}/package.json", { cwd: root }))
    folders.push(file.replace("/package.json", ""));
  expect(folders.sort()).toEqual(Object.keys(allowed).sort());
});

describe.each(Object.entries(allowed))("%s", (folder, others) => {
  test("imports only the packages of this project that it may", async () => {
    const ours = (await importsOf(folder)).filter(({ specifier }) => specifier.startsWith("@court-register/"));
    const name = (specifier: string): string => specifier.split("/").slice(0, 2).join("/");
    expect(ours.filter(({ specifier }) => !others.includes(name(specifier)))).toEqual([]);
  });

  test("reaches into no other folder", async () => {
    const outside = (await importsOf(folder)).filter(
      ({ file, specifier }) =>
        specifier.startsWith(".") && !normalize(join(file, "..", specifier)).startsWith(`${folder}/`),
    );
    expect(outside).toEqual([]);
  });

  test("depends on no other package of this project", async () => {
    const { dependencies = {} } = JSON.parse(await readFile(join(root, folder, "package.json"), "utf8"));
    const ours = Object.keys(dependencies).filter((name) => name.startsWith("@court-register/"));
    expect(ours).toEqual(others);
  });
});
