import { expect, test } from "vitest";
import { contract } from "../corpus/contract.ts";
import { compareGraphql, type GraphqlSpecs } from "./compare.ts";

/** What is reported of a change: rule and message. */
async function reported(edit: (copy: GraphqlSpecs) => void): Promise<string[]> {
  const copy = structuredClone({ sdl: contract.sdl, documents: contract.documents });
  edit(copy);
  return (await compareGraphql(contract, copy)).map(({ rule, message }) => `${rule}: ${message}`);
}

test("a document that the schema refuses is told of by that alone", async () => {
  const found = await reported(({ documents }) => {
    documents.predmet = documents.predmet?.replace("prilozi", "prilog") ?? "";
  });
  expect(found).toEqual([
    'document-invalid: The shipped operation `predmet` is not valid against the schema: Cannot query field "prilog" on type "Pismena". Did you mean "prilozi"?',
  ]);
});

test("a directive that is new is told once, and that no query can use it", async () => {
  const found = await reported((copy) => {
    copy.sdl += '\n"Label."\ndirective @oznaka(ime: String) on FIELD_DEFINITION | OBJECT\n';
  });
  expect(found).toEqual(["sdl-directive-apart: The directive `@oznaka` changed or is new; no query can use it."]);
});

test("what no rule is about has its name in backticks, so that a changeset can name it", async () => {
  const found = await reported((copy) => {
    copy.sdl = copy.sdl.replace("type Sud {", "type Sud implements PredmetRelatedEntity {\n  predmetId: BigInteger");
  });
  expect(found).toContain(
    "object-type-interface-added: `Sud`: 'Sud' object implements 'PredmetRelatedEntity' interface.",
  );
});
