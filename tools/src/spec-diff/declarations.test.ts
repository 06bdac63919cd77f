/** A breaking change passes once a changeset declares it, which `pnpm spec:diff` writes when asked. */
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { edit, makeRepositories, removeYear, root, run, yaml } from "../../test/support/repository-to-change.ts";
import { git } from "../shared/git.ts";

makeRepositories();

beforeEach(async () => {
  await git(root, "tag", "v0.1.0");
  await removeYear();
});

test("a breaking change without a changeset fails, and the output says what to do", async () => {
  const { code, out } = await run();
  expect(code).toBe(1);
  expect(out).toContain("affects gfi.list; caught by compilers");
  expect(out).toContain(
    '`gfi.godina_izvjestaja` (field-removed): a changeset must say "@court-register/fetch": minor, "@court-register/axios": minor, "@court-register/specs": minor, "@court-register/conformance": patch, "@court-register/reference-server": minor and "@court-register/mirror": minor\n',
  );
  expect(out).toContain("pnpm spec:diff --write-changeset");
});

test("the generated changesets declare it, one for each interface, once", async () => {
  await edit("specs/court-cases.graphql", "  broj: BigInteger", "  broj: String");
  const { code, out } = await run("--write-changeset");
  expect(code).toBe(0);
  expect(out).toContain("Wrote .changeset/api-gfi-godina-izvjestaja-field-removed.md.");
  const files = (await readdir(join(root, ".changeset"))).sort();
  expect(files).toEqual(["api-gfi-godina-izvjestaja-field-removed.md", "api-predmet-broj-sdl-field-type-changed.md"]);
  const [rest, graphql] = await Promise.all(files.map((file) => readFile(join(root, ".changeset", file), "utf8")));
  expect(rest).toBe(`---
"@court-register/core": minor
"@court-register/fetch": minor
"@court-register/axios": minor
"@court-register/specs": minor
"@court-register/conformance": patch
"@court-register/reference-server": minor
"@court-register/mirror": minor
---

The API of the register (REST) changed.

- **breaking**: The field \`gfi.godina_izvjestaja\` (int32) is gone. (\`gfi.list\`) Read \`godina\` instead of \`godina_izvjestaja\`, if that is its new name. Servers: Leave it out.
- The optional field \`gfi.godina\` (int32) is new. (\`gfi.list\`) Servers: Send it when there is a value.
`);
  expect(graphql).toBe(`---
"@court-register/graphql": minor
"@court-register/specs": minor
"@court-register/conformance": minor
"@court-register/reference-server": minor
"@court-register/mirror": minor
---

The API of the court cases (GraphQL) changed.

- **breaking**: The field \`Predmet.broj\` is now \`String\`, no longer \`BigInteger\`. (\`predmet\`) Read it in its new type. Servers: Answer with \`String\`.
`);
  expect((await run("--write-changeset")).out).not.toContain("Wrote");
});

test("a document that the schema rejects must be fixed: no changeset declares it", async () => {
  await edit(yaml, "        godina:\n", "        godina_izvjestaja:\n");
  await edit("specs/operations/predmet.graphql", "prilozi", "prilog");
  const { code, out } = await run("--write-changeset");
  expect(code).toBe(1);
  expect(out).toContain("`predmet` (document-invalid): fix it instead of declaring it");
  expect(out).not.toContain("changeset");
  expect((await run("--format", "markdown")).out).toMatch(/is not declared:\n\n- `predmet` [^\n]*\n$/);
});

test.each([
  ["hello", ""],
  ['---\n"@court-register/fetsh": patch\n---\n\nFaster.\n', ": @court-register/fetsh is not a published package."],
  ['---\n"@court-register/tools": patch\n---\n\nFaster.\n', ": @court-register/tools is not a published package."],
  ['---\n"@court-register/fetch": big\n---\n\nFaster.\n', ""],
])("a file that is not a changeset is named: %j", async (text, reason) => {
  await mkdir(join(root, ".changeset"));
  await writeFile(join(root, ".changeset/mine.md"), text);
  const { code, err } = await run();
  expect(code).toBe(2);
  expect(err).toContain(`.changeset/mine.md is not a changeset${reason}`);
});
