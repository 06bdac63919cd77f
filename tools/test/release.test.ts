/** From an edit of the specs to versions and changelogs, in a copy of the repository's manifests. */
import { cp, glob, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { readAddress } from "../src/release/address.ts";
import { applyChangesets, withVersion } from "../src/release/apply-changesets.ts";
import { git } from "../src/shared/git.ts";
import { root as project, publishedPackages } from "../src/shared/repository.ts";
import { edit, makeRepositories, removeYear, root, run, save } from "./support/repository-to-change.ts";

makeRepositories();

const address = "https://kod.primjer.hr/registar";

beforeEach(async () => {
  const manifests = [
    "package.json",
    "pnpm-workspace.yaml",
    "pnpm-lock.yaml",
    ".changeset/{config.json,README.md}",
    "{packages/*,conformance,tools,specs}/package.json",
    "{packages/*,conformance}/examples/*/*.{json,yml,md}",
  ];
  for (const pattern of manifests) {
    for await (const path of glob(pattern, { cwd: project })) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await cp(join(project, path), join(root, path));
    }
  }
  for (const { folder } of publishedPackages) {
    const manifest: object = JSON.parse(await read(`${folder}/package.json`));
    await writeFile(join(root, folder, "package.json"), JSON.stringify({ ...manifest, version: "0.3.1" }));
  }
  await edit("package.json", '"private": true', `"private": true, "repository": "${address}"`);
  await save("Release");
  await git(root, "tag", "v0.3.1");
}, 60_000);

const read = (path: string): Promise<string> => readFile(join(root, path), "utf8");

async function version(folder: string): Promise<string> {
  const manifest: { version: string } = JSON.parse(await read(`${folder}/package.json`));
  return manifest.version;
}

test("a breaking change of REST bumps the minor version that core and the clients share", async () => {
  await removeYear();
  expect((await run("--write-changeset")).code).toBe(0);

  const next = await applyChangesets(root);
  expect(next).toBe("0.4.0");
  expect(await Promise.all(publishedPackages.map(({ folder }) => version(folder)))).toEqual(
    // The suite requires less than before, so it gets only a patch.
    publishedPackages.map(({ name }) => (name.endsWith("/conformance") ? "0.3.2" : "0.4.0")),
  );

  for (const name of ["core", "fetch", "axios", "reference-server"]) {
    expect(await read(`packages/${name}/CHANGELOG.md`)).toContain(
      "**breaking**: The field `gfi.godina_izvjestaja` (int32) is gone.",
    );
  }
  expect(await read("packages/graphql/CHANGELOG.md")).not.toContain("godina");
  expect(await read("specs/register.openapi.yaml")).toContain(`\n  version: ${next}\n`);
  expect(await read("packages/fetch/examples/company-look-up/package.json")).toContain(
    '"@court-register/fetch": "^0.4.0"',
  );
  // What runs by itself has exact versions: no release changes what runs there.
  const suite = await read("conformance/examples/github-workflow/package.json");
  expect(suite).toContain('"@court-register/conformance": "0.3.2"');
  const lock: { packages: Record<string, { version: string; dependencies?: Record<string, string> }> } = JSON.parse(
    await read("packages/mirror/examples/watch/package-lock.json"),
  );
  const own = Object.entries(lock.packages).filter(([path]) => path.startsWith("node_modules/@court-register/"));
  expect(own.map(([path, entry]) => [path.split("/").at(-1), entry.version])).toEqual(
    ["core", "fetch", "graphql", "mirror"].map((name) => [name, "0.4.0"]),
  );
  expect(lock.packages[""]?.dependencies).toEqual({ "@court-register/mirror": "0.4.0" });
  expect(lock.packages["node_modules/@court-register/mirror"]?.dependencies).toMatchObject({
    "@court-register/fetch": "^0.4.0",
  });
  // The changesets are gone and the versions have moved: the release commit itself is declared.
  expect((await run()).code).toBe(0);
});

test("every package has the address of the project, and a changelog", async () => {
  await edit("specs/court-cases.graphql", '"Court case."', '"Case."');
  await run("--write-changeset");
  await applyChangesets(root);
  expect(JSON.parse(await read("packages/fetch/package.json"))).toMatchObject({
    version: "0.3.2",
    repository: { type: "git", url: "git+https://kod.primjer.hr/registar.git", directory: "packages/fetch" },
    homepage: "https://kod.primjer.hr/registar/tree/main/packages/fetch#readme",
    bugs: "https://kod.primjer.hr/registar/issues",
  });
  // The contract of the suite is another one: it is not released, but would not be without a changelog.
  for (const { folder } of publishedPackages)
    expect(await read(`${folder}/CHANGELOG.md`)).toContain(`\n## ${await version(folder)}\n`);
});

test.each([
  "registar",
  "http://kod.primjer.hr/registar",
  "https://kod.primjer.hr/registar.git",
  "https://kod.primjer.hr/registar/",
])("an address that is none is refused before it is written: %s", async (wrong) => {
  await edit("package.json", '"https://kod.primjer.hr/registar"', JSON.stringify(wrong));
  await expect(readAddress(root)).rejects.toThrow("must be the https URL of the project");
});

test("without an address nothing changes, let alone is published", async () => {
  await edit("package.json", `, "repository": "${address}"`, "");
  const before = await read("packages/fetch/package.json");
  await expect(applyChangesets(root)).rejects.toThrow("must be the https URL of the project");
  expect(await read("packages/fetch/package.json")).toBe(before);
});

test("a changeset that could not be applied is named before anything changes", async () => {
  await writeFile(join(root, ".changeset/mine.md"), '---\n"@court-register/tools": patch\n---\n\nFaster.\n');
  await expect(applyChangesets(root)).rejects.toThrow(
    ".changeset/mine.md is not a changeset: @court-register/tools is not a published package.",
  );
});

test("a document without a version is refused", () => {
  expect(() => withVersion("openapi: 3.1.0\ninfo:\n  title: T\npaths: {}\n", "1.0.0")).toThrow(
    "no `version` under `info`",
  );
});
