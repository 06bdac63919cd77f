/** The project's import rules: one direction, no cycles, and no shared code between the judge and the judged. */
import { glob, readFile } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../src/shared/repository.ts";

/** The packages of this project that the sources of each may import. */
const allowed: Record<string, string[]> = {
  // It is in each command: what it imported would be in all of them.
  "packages/kit": [],
  "packages/core": [],
  "packages/fetch": ["@court-register/core"],
  "packages/axios": ["@court-register/core"],
  "packages/graphql": ["@court-register/core"],
  "packages/mirror": ["@court-register/fetch", "@court-register/graphql"],
  // Sharing code with the clients would mean sharing their bugs.
  "packages/reference-server": [],
  conformance: [],
  // The suite would judge what its own code has made.
  tools: ["@court-register/fetch", "@court-register/kit", "@court-register/reference-server"],
};

/**
 * The modules of the kit, each with what may import it. The server, the suite and the clients must not share what is judged, and how; so a
 * module that reads what a service sends is for one of them, and core has its own.
 */
const kit: Record<string, (file: string) => boolean> = {
  "given-secrets": isCommand,
  lines: isCommand,
  messages: isCommand,
  "node-gate": (file) => file.endsWith("src/cli.ts"),
  printable: isCommand,
  redact: isCommand,
  "retry-after": (file) =>
    ["conformance/src/evidence/asks-to-wait.ts", "packages/mirror/src/changes/post.ts"].includes(file),
  screen: isCommand,
  "watch-output": isCommand,
};

/** Whether a file is of a command, and does not judge. */
function isCommand(file: string): boolean {
  return (
    /^(packages\/(mirror|reference-server)|conformance|tools)\/src\//.test(file) &&
    !/^conformance\/src\/(contract|evidence|checks|subjects)\//.test(file)
  );
}

interface Import {
  file: string;
  specifier: string;
}

/** Programs that a check copies into the project of a user: what they import is what that user installs. */
const copied = "tools/src/check/runtimes/consumer/";

