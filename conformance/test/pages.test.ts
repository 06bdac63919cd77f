import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { allRequirements } from "../src/requirements/catalogue.ts";
import { contractOf, judgedPromises, sectionTitles } from "../src/requirements/promises.ts";
import { cataloguePage, coveragePage } from "./docs-pages.ts";

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
  const others = judgedPromises.flatMap(({ section, sentence }) =>
    words(sentence).filter((part) => sections.get(section)?.text.includes(part) !== true),
  );
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
  const typed = contractOf({ id: "REG-TYPE-01", section: "2.2" }, "https://git.primjer.hr/registar");
  expect(typed.link).toBe("https://git.primjer.hr/registar/blob/HEAD/specs/README.md#22-resources-of-interface-a");
});

test("ids are permanent: no id is removed, and no level changes", async () => {
  const pinned = allRequirements.map(({ id, level }) => `${id} ${level}`).join("\n");
  await expect(`${pinned}\n`).toMatchFileSnapshot("./ids.txt");
});
