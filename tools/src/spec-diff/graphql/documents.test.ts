/** The names of the types that the client exports follow what its documents select. */
import { expect, test } from "vitest";
import { contract } from "../../../test/contract/contract.ts";
import { changesOf } from "../../../test/support/tiny-sdl.ts";
import { compareGraphql } from "./compare.ts";

const messages = (found: { rule: string; message: string }[], rule: string): string[] =>
  found.filter((one) => one.rule === rule).map(({ message }) => message);

test("a type is selected whole only if the objects in it are", async () => {
  const { sdl, documents } = contract;
  const predmet = documents.predmet?.replace("      ime\n", "") ?? "";
  expect(predmet).not.toBe(documents.predmet);
  const found = await compareGraphql(contract, { sdl, documents: { ...documents, predmet } });
  expect(messages(found, "type-name-gone")).toEqual([
    "The type `Predmet` is no longer exported under that name: its operation does not select all of it.",
    "The type `Vjecnici` is no longer exported under that name: its operation does not select ime.",
  ]);
});

test("a type is selected whole only under its fields' own names", async () => {
  const { sdl, documents } = contract;
  const [before, after] = ["id naziv oznaka", "id naziv: oznaka oznaka: naziv"].map((fields) => ({
    sdl,
    documents: { ...documents, vrstaUpisnika: `query vrstaUpisnika { vrstaUpisnika { ${fields} } }` },
  }));
  const found = await compareGraphql(before ?? contract, after ?? contract);
  expect(messages(found, "type-name-gone")).toEqual([
    expect.stringContaining("The type `VrstaUpisnika` is no longer exported under that name"),
  ]);
});

test("a type has a parameter for the integers in it, and not for those beside it", async () => {
  const found = await changesOf(
    "query sudovi { sudovi { id nadlezan { naziv } } }",
    "query sudovi { sudovi { id nadlezan { naziv id } } }",
  );
  expect(messages(found, "type-parameter-added")).toEqual([
    "The type `SudoviQuery_sudovi_nadlezan` now holds integers, so it has a type parameter for them.",
  ]);
});
