import { expect, test } from "vitest";
import { publishedPackages } from "../shared/published-packages.ts";
import { bumpFor, releaseRules } from "./bumps.ts";
import { appliedChangeset, findUndeclared, type Versions } from "./changesets.ts";
import type { ApiChange } from "./compare.ts";
import { changesetText } from "./write-changesets.ts";

const change = (verdict: ApiChange["verdict"], more: Partial<ApiChange> = {}): ApiChange => ({
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
  expect(releaseRules.map(({ name }) => name).sort()).toEqual(publishedPackages.map(({ name }) => name).sort());
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
])("a changelog declares a breaking change if the version went from %s to %s: %s", (base, now, declares) => {
  const versions = new Map<string, Versions>(publishedPackages.map(({ name }) => [name, { base, now }]));
  const declared = (changelog: string): boolean => {
    const applied = publishedPackages.map(({ name }) =>
      appliedChangeset(name, "CHANGELOG.md", { base, now }, changelog),
    );
    return findUndeclared([change("breaking")], applied, versions).length === 0;
  };
  expect(declared(`# fetch\n\n## ${now}\n\n- 1234567: \`sud.naziv\` changed.\n\n## ${base}\n`)).toBe(declares);
  expect(declared(`# fetch\n\n## ${now}\n\n- Faster.\n\n## ${base}\n\n- 1234567: \`sud.naziv\` is new.\n`)).toBe(false);
});

test.each([
  ["The API of the register", [change("safe"), change("safe", { documentation: true })]],
  ["The documentation of the API of the register", [change("safe", { documentation: true })]],
])("a changeset begins with: %s", (title, changes) => {
  const versions = new Map<string, Versions>();
  expect(changesetText(findUndeclared(changes, [], versions), versions)).toContain(
    `\n\n${title} (REST) changed.\n\n- `,
  );
});
