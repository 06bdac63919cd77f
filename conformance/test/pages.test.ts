import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { allRequirements } from "../src/requirements/catalogue.ts";
import { cataloguePage, coveragePage } from "./docs-pages.ts";
import { judgedPromises } from "./promises.ts";

test("docs/requirements.md is up to date", async () => {
  await expect(cataloguePage()).toMatchFileSnapshot("../docs/requirements.md");
});

test("docs/coverage.md is up to date", async () => {
  await expect(coveragePage()).toMatchFileSnapshot("../docs/coverage.md");
});

test("every promise is judged, and every MUST and SHOULD judges a promise", () => {
  const ids = allRequirements.filter(({ level }) => level !== "INFO").map(({ id }) => id);
  const promised = new Set(judgedPromises.flatMap(({ requirements }) => requirements));
  expect([...promised].sort()).toEqual(ids.sort());
});

test("sections are those of specs/README.md", async () => {
  const contract = await readFile(new URL("../../specs/README.md", import.meta.url), "utf8");
  const sections = new Set([...contract.matchAll(/^#+ (\d+(?:\.\d+)?)/gm)].map(([, number]) => number));
  expect(sections.size).toBeGreaterThan(15);
  const cited = [...allRequirements, ...judgedPromises].map(({ section }) => section);
  expect(cited.filter((section) => !sections.has(section))).toEqual([]);
});

test("ids are permanent: none is removed, and none changes its level", async () => {
  const pinned = allRequirements.map(({ id, level }) => `${id} ${level}`).join("\n");
  await expect(`${pinned}\n`).toMatchFileSnapshot("./ids.txt");
});
