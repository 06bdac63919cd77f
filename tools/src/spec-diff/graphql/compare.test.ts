import { expect, test } from "vitest";
import { contract } from "../../../test/contract/contract.ts";
import { compareGraphql, type GraphqlTexts } from "./compare.ts";

/** The rules and messages reported for a change. */
async function reported(edit: (copy: GraphqlTexts) => void, base: GraphqlTexts = contract): Promise<string[]> {
  const copy = structuredClone({ sdl: base.sdl, documents: base.documents });
  edit(copy);
  return (await compareGraphql(base, copy)).map(({ rule, message }) => `${rule}: ${message}`);
}

test("for a document that the schema rejects, reports only that", async () => {
  const found = await reported(({ documents }) => {
    documents.predmet = documents.predmet?.replace("prilozi", "prilog") ?? "";
  });
  expect(found).toEqual([
    'document-invalid: The shipped operation `predmet` is not valid against the schema: Cannot query field "prilog" on type "Pismena". Did you mean "prilozi"?',
  ]);
});

test("reports a new directive once, and that no query can use it", async () => {
  const found = await reported((copy) => {
    copy.sdl += '\n"Label."\ndirective @oznaka(ime: String) on FIELD_DEFINITION | OBJECT\n';
  });
  expect(found).toEqual(["sdl-directive-apart: The directive `@oznaka` changed or is new; no query can use it."]);
});

test("puts the name of a change without a rule in backticks, so that a changeset can name it", async () => {
  const found = await reported((copy) => {
    copy.sdl = copy.sdl.replace("type Sud {", "type Sud implements PredmetRelatedEntity {\n  predmetId: BigInteger");
  });
  expect(found).toContain(
    "object-type-interface-added: `Sud`: 'Sud' object implements 'PredmetRelatedEntity' interface.",
  );
});

test("of a field that is gone, names the new ones that return the same, which may be its new name", async () => {
  const copy = structuredClone({ sdl: contract.sdl, documents: contract.documents });
  copy.sdl = copy.sdl.replace("  sudNaziv: String", "  ime: String\n  razredi: [String]");
  copy.documents.sudovi = copy.documents.sudovi?.replace("sudNaziv", "ime") ?? "";
  const removed = (await compareGraphql(contract, copy)).find(({ rule }) => rule === "sdl-field-removed");
  expect(removed?.todo.graphql).toBe(
    "Select `ime` instead, if that is its new name: a query with the old one is refused.",
  );
});

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

test("names the fields whose absence from an operation renames a type", async () => {
  const found = await reported((copy) => {
    copy.sdl = copy.sdl.replace("type Sud {", "type Sud {\n  telefon: String");
  });
  expect(found).toContain(
    "type-name-gone: The type `Sud` is no longer exported under that name: its operation does not select telefon.",
  );
});

test("advises a document of one's own only if the schema still has what was asked for", async () => {
  const told = async (edit: (copy: GraphqlTexts) => void): Promise<(string | undefined)[]> => {
    const copy = structuredClone({ sdl: contract.sdl, documents: contract.documents });
    delete copy.documents.sudovi;
    edit(copy);
    const changes = await compareGraphql(contract, copy);
    return changes.flatMap(({ rule, todo }) => (rule === "document-removed" ? [todo.graphql] : []));
  };
  expect(await told(() => {})).toEqual(["Use your own document where you call it."]);
  const gone = await told((copy) => {
    copy.sdl = copy.sdl.replace("sudovi: [Sud]", "courts: [Sud]");
  });
  expect(gone).toEqual(["Remove calls of it: any query of it is refused."]);
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

test("reports a removed interface once, not for every type", async () => {
  const found = await reported((copy) => {
    copy.sdl = copy.sdl
      .replaceAll(" implements PredmetRelatedEntity", "")
      .replace(/"[^"]+"\ninterface PredmetRelatedEntity [^}]*}/, "");
  });
  expect(found).toEqual([gone("PredmetRelatedEntity")]);
});

test("reports a removed type once, not also as the client's type of that name", async () => {
  const found = await reported((copy) => {
    copy.sdl = copy.sdl.replaceAll(/\bVrstaUpisnika\b/g, "Vrsta");
  });
  expect(found).toEqual([gone("VrstaUpisnika"), added("Vrsta")]);
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
