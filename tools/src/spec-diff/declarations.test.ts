/** A breaking change passes once a changeset declares it, which `pnpm spec:diff` writes when asked. */
import { appendFile, mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { edit, removeYear, root, run, save, setVersions, yaml } from "../../test/support/repository-to-change.ts";
import { git } from "../shared/git.ts";
import { publishedPackages } from "../shared/published-packages.ts";

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
  expect(out).toContain("`gfi.godina_izvjestaja` (field-removed): no changeset names it in full");
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

test("what was taken back after its changeset was written is told, since a changelog would announce it", async () => {
  await run("--write-changeset");
  await edit(yaml, "        godina:\n", "        godina_izvjestaja:\n");
  await writeChangeset('---\n"@court-register/fetch": patch\n---\n\n- Faster.\n- A second item.\n');
  const file = ".changeset/api-gfi-godina-izvjestaja-field-removed.md";
  await appendFile(join(root, file), "  - Advice that names `godina`.\n- Thanks to all.\n");
  const { code, out } = await run();
  expect(code).toBe(0);
  expect(
    out,
  ).toContain(`A changeset announces a change that is not in the specs. If it was taken back, delete it there, or the file if nothing else is in it:
  ${file}: **breaking**: The field \`gfi.godina_izvjestaja\` (int32) is gone. (\`gfi.list\`) Read \`godina\` instead of \`godina_izvjestaja\`, if that is its new name. Servers: Leave it out.
  ${file}: The optional field \`gfi.godina\` (int32) is new. (\`gfi.list\`) Servers: Send it when there is a value.
`);
  expect(out).not.toContain("mine.md");
  expect((await run("--format", "markdown")).out).toContain(`nothing else is in it:\n\n- ${file}: **breaking**`);
  expect(JSON.parse((await run("--format", "json")).out).stale).toHaveLength(2);
  // Since another commit, changes are fewer than since the last release, and changesets announce all of them.
  expect((await run("--base", "HEAD")).out).not.toContain("delete it");
});

test("so is what was taken back if its file has another name since", async () => {
  await run("--write-changeset");
  const name = join(root, ".changeset/api-gfi-godina-izvjestaja-field-removed.md");
  await rename(name, join(root, ".changeset/quick-lions-jump.md"));
  await edit(yaml, "        godina:\n", "        godina_izvjestaja:\n");
  expect((await run()).out).toContain(
    "  .changeset/quick-lions-jump.md: The optional field `gfi.godina` (int32) is new.",
  );
});

test("what became another change of the same name is told, with what to write, unless it was reworded", async () => {
  await run("--write-changeset");
  const file = ".changeset/api-gfi-godina-izvjestaja-field-removed.md";
  await edit(
    yaml,
    "        godina:\n          type: integer\n          format: int32",
    "        godina:\n          type: string",
  );
  const { code, out } = await run();
  expect(code).toBe(0);
  expect(out).toMatch(
    /\n\nA changeset announces what has changed again since\. Reword or delete it there, unless it is still true:(\n[^\n]*){2}\n$/,
  );
  const item = (type: string): string =>
    `The optional field \`gfi.godina\` (${type}) is new. (\`gfi.list\`) Servers: Send it when there is a value.`;
  // A field of another type is no new name.
  const gone = (advice: string): string =>
    `**breaking**: The field \`gfi.godina_izvjestaja\` (int32) is gone. (\`gfi.list\`) ${advice} Servers: Leave it out.`;
  const renamed = gone("Read `godina` instead of `godina_izvjestaja`, if that is its new name.");
  expect(out).toContain(`  ${file}: ${item("int32")} Now: ${item("string")}\n`);
  expect(JSON.parse((await run("--format", "json")).out).stale).toEqual([
    { file, item: renamed, now: [gone("Remove reads of `godina_izvjestaja`.")] },
    { file, item: item("int32"), now: [item("string")] },
  ]);
  await edit(file, renamed, "`gfi.godina_izvjestaja` is gone.");
  await edit(file, item("int32"), "The year of a report is now called gfi.godina.");
  expect((await run()).out).not.toContain("announces");
});

test("so is what now affects another operation, too", async () => {
  const header =
    '          headers:\n            x-total-count:\n              $ref: "#/components/headers/x-total-count"\n';
  await edit(yaml, header, "");
  await run("--write-changeset");
  await edit(yaml, header, "");
  const { code, out } = await run();
  expect(code).toBe(1);
  expect(out).toContain("no changeset has `x-total-count`, `ino_registar.list` and `sjediste.list` in one paragraph");
  expect(out).toMatch(
    /has changed again since[^\n]*\n[^\n]* \(`sjediste\.list`\) [^\n]* Now: [^\n]* \(`ino_registar\.list`, `sjediste\.list`\) /,
  );
  expect(out).not.toContain("taken back");
});

test("a handwritten changeset declares it, with its name and the right bumps", async () => {
  await writeChangeset(`${front({})}The year of a report is gone: gfi.godina_izvjestaja.\n`);
  expect((await run()).code).toBe(0);
});

test("a bump that is too small does not", async () => {
  await writeChangeset(`${front({ fetch: "patch" })}gfi.godina_izvjestaja is gone.\n`);
  const { code, out } = await run();
  expect(code).toBe(1);
  expect(out).toContain(': the changeset that names it must say "@court-register/fetch": minor\n');
});

test("nor does one without the server and the suite; the generated changeset adds only these", async () => {
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

test("a changeset about something else does not", async () => {
  for (const other of [
    "gfi.godina_izvjestaja_2",
    "godina_izvjestaja",
    "sud.godina_izvjestaja",
    "`gfi`.`godina_izvjestaja`",
  ]) {
    await writeChangeset(`${front({})}${other} is gone.\n`);
    expect([other, (await run()).code]).toEqual([other, 1]);
  }
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

test("changelogs that name it declare it for the release commit, if the versions moved far enough", async () => {
  for (const { folder } of publishedPackages)
    await writeFile(join(root, folder, "CHANGELOG.md"), "# Changes\n\n## 0.2.0\n\n- gfi.godina_izvjestaja is gone.\n");
  await setVersions("0.2.0");
  expect((await run()).code).toBe(0);
  await setVersions("0.1.1");
  expect((await run()).code).toBe(1);
});

test("what broke after the versions of a release were set is not declared by them, with or without its tag", async () => {
  for (const { folder } of publishedPackages)
    await writeFile(join(root, folder, "CHANGELOG.md"), "# Changes\n\n## 0.2.0\n\n- sud.naziv is gone.\n");
  await setVersions("0.2.0");
  const { code, out } = await run();
  expect(code).toBe(1);
  expect(out).toContain("`gfi.godina_izvjestaja` (field-removed): no changeset names it in full");
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
