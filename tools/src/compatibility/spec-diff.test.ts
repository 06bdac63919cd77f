import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { packages } from "./changesets.ts";
import { contractFolder } from "./corpus/contract.ts";
import { git } from "./git.ts";
import { specDiff } from "./spec-diff.ts";

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "spec-diff-"));
  await cp(contractFolder, root, { recursive: true });
  await setVersions("0.1.0");
  await git(root, "init", "-q", "-b", "main");
  await save("The specs");
});

afterEach(() => rm(root, { recursive: true }));

async function setVersions(version: string): Promise<void> {
  for (const { name, folder } of packages) {
    const file = join(root, folder, "package.json");
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, JSON.stringify({ name, version }));
  }
}

async function save(message: string): Promise<void> {
  await git(root, "add", ".");
  await git(root, "-c", "user.name=Test", "-c", "user.email=test@primjer.hr", "commit", "-q", "-m", message);
}

async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(join(root, file), "utf8");
  expect(text).toContain(from);
  await writeFile(join(root, file), text.replace(from, to));
}

async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return runIn(root, ...args);
}

async function runIn(folder: string, ...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await specDiff(args, { root: folder, out: (text) => out.push(text), err: (text) => err.push(text) });
  return { code, out: out.join(""), err: err.join("") };
}

const advice = "Restore it from git, or correct its name or permissions.";
const yaml = "specs/register.openapi.yaml";
const removeYear = (): Promise<void> => edit(yaml, "        godina_izvjestaja:\n", "        godina:\n");
const writeChangeset = async (text: string): Promise<void> => {
  await mkdir(join(root, ".changeset"), { recursive: true });
  await writeFile(join(root, ".changeset/mine.md"), text);
};

/** Front matter of a changeset that declares a removed field of interface A, with some bumps overridden. */
const front = (otherwise: Record<string, string>): string => {
  const bumps = { fetch: "minor", axios: "minor", conformance: "patch", "reference-server": "minor", ...otherwise };
  const lines = Object.entries(bumps).map(([name, bump]) => `"@court-register/${name}": ${bump}`);
  return `---\n${lines.join("\n")}\n---\n\n`;
};

describe("the base", () => {
  test("before any release, is the commit that added the specs, and the output says so", async () => {
    await removeYear();
    await save("Rename");
    const { out, code } = await run();
    expect(out).toMatch(
      /^Compared with [0-9a-f]{7,}, where the specs began: there is no release yet \(no tag v…\): 2 changes: 1 breaking, 1 safe\./,
    );
    expect(code).toBe(1);
  });

  test("is the latest release before HEAD", async () => {
    await git(root, "tag", "v0.9.0");
    await removeYear();
    await save("Rename");
    await git(root, "tag", "v0.10.0");
    expect((await run()).out).toBe("Compared with v0.10.0, the last release: no API changes.\n");
    expect((await run("--base", "v0.9.0")).out).toContain("Compared with v0.9.0, as asked: 2 changes");
  });

  test("ignores a release on another branch", async () => {
    await git(root, "tag", "v0.1.0");
    await git(root, "checkout", "-q", "-b", "other");
    await removeYear();
    await save("Rename");
    await git(root, "tag", "v0.2.0");
    await git(root, "checkout", "-q", "main");
    expect((await run()).out).toBe("Compared with v0.1.0, the last release: no API changes.\n");
  });

  test("an unknown ref is refused", async () => {
    const { code, err } = await run("--base", "nowhere");
    expect(code).toBe(2);
    expect(err).toContain('There is no commit "nowhere" here.');
  });

  test("an option is refused as a ref", async () => {
    const { code, err } = await run("--base=--all");
    expect(code).toBe(2);
    expect(err).toContain('There is no commit "--all" here.');
  });

  test("a commit without specs is refused", async () => {
    await git(root, "rm", "-q", "-r", "specs/court-cases.graphql");
    await save("No SDL");
    await git(root, "tag", "v0.2.0");
    await git(root, "checkout", "-q", "HEAD~1", "--", "specs");
    expect(await run()).toMatchObject({
      code: 2,
      err: "specs/court-cases.graphql is not in v0.2.0. Name another commit with --base.\n",
    });
  });

  test("a shallow clone is told how to fetch its tags", async () => {
    await removeYear();
    await save("Rename");
    const clone = await mkdtemp(join(tmpdir(), "spec-diff-clone-"));
    await git(root, "clone", "-q", "--depth", "1", `file://${root}`, clone);
    const { code, err } = await runIn(clone);
    expect(code).toBe(2);
    expect(err).toContain("git fetch --unshallow --tags");
    await rm(clone, { recursive: true });
  });
});

