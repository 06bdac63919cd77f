import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { contractOf, sectionTitles } from "../src/checks/sentence.ts";
import { allRequirements } from "../src/topics/catalogue.ts";
import { cataloguePage, coveragePage } from "./docs-pages.ts";

test("docs/requirements.md is up to date", async () => {
  await expect(cataloguePage()).toMatchFileSnapshot("../docs/requirements.md");
});

test("docs/coverage.md is up to date", async () => {
  await expect(coveragePage()).toMatchFileSnapshot("../docs/coverage.md");
});

test("every MUST and SHOULD judges a sentence of the contract, and an INFO none", () => {
  const without = allRequirements.filter(({ judges }) => judges.length === 0).map(({ level }) => level);
  expect(new Set(without)).toEqual(new Set(["INFO"]));
  expect(allRequirements.filter(({ level, judges }) => level === "INFO" && judges.length > 0)).toEqual([]);
});

test("no MUST rests on a sentence that says what is not shown", () => {
  const silent = allRequirements.filter(
    ({ level, judges }) => level === "MUST" && judges.some(({ text }) => /not shown/i.test(text)),
  );
  expect(silent.map(({ id }) => id)).toEqual([]);
});

test("sections are those of specs/README.md", async () => {
  const contract = await readFile(new URL("../../specs/README.md", import.meta.url), "utf8");
  const sections = new Set([...contract.matchAll(/^#+ (\d+(?:\.\d+)?)/gm)].map(([, number]) => number));
  expect(sections.size).toBeGreaterThan(15);
  const cited = allRequirements.flatMap(({ section, judges }) => [section, ...judges.map((one) => one.section)]);
  expect(cited.filter((section) => !sections.has(section))).toEqual([]);
});

test("promises are in the words of their sections, and so are the titles of the sections", async () => {
  const contract = await readFile(new URL("../../specs/README.md", import.meta.url), "utf8");
  const plain = (text: string): string => text.replaceAll("**", "").replace(/\s+/g, " ").toLowerCase();
  const sections = new Map(
    contract
      .split(/^#+ (?=\d)/m)
      .map((text) => [/^[\d.]*\d/.exec(text)?.[0], { text: plain(text), title: text.split("\n")[0] }]),
  );
  // Names come from the spec: only the words between them are compared.
  const words = (sentence: string): string[] =>
    plain(sentence)
      .split(/`[^`]*`/)
      .map((part) => part.replace(/^[\s,.:;|]+|[\s,.:;|]+$/g, ""));
  const others = allRequirements
    .flatMap(({ judges }) => judges)
    .flatMap(({ section, text }) => words(text).filter((part) => sections.get(section)?.text.includes(part) !== true));
  expect(others).toEqual([]);
  for (const [section, title] of Object.entries(sectionTitles))
    expect(sections.get(section)?.title?.replace(". ", " ")).toBe(`${section} ${title}`);
});

test("every requirement that is judged has its sentence, and links to its section once the project has an address", () => {
  for (const one of allRequirements) {
    const { contract, link } = contractOf(one, "https://git.primjer.hr/registar");
    if (one.level === "INFO") expect([contract, link]).toEqual([undefined, undefined]);
    else {
      expect(contract).toMatch(/^\S.*\S$/);
      expect(sectionTitles[one.section]).toBeDefined();
    }
    expect(contractOf(one, undefined).link).toBeUndefined();
  }
  const typed = allRequirements.find(({ id }) => id === "REG-TYPE-01");
  expect(typed && contractOf(typed, "https://git.primjer.hr/registar").link).toBe(
    "https://git.primjer.hr/registar/blob/HEAD/specs/README.md#22-rest-resources",
  );
});

test("ids are permanent: no id is removed, and no level changes", async () => {
  const pinned = allRequirements.map(({ id, level }) => `${id} ${level}`).join("\n");
  await expect(`${pinned}\n`).toMatchFileSnapshot("./ids.txt");
});