/** The imports and re-exports in a package's sources, without tests. */
async function importsOf(folder: string): Promise<Import[]> {
  const imports: Import[] = [];
  for await (const file of glob(`${folder}/src/**/*.ts`, { cwd: root })) {
    if (/\.test(-d)?\.ts$/.test(file) || file.startsWith(copied)) continue;
    const text = await readFile(join(root, file), "utf8");
    for (const [, specifier = ""] of text.matchAll(/^(?:import|export)\b(?:[^"';]*\bfrom)?\s*["']([^"']+)["']/gm)) {
      imports.push({ file, specifier });
    }
    for (const [, specifier = ""] of text.matchAll(/\bimport\(\s*["']([^"']+)["']/g)) imports.push({ file, specifier });
  }
  return imports;
}

test("every package with code has a rule", async () => {
  const folders: string[] = [];
  for await (const file of glob("{packages/*,conformance,tools}/package.json", { cwd: root }))
    folders.push(file.replace("/package.json", ""));
  expect(folders.sort()).toEqual(Object.keys(allowed).sort());
});

test("a module of the kit is imported where its rule allows, and has one", async () => {
  const imports = (await Promise.all(Object.keys(allowed).map(importsOf))).flat();
  const ofKit = imports.flatMap(({ file, specifier }) => {
    const [, name] = /^(?:#|@court-register\/)kit\/(.*)$/.exec(specifier) ?? [];
    return name === undefined ? [] : [{ file, name }];
  });
  expect(ofKit.filter(({ file, name }) => kit[name]?.(file) !== true)).toEqual([]);
  expect(Object.keys(kit).filter((name) => !ofKit.some((one) => one.name === name))).toEqual([]);
});

test("each command has the kit within it, by the same name", async () => {
  for (const folder of ["packages/mirror", "packages/reference-server", "conformance"]) {
    const { imports, dependencies } = JSON.parse(await readFile(join(root, folder, "package.json"), "utf8"));
    expect(imports).toEqual({
      "#kit/*": { "@court-register/source": "@court-register/kit/*", default: "./dist/kit/*.js" },
    });
    // It is not published: whoever installs the command could not install it.
    expect(dependencies).not.toHaveProperty("@court-register/kit");
  }
});

describe.each(Object.entries(allowed))("%s", (folder, others) => {
  test("imports only the packages of this project that its rule allows", async () => {
    const ours = (await importsOf(folder)).filter(({ specifier }) => specifier.startsWith("@court-register/"));
    const name = (specifier: string): string => specifier.split("/").slice(0, 2).join("/");
    expect(ours.filter(({ specifier }) => !others.includes(name(specifier)))).toEqual([]);
  });

  test("imports no file of another folder", async () => {
    const outside = (await importsOf(folder)).filter(
      ({ file, specifier }) =>
        specifier.startsWith(".") && !normalize(join(file, "..", specifier)).startsWith(`${folder}/`),
    );
    expect(outside).toEqual([]);
  });

  test("has no files that import each other in a circle", async () => {
    const between = (await importsOf(folder))
      .filter(({ specifier }) => specifier.startsWith("."))
      .map(({ file, specifier }) => ({ file, other: join(file, "..", specifier) }));
    let circle = between;
    // What imports nothing that is left, or is imported by nothing that is left, is in no circle.
    for (let before = -1; before !== circle.length; ) {
      before = circle.length;
      const files = new Set(circle.map(({ file }) => file));
      const imported = new Set(circle.map(({ other }) => other));
      circle = circle.filter(({ file, other }) => files.has(other) && imported.has(file));
    }
    expect(circle).toEqual([]);
  });

  // What the tools depend on, they also pack and try.
  if (folder === "tools") return;
  test("depends on exactly the packages of this project that its rule allows", async () => {
    const { dependencies = {} } = JSON.parse(await readFile(join(root, folder, "package.json"), "utf8"));
    const ours = Object.keys(dependencies).filter((name) => name.startsWith("@court-register/"));
    expect(ours).toEqual(others);
  });
});

/** The suite's folders, each with the others that it may import. A requirement knows what was answered, never how it was asked for. */
const suiteFolders: Record<string, string[]> = {
  contract: ["generated"],
  evidence: ["contract", "shared"],
  checks: ["contract", "evidence", "shared"],
  topics: ["checks", "contract", "evidence", "shared"],
  exchange: ["contract", "evidence", "shared"],
};

/** The imports between the suite's own files, with the path of what is imported, below `conformance/src`. */
async function suiteImports(): Promise<{ file: string; other: string }[]> {
  const root = "conformance/src/";
  return (await importsOf("conformance"))
    .filter(({ specifier }) => specifier.startsWith("."))
    .map(({ file, specifier }) => ({
      file: file.slice(root.length),
      other: normalize(join(file, "..", specifier)).slice(root.length),
    }));
}

test.each(Object.entries(suiteFolders))("of the suite's folders, %s imports only %j", async (folder, others) => {
  const ours = (await suiteImports()).filter(({ file }) => file.startsWith(`${folder}/`));
  expect(ours.length).toBeGreaterThan(0);
  const isAllowed = (other: string): boolean => [folder, ...others].some((one) => other.startsWith(`${one}/`));
  expect(ours.filter(({ other }) => !isAllowed(other))).toEqual([]);
});

test("no folders of the suite import each other in a circle", async () => {
  let circle = (await suiteImports())
    .map(({ file, other }) => ({ folder: dirname(file), other: dirname(other) }))
    .filter(({ folder, other }) => folder !== other);
  for (let before = -1; before !== circle.length; ) {
    before = circle.length;
    const importing = new Set(circle.map(({ folder }) => folder));
    const imported = new Set(circle.map(({ other }) => other));
    circle = circle.filter(({ folder, other }) => importing.has(other) && imported.has(folder));
  }
  expect(circle).toEqual([]);
});

/** The types that the packages declare: their names, and where. Tests and generated files are left out. */
async function declaredTypes(): Promise<{ name: string; file: string; package: string; isExported: boolean }[]> {
  const found: { name: string; file: string; package: string; isExported: boolean }[] = [];
  for (const folder of Object.keys(allowed)) {
    for await (const file of glob(`${folder}/src/**/*.ts`, { cwd: root })) {
      if (/\.test(-d)?\.ts$|\.check\.ts$|\/generated\//.test(file) || file.startsWith(copied)) continue;
      const text = await readFile(join(root, file), "utf8");
      for (const [, exported, name = ""] of text.matchAll(
        /^(export )?(?:declare )?(?:abstract )?(?:interface|type|class) (\w+)/gm,
      ))
        found.push({ name, file, package: folder, isExported: exported !== undefined });
    }
  }
  return found;
}

/** What is written as code in a column of the glossary's tables, counted from the left. */
async function glossary(): Promise<{ contract: string[]; types: string[] }> {
  const text = await readFile(join(root, "packages/docs/glossary.md"), "utf8");
  const rows = text.split("\n").filter((line) => /^\| (?!word|-)/.test(line));
  const codes = (cell = ""): string[] => [...cell.matchAll(/`(\w+)`/g)].map(([, code = ""]) => code);
  const cells = rows.map((row) => row.split("|").slice(1, -1));
  return {
    contract: cells.flatMap((row) => (row.length === 2 ? codes(row[0]) : [])),
    types: cells.flatMap((row) => codes(row[2])),
  };
}

describe("one word means one thing", () => {
  test("no package declares two types of one name", async () => {
    const files = Map.groupBy(await declaredTypes(), ({ name, package: folder }) => `${name} in ${folder}`);
    expect(
      [...files].filter(([, all]) => all.length > 1).map(([name, all]) => [name, all.map(({ file }) => file)]),
    ).toEqual([]);
  });

  test("a type that several published packages have is in the glossary", async () => {
    const { types } = await glossary();
    const published = (await declaredTypes()).filter((one) => one.isExported && one.package !== "tools");
    const shared = [...Map.groupBy(published, ({ name }) => name)].filter(([, all]) => all.length > 1);
    expect(shared.map(([name]) => name).filter((name) => !types.includes(name))).toEqual([]);
  });

  test("the glossary's names of types are declared, and its words of the contract are in the specs", async () => {
    const { types, contract } = await glossary();
    expect(types.length).toBeGreaterThan(20);
    expect(contract.length).toBeGreaterThan(10);
    const declared = new Set((await declaredTypes()).map(({ name }) => name));
    expect(types.filter((name) => !declared.has(name))).toEqual([]);
    const specs = await Promise.all(
      ["specs/register.openapi.yaml", "specs/court-cases.graphql"].map((file) => readFile(join(root, file), "utf8")),
    );
    const words = new Set(specs.join("\n").match(/\w+/g));
    expect(contract.filter((word) => !words.has(word))).toEqual([]);
  });
});
