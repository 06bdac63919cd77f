/** Changesets for every change of the corpus. */
import { expect, test } from "vitest";
import { findUndeclared, packages, parseChangeset, type Versions } from "../changesets.ts";
import { type ApiChange, compareSpecs } from "../compare.ts";
import { changesetText } from "../write-changesets.ts";
import { apply } from "./case.ts";
import { groups } from "./cases.ts";
import { contract as specs } from "./contract.ts";

const versions = new Map<string, Versions>(packages.map(({ name }) => [name, { base: "0.1.0", now: "0.1.0" }]));
const cases = groups.flatMap(([, group]) => group);

const comparisons: [string, ApiChange[]][] = [];
for (const { name, given = [], edits } of cases) {
  const base = apply(specs, given);
  const changes = await compareSpecs(base, apply(base, edits));
  if (changes.length > 0) comparisons.push([name, changes]);
}

/** A document that the schema rejects must be fixed: no changeset can declare it. */
const isDeclarable = ({ rule }: ApiChange): boolean => rule !== "document-invalid";

const written = (changes: ApiChange[]): string => changesetText(findUndeclared(changes, [], versions), versions);

test.each(comparisons)("the generated changeset declares the change: %s", (_, changes) => {
  const missing = findUndeclared(changes.filter(isDeclarable), [parseChangeset("a.md", written(changes))], versions);
  expect(missing.map((one) => `${one.change.subject} ${one.change.rule}: ${one.missing}`)).toEqual([]);
});

test("the changeset generated for one change declares no other", () => {
  const all = comparisons.flatMap(([, changes]) =>
    changes.filter((one) => one.verdict === "breaking" && isDeclarable(one)),
  );
  const wrong = all.flatMap((change) => {
    const changeset = parseChangeset("a.md", written([change]));
    const others = all.filter(({ subject }) => subject !== change.subject);
    const open = new Set(findUndeclared(others, [changeset], versions).map((one) => one.change));
    return others
      .filter((other) => !open.has(other))
      .map((other) => `${change.rule} of ${change.subject} declares ${other.rule} of ${other.subject}`);
  });
  expect(all.length).toBeGreaterThan(80);
  expect([...new Set(wrong)]).toEqual([]);
});
