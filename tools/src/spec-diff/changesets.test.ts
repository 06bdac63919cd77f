import fc from "fast-check";
import { expect, test } from "vitest";
import { contract } from "../../test/contract/contract.ts";
import { apply } from "../../test/support/edits.ts";
import { publishedPackages } from "../shared/repository.ts";
import { bumpFor, bumps, releaseRules } from "./bumps.ts";
import type { Change } from "./change.ts";
import { type Bumps, bumpsSince, changesetText, findUndeclared, parseChangeset, type Versions } from "./changesets.ts";
import { compareGraphql } from "./graphql/compare.ts";
import { compareSpecs } from "./spec-diff.ts";

const change = (verdict: Change["verdict"], more: Partial<Change> = {}): Change => ({
  interface: "A",
  rule: "any",
  verdict,
  subject: "sud.naziv",
  message: "The field `sud.naziv` changed.",
  todo: {},
  release: [],
  operations: ["sud.list"],
  ...more,
});

const names = publishedPackages.map(({ name }) => name);
const versionsFrom = (base: string | undefined, now = base): Map<string, Versions> =>
  new Map(names.map((name) => [name, { base, now }]));

test.each([
  ["a breaking change", change("breaking"), "major", "minor"],
  ["an addition", change("safe"), "minor", "patch"],
  ["a change of descriptions", change("safe", { documentation: true }), "patch", "patch"],
] as const)("%s requires its bump, and the next smaller one before 1.0.0", (_, one, ideal, early) => {
  const client = releaseRules.find(({ name }) => name === "@court-register/fetch");
  if (client === undefined) throw new Error("the package of this test is gone");
  expect([bumpFor(one, client, "1.0.0"), bumpFor(one, client, "0.9.0")]).toEqual([ideal, early]);
});

test("every published package has a rule for its releases", () => {
  expect(releaseRules.map(({ name }) => name).sort()).toEqual([...names].sort());
});

test("the mirror, which asks by the documents of the GraphQL client, is released with what they no longer select", async () => {
  const { sdl, documents } = contract;
  const predmet = documents.predmet?.replace("      prilozi\n", "") ?? "";
  const changes = await compareGraphql({ sdl, documents }, { sdl, documents: { ...documents, predmet } });
  const mirror = releaseRules.find(({ name }) => name === "@court-register/mirror");
  // Types of the client are nothing to it.
  expect(changes.map((one) => [one.rule, mirror?.sees(one), mirror?.breaks(one)])).toEqual([
    ["selection-removed", true, true],
    ...changes.slice(1).map(() => ["type-name-gone", false, false]),
  ]);
  expect(changes.length).toBeGreaterThan(1);
});

test("the mirror, which copies lists alone, is not released with what one object gets alone", async () => {
  const mirror = releaseRules.find(({ name }) => name === "@court-register/mirror");
  const seenIn = async (place: string): Promise<(boolean | undefined)[]> => {
    const field = { type: "string", description: "New." };
    const after = apply(contract, [{ set: `/components/schemas/${place}/properties/novo`, to: field }]);
    const changes = await compareSpecs(contract, after);
    expect(changes).not.toEqual([]);
    return changes.map((one) => mirror?.sees(one));
  };
  expect(await seenIn("subjekt_detalji/allOf/1")).toEqual([false]);
  // The rows of a list have it too.
  expect(await seenIn("subjekt")).toContain(true);
});

const anyChange: fc.Arbitrary<Change> = fc
  .record({
    of: fc.constantFrom("A" as const, "B" as const),
    verdict: fc.constantFrom("breaking" as const, "risky" as const, "safe" as const),
    documentation: fc.boolean(),
    documents: fc.boolean(),
    uncopied: fc.boolean(),
    servers: fc.boolean(),
    release: fc.subarray(["client names", "suite names", "optional"] as const),
  })
  .map(({ of, verdict, documentation, documents, uncopied, servers, release }) =>
    change(documentation ? "safe" : verdict, {
      interface: of,
      release,
      todo: servers ? { servers: "Serve it." } : {},
      ...(documentation && { documentation }),
      ...(documents && { documents }),
      ...(uncopied && { uncopied }),
    }),
  );
const anyBumps: fc.Arbitrary<Bumps> = fc
  .dictionary(fc.constantFrom(...names), fc.constantFrom(...bumps))
  .map((given) => new Map(Object.entries(given)));

test("what is written for the changes that changesets do not declare declares them, at any version", () => {
  fc.assert(
    fc.property(
      fc.array(anyChange, { maxLength: 6 }),
      fc.array(anyBumps, { maxLength: 3 }),
      fc.constantFrom("0.3.1", "1.4.0"),
      (changes, given, version) => {
        const versions = versionsFrom(version);
        const open = findUndeclared(changes, given, versions);
        const written = (["A", "B"] as const).flatMap((of) => {
          const own = open.filter((one) => one.change.interface === of);
          return own.length === 0 ? [] : [parseChangeset("a.md", changesetText(of, own, versions))];
        });
        expect(findUndeclared(changes, [...given, ...written], versions)).toEqual([]);
        // Nothing is asked for that was there: without what is written, each of these changes lacks a bump.
        for (const { packages } of open) expect(packages).not.toEqual([]);
      },
    ),
  );
});

test("a change is declared if each affected package gets its bump, by one changeset or by several", () => {
  fc.assert(
    fc.property(anyChange, fc.array(anyBumps, { maxLength: 3 }), (one, given) => {
      const versions = versionsFrom("1.0.0");
      const enough = ({ name, ...rule }: (typeof releaseRules)[number]): boolean => {
        const strongest = bumps.find((bump) => given.some((changeset) => changeset.get(name) === bump));
        const needed = bumps.indexOf(bumpFor(one, { name, ...rule }, "1.0.0"));
        return strongest !== undefined && bumps.indexOf(strongest) <= needed;
      };
      const lacking = releaseRules.filter((rule) => rule.sees(one) && rule.demanded && !enough(rule));
      expect(findUndeclared([one], given, versions)).toHaveLength(lacking.length > 0 ? 1 : 0);
    }),
  );
});

test.each([
  ["0.2.0", "0.3.0", true],
  ["0.2.0", "1.0.0", true],
  ["0.2.0", "0.2.1", false],
  ["0.2.0", "0.1.9", false],
  ["1.4.0", "1.5.0", false],
  ["1.4.0", "0.9.0", false],
  ["1.4.0", "2.0.0-rc.1", true],
  [undefined, "0.1.0", false],
])("a release declares a breaking change if the version went from %s to %s: %s", (base, now, declares) => {
  const versions = versionsFrom(base, now);
  expect(findUndeclared([change("breaking")], [bumpsSince(versions)], versions).length === 0).toBe(declares);
});

test.each([
  ["The API of the register", [change("safe"), change("safe", { documentation: true })]],
  ["The documentation of the API of the register", [change("safe", { documentation: true })]],
])("a changeset begins with: %s", (title, changes) => {
  const versions = new Map<string, Versions>();
  expect(changesetText("A", findUndeclared(changes, [], versions), versions)).toContain(
    `\n\n${title} (REST) changed.\n\n- `,
  );
});
