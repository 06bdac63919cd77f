import { expect, test } from "vitest";
import { contract } from "../../test/contract/contract.ts";
import { copySpecs, folder } from "../../test/support/specs-to-break.ts";
import { readContract } from "../specs/contract.ts";
import { parseGraphqlSpecs } from "../specs/graphql.ts";
import { SpecError } from "../specs/spec-error.ts";
import { mirrorLists } from "./mirror-lists.ts";

copySpecs();

/** What is said of the mirror's lists when a document is another. */
function saidOf(name: string, change: (text: string) => string): string {
  const { sdl, documents } = contract;
  const text = documents[name] ?? "";
  const changed = change(text);
  if (changed === text) throw new Error(`${name} is as it was.`);
  try {
    mirrorLists({ ...readContract(folder), courtCases: parseGraphqlSpecs(sdl, { ...documents, [name]: changed }) });
    return "";
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    return error.message;
  }
}

test.each([
  ["a field of a case", "predmet", (text: string) => text.replace("    datumOsnivanja\n", ""), "datumOsnivanja"],
  ["a field of a list of a case", "predmet", (text: string) => text.replace("      prilozi\n", ""), "pismena.prilozi"],
  ["a whole list", "predmet", (text: string) => text.replace(/ {4}vjecnici \{[^}]*\}\n/, ""), "vjecnici"],
  ["a field of a court", "sudovi", (text: string) => text.replace("    prod\n", ""), "prod"],
  ["a field under another name", "sudovi", (text: string) => text.replace("    prod\n", "    x: prod\n"), "prod"],
  [
    "a field under the name of another",
    "sudovi",
    (text: string) => text.replace("    prod\n", "    prod: prikaz\n"),
    "prod",
  ],
  [
    "a field that is left out",
    "predmet",
    (text: string) => text.replace("    broj\n", "    broj @skip(if: true)\n"),
    "broj",
  ],
  [
    "a field in a fragment that is left out",
    "predmet",
    (text: string) => text.replace("    broj\n", "    ... @include(if: false) { broj }\n"),
    "broj",
  ],
])("a column is refused that no document asks for: %s", (_, name, change, path) => {
  expect(saidOf(name, change)).toMatch(`specs/operations/${name}.graphql: the document must select \`${path}\` always`);
});

test("a field may be selected twice, and in a fragment", () => {
  expect(saidOf("predmet", (text) => text.replace("    broj\n", "    broj @skip(if: true)\n    ... { broj }\n"))).toBe(
    "",
  );
});
