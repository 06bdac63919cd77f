import fc from "fast-check";
import { expect, test } from "vitest";
import { compareSpecs } from "../compare.ts";
import type { Specs } from "../specs.ts";
import { apply, type Case } from "./case.ts";
import { contract as specs } from "./contract.ts";
import { documentCases } from "./documents.ts";
import { fieldCases } from "./openapi-fields.ts";
import { parameterCases } from "./openapi-parameters.ts";

async function messages(after: Specs): Promise<Set<string>> {
  return new Set((await compareSpecs(specs, after)).map(({ message }) => message));
}

// These groups edit different places: parameters, rows, documents.
const any = (cases: Case[]): fc.Arbitrary<Case> => fc.constantFrom(...cases.filter(({ given }) => given === undefined));

test("changes made together are each reported as if made alone", async () => {
  await fc.assert(
    fc.asyncProperty(any(parameterCases), any(fieldCases), any(documentCases), async (...cases) => {
      const alone = await Promise.all(cases.map(({ edits }) => messages(apply(specs, edits))));
      const together = await messages(
        apply(
          specs,
          cases.flatMap(({ edits }) => edits),
        ),
      );
      expect(together).toEqual(new Set(alone.flatMap((one) => [...one])));
    }),
    { numRuns: 10 },
  );
});
