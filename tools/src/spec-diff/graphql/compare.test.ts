import { expect, test } from "vitest";
import { contract } from "../../../test/contract/contract.ts";
import { compareGraphql, type GraphqlTexts } from "./compare.ts";

/** The rules and messages reported for a change. */
async function reported(edit: (copy: GraphqlTexts) => void, base: GraphqlTexts = contract): Promise<string[]> {
  const copy = structuredClone({ sdl: base.sdl, documents: base.documents });
  edit(copy);
  return (await compareGraphql(base, copy)).map(({ rule, message }) => `${rule}: ${message}`);
}

const gone = (type: string): string => `sdl-type-removed: The type \`${type}\` is gone, or has another name.`;
const added = (type: string): string => `sdl-type-added: The type \`${type}\` is new.`;

test("reports a new field once, whatever it comes with", async () => {
  const found = await reported((copy) => {
    const field = 'type Sud {\n  adresa(vrsta: String): String @deprecated(reason: "Old.")';
    copy.sdl = copy.sdl.replace("type Sud {", field);
    copy.documents.sudovi = copy.documents.sudovi?.replace("id\n", "id adresa\n") ?? "";
  });
  expect(found.map((one) => one.split(":")[0])).toEqual(["sdl-field-added", "new-field-selected"]);
});

test("names a type that is only the client's by its path, as the client does", async () => {
  const documents = { ...contract.documents, predmet: "query predmet { predmet { pismena { datum } } }" };
  const found = await reported(
    (copy) => {
      copy.documents.predmet = "query predmet { predmet { id } }";
    },
    { sdl: contract.sdl, documents },
  );
  expect(found).toContain(
    "type-name-gone: The type `PredmetQuery_predmet_pismena` is no longer exported under that name: its operation now selects something else there.",
  );
});

test("reports a removed scalar once, not for every field and argument", async () => {
  const found = await reported((copy) => {
    copy.sdl = copy.sdl.replaceAll("BigInteger", "Broj");
    copy.documents.predmet = copy.documents.predmet?.replace("BigInteger", "Broj") ?? "";
  });
  expect(found).toEqual([
    gone("BigInteger"),
    added("Broj"),
    "variable-type-changed: The variable `$sud` is now `Broj`, no longer `BigInteger`.",
  ]);
});

test("does not report a document separately when it follows its field to another type", async () => {
  const documents = { ...contract.documents, sudovi: "query sudovi { sudovi { ... on Sud { id } } }" };
  const found = await reported(
    (copy) => {
      copy.sdl = `${copy.sdl.replace("sudovi: [Sud]", "sudovi: [Court]")}\ntype Court {\n  id: BigInteger\n  ime: String\n}\n`;
      copy.documents.sudovi = "query sudovi { sudovi { ... on Court { id } } }";
    },
    { sdl: contract.sdl, documents },
  );
  expect(found.map((one) => one.split(":")[0])).toEqual(["sdl-type-added", "sdl-field-type-changed"]);
});