describe("a spec that cannot be read", () => {
  test.each([yaml, "specs/court-cases.graphql", "specs/operations"])("%s is missing", async (name) => {
    await rm(join(root, name), { recursive: true });
    const { code, err } = await run();
    expect([code, err]).toEqual([2, `${name}: cannot be read: no such file or directory. ${advice}\n`]);
  });

  test("a folder has the place of a file", async () => {
    await mkdir(join(root, "specs/operations/nova.graphql"));
    const { code, err } = await run();
    expect([code, err]).toEqual([
      2,
      `specs/operations/nova.graphql: cannot be read: illegal operation on a directory. ${advice}\n`,
    ]);
  });

  test("invalid YAML", async () => {
    await edit(yaml, "openapi: 3.1.0", "openapi: [");
    const { code, err } = await run();
    expect(code).toBe(2);
    expect(err).toContain("specs/register.openapi.yaml of the working tree is not YAML");
  });

  test("invalid SDL", async () => {
    await edit("specs/court-cases.graphql", "type Query {", "type Query (");
    const { code, err } = await run();
    expect(code).toBe(2);
    expect(err).toContain("Syntax Error");
    expect(err).toMatch(/specs\/court-cases\.graphql of the working tree:\d+:12/);
  });

  test("an invalid GraphQL document", async () => {
    await edit("specs/operations/sudovi.graphql", "query sudovi {", "query sudovi");
    expect(await run()).toMatchObject({
      code: 2,
      err: expect.stringContaining("specs/operations/sudovi.graphql of the working tree:2:3"),
    });
  });

  test("an invalid OpenAPI document", async () => {
    await edit(yaml, "#/components/schemas/sudArray", "#/components/schemas/sudovi");
    const { code, err } = await run();
    expect(code).toBe(2);
    expect(err).toMatch(
      /^The specs cannot be compared: failed to load the new register\.openapi\.yaml: map key "sudovi" not found\n/,
    );
  });
});

describe("declarations", () => {
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
---

The API of the register (REST) changed; 1 change is breaking.

- **breaking**: The field \`gfi.godina_izvjestaja\` (int32) is gone. (\`gfi.list\`) Remove reads of \`godina_izvjestaja\`. Servers: Leave it out.
- The optional field \`gfi.godina\` (int32) is new. (\`gfi.list\`) Servers: Send it when there is a value.
`);
    expect((await run("--write-changeset")).out).not.toContain("Wrote");
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
    await writeChangeset(
      `${front({ conformance: "none", "reference-server": "none" })}gfi.godina_izvjestaja is gone.\n`,
    );
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

  test("versions that moved far enough declare it, for the release commit", async () => {
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

  test("a file that is not a changeset is named", async () => {
    await writeChangeset("hello");
    const { code, err } = await run();
    expect(code).toBe(2);
    expect(err).toContain(".changeset/mine.md is not a changeset");
  });
});

test("a safe change passes without a changeset, with a hint", async () => {
  await git(root, "tag", "v0.1.0");
  await edit(
    yaml,
    "    sjediste_podruznice:\n      type: object\n",
    "    sjediste_podruznice:\n      type: object\n      title: Seat\n",
  );
  const { code, out } = await run();
  expect(code).toBe(0);
  expect(out).toContain("Documentation or examples changed: `sjediste_podruznice`.");
  expect(out).toContain("No changeset declares 1 non-breaking change.");
});

test("the JSON report has every fact", async () => {
  await git(root, "tag", "v0.1.0");
  await removeYear();
  const { code, out } = await run("--format", "json");
  expect(code).toBe(1);
  const report: unknown = JSON.parse(out);
  expect(report).toMatchObject({
    base: { ref: "v0.1.0", reason: "the last release" },
    verdict: "breaking",
    changes: [
      {
        interface: "A",
        rule: "field-removed",
        subject: "gfi.godina_izvjestaja",
        verdict: "breaking",
        noticed: "compile",
        hits: ["rest", "servers"],
        operations: ["gfi.list"],
        documentation: false,
      },
      { rule: "field-added", verdict: "safe", noticed: null },
    ],
    undeclared: [{ rule: "field-removed", subject: "gfi.godina_izvjestaja", missing: "no changeset names it in full" }],
    written: [],
  });
});

test("the Markdown report is a table", async () => {
  await git(root, "tag", "v0.1.0");
  await removeYear();
  expect((await run("--format", "markdown")).out).toContain(
    "| **breaking** (compile) | The field `gfi.godina_izvjestaja` (int32) is gone. | `gfi.list` | REST client users: Remove reads of `godina_izvjestaja`.<br>servers: Leave it out. |",
  );
});

test.each(["--help", "-h"])("%s prints the help, as with every root command", async (word) => {
  expect(await run(word)).toMatchObject({ code: 0, err: "", out: expect.stringMatching(/^pnpm spec:diff \[/) });
});

test("an unknown format is refused, and the help is printed", async () => {
  const { code, err } = await run("--format", "xml");
  expect(code).toBe(2);
  expect(err).toContain('--format must be text, json or markdown, not "xml".');
});
