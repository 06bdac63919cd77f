/** A breaking change passes once a changeset declares it, which `pnpm spec:diff` writes when asked. */
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { edit, removeYear, root, run, save, setVersions, yaml } from "../../test/support/repository-to-change.ts";
import { git } from "../shared/git.ts";

const writeChangeset = async (text: string): Promise<void> => {
  await mkdir(join(root, ".changeset"), { recursive: true });
  await writeFile(join(root, ".changeset/mine.md"), text);
};

/** Front matter of a changeset that declares a removed field of interface A, with some bumps overridden. */
const front = (otherwise: Record<string, string>): string => {
  const declared = {
    fetch: "minor",
    axios: "minor",
    conformance: "patch",
    "reference-server": "minor",
    mirror: "minor",
  };
  const bumps = { ...declared, ...otherwise };
  const lines = Object.entries(bumps).map(([name, bump]) => `"@court-register/${name}": ${bump}`);
  return `---\n${lines.join("\n")}\n---\n\n`;
};

beforeEach(async () => {
  await git(root, "tag", "v0.1.0");
  await removeYear();
});

test("a breaking change without a changeset fails, and the output says what to do", async () => {
  const { code, out } = await run();
  expect(code).toBe(1);
  expect(out).toContain("affects gfi.list; caught by compilers");
  expect(out).toContain(
    '`gfi.godina_izvjestaja` (field-removed): a changeset must say "@court-register/fetch": minor, "@court-register/axios": minor, "@court-register/conformance": patch, "@court-register/reference-server": minor and "@court-register/mirror": minor\n',
  );
  expect(out).toContain("pnpm spec:diff --write-changeset");
});

test("the generated changeset declares it, once", async () => {
  await edit("specs/court-cases.graphql", "  broj: BigInteger", "  broj: String");
  const { code, out } = await run("--write-changeset");
  expect(code).toBe(0);
  expect(out).toContain("Wrote .changeset/api-gfi-godina-izvjestaja-field-removed.md.");
  const files = (await readdir(join(root, ".changeset"))).sort();
  expect(files).toEqual(["api-gfi-godina-izvjestaja-field-removed.md", "api-predmet-broj-sdl-field-type-changed.md"]);
  expect(await readFile(join(root, ".changeset", files[0] ?? ""), "utf8")).toBe(`---
"@court-register/core": minor
"@court-register/fetch": minor
"@court-register/axios": minor
"@court-register/conformance": patch
"@court-register/reference-server": minor
"@court-register/mirror": minor
---

The API of the register (REST) changed.

- **breaking**: The field \`gfi.godina_izvjestaja\` (int32) is gone. (\`gfi.list\`) Read \`godina\` instead of \`godina_izvjestaja\`, if that is its new name. Servers: Leave it out.
- The optional field \`gfi.godina\` (int32) is new. (\`gfi.list\`) Servers: Send it when there is a value.
`);
  expect((await run("--write-changeset")).out).not.toContain("Wrote");
});

test("a handwritten changeset declares it in any words, with the right bumps", async () => {
  await writeChangeset(`${front({})}The year of a report has another name.\n`);
  expect((await run()).code).toBe(0);
});

test("one without the server and the suite does not; the generated changeset adds only these", async () => {
  await writeChangeset(`${front({ conformance: "none", "reference-server": "none" })}gfi.godina_izvjestaja is gone.\n`);
  const { code, out } = await run();
  expect(code).toBe(1);
  expect(out).toContain(
    'must say "@court-register/conformance": patch and "@court-register/reference-server": minor\n',
  );
  expect((await run("--write-changeset")).code).toBe(0);
  const [written = ""] = (await readdir(join(root, ".changeset"))).filter((file) =>
    file.startsWith("api-gfi-godina-izvj"),
  );
  expect(await readFile(join(root, ".changeset", written), "utf8")).not.toContain('"@court-register/axios": minor');
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

test("so do the versions of a release commit, if they moved far enough", async () => {
  await setVersions("0.2.0");
  expect((await run()).code).toBe(0);
  await setVersions("0.1.1");
  expect((await run()).code).toBe(1);
});

test("from 1.0.0 on, a breaking change requires a major bump", async () => {
  await setVersions("1.4.0");
  await save("Release");
  await git(root, "tag", "v1.4.0");
  await edit(yaml, "        godina:\n", "        godina_izvjestaja:\n");
  await writeChangeset(`${front({})}gfi.godina is gone.\n`);
  expect((await run()).out).toContain(
    '"@court-register/fetch": major, "@court-register/axios": major, "@court-register/conformance": minor',
  );
});

test.each([
  ["hello", ""],
  ['---\n"@court-register/fetsh": patch\n---\n\nFaster.\n', ": @court-register/fetsh is not a published package."],
  ['---\n"@court-register/tools": patch\n---\n\nFaster.\n', ": @court-register/tools is not a published package."],
  ['---\n"@court-register/fetch": big\n---\n\nFaster.\n', ""],
])("a file that is not a changeset is named: %j", async (text, reason) => {
  await writeChangeset(text);
  const { code, err } = await run();
  expect(code).toBe(2);
  expect(err).toContain(`.changeset/mine.md is not a changeset${reason}`);
});
