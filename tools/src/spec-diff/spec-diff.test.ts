import { readFileSync } from "node:fs";
import { cp, mkdtempDisposable, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { contractFolder } from "../../test/contract/contract.ts";
import { editFile } from "../../test/support/edits.ts";
import {
  edit,
  makeRepositories,
  removeYear,
  root,
  run,
  runIn,
  runOnGitHub,
  save,
  yaml,
} from "../../test/support/repository-to-change.ts";
import { git } from "../shared/git.ts";

makeRepositories();

const sdl = "specs/court-cases.graphql";

describe("the base", () => {
  const unreleased = "Nothing was released yet, so nothing needs a changeset.";

  test("before any release, is where the branch left the default one, and nothing has to be declared", async () => {
    await edit(yaml, "        ulica:", "        cesta:");
    await save("Before the branch");
    await git(root, "checkout", "-q", "-b", "branch");
    await removeYear();
    await save("Rename");
    const { out, code } = await run("--write-changeset");
    expect(out).toMatch(
      /^Compared with [0-9a-f]{7,}, the last commit shared with main: 2 changes: 1 breaking, 1 safe\./,
    );
    expect(out).toContain(unreleased);
    expect(out).not.toMatch(/Wrote|declare[sd]|cesta/);
    expect(code).toBe(0);
  });

  test("before any release, is the default branch of the clone's origin, whatever it is called", async () => {
    await git(root, "branch", "-m", "trunk");
    await using clone = await mkdtempDisposable(join(tmpdir(), "spec-diff-clone-"));
    await git(root, "clone", "-q", root, clone.path);
    await editFile(join(clone.path, yaml), "        godina_izvjestaja:\n", "        godina:\n");
    expect((await runIn(clone.path)).out).toContain("the last commit shared with origin/trunk: 2 changes");
  });

  test("before any release, without a default branch, is the last commit", async () => {
    await git(root, "branch", "-m", "trunk");
    await removeYear();
    const { out, code } = await run();
    expect([code, out]).toEqual([0, expect.stringMatching(/^Compared with HEAD, the last commit: 2 changes: /)]);
    expect(out).toContain(unreleased);
  });

  test("is the latest release before HEAD", async () => {
    for (const tag of ["v0.1.0", "v0.9.0"]) await git(root, "tag", tag);
    await removeYear();
    await save("Rename");
    await git(root, "tag", "v0.10.0");
    expect((await run()).out).toBe("Compared with v0.10.0, the last release: no API changes.\n");
    expect((await run("--base", "v0.9.0")).out).toContain("Compared with v0.9.0, as asked: 2 changes");
  });

  test("may be a folder with the specs, as of a package that was published", async () => {
    await using other = await mkdtempDisposable(join(tmpdir(), "spec-diff-specs-"));
    await cp(join(root, "specs"), other.path, { recursive: true });
    await removeYear();
    const { code, out } = await run("--base", other.path);
    expect([code, out]).toEqual([1, expect.stringContaining(`Compared with ${other.path}, as asked: 2 changes`)]);
    await rm(join(other.path, "court-cases.graphql"));
    expect((await run("--base", other.path)).err).toMatch(/court-cases\.graphql: cannot be read/);
  });

  test("given before the first release, is a rehearsal of one", async () => {
    await removeYear();
    const { code, out } = await run("--base", "HEAD", "--write-changeset");
    expect([code, out]).toEqual([0, expect.stringContaining("Wrote .changeset/")]);
    expect((await run("--base", "HEAD")).out).not.toMatch(/released|not declared/);
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

  test.each([
    ["an unknown ref", "nowhere"],
    ["an empty ref, as of a variable that is not set,", ""],
    ["an option", "--all"],
  ])("%s is refused", async (_, ref) => {
    const { code, err } = await run(`--base=${ref}`);
    expect(code).toBe(2);
    expect(err).toContain(`There is no commit "${ref}" here.`);
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
    await using clone = await mkdtempDisposable(join(tmpdir(), "spec-diff-clone-"));
    await git(root, "clone", "-q", "--depth", "1", `file://${root}`, clone.path);
    const { code, err } = await runIn(clone.path);
    expect(code).toBe(2);
    expect(err).toContain("git fetch --unshallow --tags");
  });
});

describe("without a history, the output says what to do, after git's own words", () => {
  const remove = (): Promise<void> => rm(join(root, ".git"), { recursive: true });
  test.each<[where: string, prepare: () => unknown, said: RegExp]>([
    ["where git is missing", () => vi.stubEnv("PATH", "/nonexistent"), /^spawn git ENOENT\n$/],
    ["in a folder that is no repository", remove, /^fatal: .*\n$/],
    [
      "in a folder that git does not trust",
      () => vi.stubEnv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1"),
      /^fatal: .*git config --global --add safe\.directory [^\n]*\n$/s,
    ],
    ["in a repository without commits", () => remove().then(() => git(root, "init", "-q")), /^fatal: .*\n$/],
  ])("%s", async (_, prepare, said) => {
    await prepare();
    onTestFinished(() => void vi.unstubAllEnvs());
    const needed =
      "The specs are compared with those of an earlier commit, so this needs git, and a clone of the repository: install git, or get a clone with `git clone`. git rev-parse --is-shallow-repository --verify HEAD: ";
    for (const args of [[], ["--base", "main"]]) {
      const { code, out, err } = await run(...args);
      expect([code, out, err.slice(0, needed.length)]).toEqual([2, "", needed]);
      expect(err.slice(needed.length)).toMatch(said);
    }
  });
});

// What else is refused, and where, is in the tests of `specs`.
describe("a spec that cannot be read", () => {
  test("is named", async () => {
    await rm(join(root, sdl));
    const advice = "Restore it from git, or correct its name or permissions.";
    expect(await run()).toMatchObject({
      code: 2,
      err: `${sdl}: cannot be read: no such file or directory. ${advice}\n`,
    });
  });

  test("for a $ref to nowhere, with its place in one line", async () => {
    await edit(yaml, "schemas/sudArray", "schemas/sudovi");
    expect((await run()).err).toMatch(
      /^\S+yaml:\d+:25: `#\/components\/schemas\/sudovi` points to nothing in this document: is it misspelt\?\n$/,
    );
  });

  test("in the last release, with its name", async () => {
    await edit(sdl, "[Sud]", "[Sudd]");
    await save("Broken");
    await git(root, "tag", "v0.1.0");
    await edit(sdl, "[Sudd]", "[Sud]");
    expect((await run()).err).toMatch(/^specs\/court-cases\.graphql of v0\.1\.0:\d+:12: Unknown type/);
  });
});

test("what it does not expect gives 2 as well: 1 would be a verdict", async () => {
  await writeFile(join(root, "packages/core/package.json"), "{");
  expect(await run("--base", "main")).toEqual({ code: 2, out: "", err: expect.stringContaining("SyntaxError: ") });
});

describe("names with line breaks and control characters", () => {
  const name = '"a\\n::error::b\\r\\x1b[31m\\u009b1m\\u2028safe  c"';
  // Ends of lines of our own, of all that ends or controls one.
  const control = /[\p{Cc}\p{Zl}\p{Zp}]/gu;
  const others = (text: string): string[] => (text.match(control) ?? []).filter((one) => one !== "\n");

  test.each(["text", "markdown", "json"])(
    "start no line of the report as %s, and reach no terminal",
    async (format) => {
      await git(root, "tag", "v0.1.0");
      await edit(yaml, "        godina_izvjestaja:\n", `        ${name}:\n`);
      await edit(yaml, "operationId: sud.list", `operationId: ${name}`);
      const { code, out } = await run("--format", format);
      expect(code).toBe(1);
      expect(out).toContain("::error::b");
      expect(others(out)).toEqual([]);
      expect(out.split("\n").filter((line) => /^\W*(::|safe {2}c)/.test(line))).toEqual([]);
      await run("--write-changeset");
      const again = await run("--format", format);
      expect([again.code, others(again.out)]).toEqual([0, []]);
    },
  );

  test("start no line of an error", async () => {
    await edit(yaml, "#/components/schemas/gfiArray", "#/a\\n::error::\\x1b[31m");
    const { code, err } = await run();
    expect([code, err.split("\n").length, others(err)]).toEqual([2, 2, []]);
  });
});

test("a safe change passes without a changeset, with a hint", async () => {
  await git(root, "tag", "v0.1.0");
  await edit(yaml, "    jezik:\n      type: object\n", "    jezik:\n      type: object\n      title: Tongue\n");
  const { code, out } = await run();
  expect(code).toBe(0);
  expect(out).toContain("Documentation or examples changed: `jezik`.");
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
    undeclared: [
      {
        rule: "field-removed",
        subject: "gfi.godina_izvjestaja",
        missing: expect.stringMatching(/^a changeset must say "/),
      },
    ],
    written: [],
  });
});

test("the Markdown report is a table", async () => {
  await git(root, "tag", "v0.1.0");
  await removeYear();
  expect((await run("--format", "markdown")).out).toContain(
    "| **breaking** (compile) | The field `gfi.godina_izvjestaja` (int32) is gone. | `gfi.list` | REST client users: Read `godina` instead of `godina_izvjestaja`, if that is its new name.<br>servers: Leave it out. |",
  );
});

describe("on the lines of the specs", () => {
  const documents = "specs/operations/predmet.graphql";
  /** The rule of each change, and the line that it is shown on. */
  async function reported(): Promise<string[]> {
    const report: { check_name: string; location: { path: string; lines: { begin: number } } }[] = JSON.parse(
      (await run("--base", "HEAD", "--format", "gitlab")).out,
    );
    const texts = new Map<string, string[]>();
    for (const { path } of report.map(({ location }) => location))
      texts.set(path, (await readFile(join(root, path), "utf8")).split("\n"));
    return report.map(
      ({ check_name, location }) =>
        `${check_name}: ${texts.get(location.path)?.[location.lines.begin - 1]?.trim().slice(0, 50)}`,
    );
  }

  test("each change is on its own, whichever others there are", async () => {
    await edit(yaml, '- url: "{base_url}/javni"', '- url: "{base_url}/javno"');
    await edit(
      yaml,
      "  - { name: gfi, description: Annual financial reports. }",
      "  - { name: gfi, description: Reports. }",
    );
    await edit(yaml, "  /jezik:\n", "  /jezici:\n");
    await edit(yaml, "operationId: sud.list\n", "operationId: sud.all\n");
    await edit(yaml, "        gfi_rbr: { type: integer, format: int32, description: Ordinal number. }\n", "");
    await edit(
      yaml,
      "          format: int32\n          description: Year",
      "          format: int64\n          description: Year",
    );
    await edit(yaml, "description: Year that the report is for.", "description: Year of the report.");
    await edit(yaml, "        datum_do: {", "        datum_kraja: {");
    await edit(sdl, '  "Level of the court."\n  razina: BigInteger\n', "");
    await edit(
      sdl,
      '  "When the case was founded."\n  datumOsnivanja: DateTime',
      '  "When it was founded."\n  datumOsnivanja: String',
    );
    await edit(sdl, "  sudovi: [Sud]", '  sudovi("Level of the court." razina: BigInteger): [Sud]');
    await edit("specs/operations/sudovi.graphql", "    razina\n", "");
    await edit(documents, "$sud: BigInteger)", "$sud: BigInteger = 7)");
    expect(await reported()).toEqual([
      "path-changed: /jezici:",
      "field-removed: datum_kraja: { type: string, format: date-time, de",
      // What took the place of the field that is gone.
      "field-removed: vrsta_dokumenta: { type: integer, format: int32, d",
      "field-type-changed: format: int64",
      "sdl-field-type-changed: datumOsnivanja: String",
      'server-path-changed: - url: "{base_url}/javno"',
      "operation-id-changed: operationId: sud.all",
      'sdl-field-removed: "Name of the court."',
      "variable-default-changed: query predmet($oznakaBroj: String, $sud: BigIntege",
      "field-added: datum_kraja: { type: string, format: date-time, de",
      'sdl-argument-added: sudovi("Level of the court." razina: BigInteger): ',
      "documentation: description: Year of the report.",
      'documentation: "When it was founded."',
      "documentation: - { name: gfi, description: Reports. }",
    ]);
  });

  /** The line of `godina_izvjestaja`. */
  const written = readFileSync(join(contractFolder, yaml), "utf8");
  const yearAt = written.slice(0, written.indexOf("godina_izvjestaja:")).split("\n").length;

  test("GitHub gets an error for what must be declared, a warning for what is, and a notice for what is safe", async () => {
    await removeYear();
    const at = `file=specs/register.openapi.yaml,line=${yearAt},title=`;
    const removed = `${at}breaking%3A gfi.godina_izvjestaja (field-removed)::The field \`gfi.godina_izvjestaja\` (int32) is gone.%0A`;
    const added = `::notice ${at}safe%3A gfi.godina (field-added)::The optional field \`gfi.godina\` (int32) is new.%0A`;
    const begins = (err: string): string[] =>
      err
        .trimEnd()
        .split("\n")
        .map((line, index) => line.slice(0, [`::error ${removed}`, added][index]?.length));
    const open = await runOnGitHub("--base", "HEAD", "--format", "json");
    expect([open.code, begins(open.err)]).toEqual([1, [`::error ${removed}`, added]]);
    expect(open.err).toContain('%0ANot declared: a changeset must say "@court-register/fetch": minor, ');
    expect(JSON.parse(open.out)).toMatchObject({ verdict: "breaking" });
    // Nothing must be declared before the first release.
    const { code, err } = await runOnGitHub();
    expect([code, err.startsWith(`::warning ${removed}`), err.includes("declared")]).toEqual([0, true, false]);
  });

  test("names cannot end a command, or begin one", async () => {
    await edit(yaml, "        godina_izvjestaja:\n", '        "a,b::c%0A\\n::error::d":\n');
    const { err } = await runOnGitHub("--base", "HEAD");
    expect(err).toMatch(
      new RegExp(
        `^::notice file=\\S+,line=${yearAt},title=safe%3A gfi\\.a%2Cb%3A%3Ac%250A[^,:]*::The optional field`,
        "m",
      ),
    );
    expect(err.match(/^::/gm)).toHaveLength(2);
  });

  test("GitLab's report says how bad a change is, and knows it again on another line", async () => {
    await removeYear();
    const report = async (...args: string[]): Promise<unknown[]> =>
      JSON.parse((await run("--base", "HEAD", "--format", "gitlab", ...args)).out);
    const [first, second] = (await report()) as { fingerprint: string }[];
    expect(first).toEqual({
      description: expect.stringMatching(
        /^The field `gfi\.godina_izvjestaja` \(int32\) is gone\. REST client users: .*Not declared: a/,
      ),
      check_name: "field-removed",
      fingerprint: expect.stringMatching(/^[0-9a-f]{40,}$/),
      severity: "blocker",
      location: { path: "specs/register.openapi.yaml", lines: { begin: yearAt } },
    });
    expect(second).toMatchObject({ severity: "info" });
    expect(second?.fingerprint).not.toBe(first?.fingerprint);
    await edit(yaml, "  /gfi:\n", "  # A line more.\n  /gfi:\n");
    expect(await report("--write-changeset")).toMatchObject([
      { fingerprint: first?.fingerprint, severity: "critical", location: { lines: { begin: yearAt + 1 } } },
      {},
    ]);
  });
});

test("an unknown format is refused, and the help is printed", async () => {
  const { code, err } = await run("--format", "xml");
  expect(code).toBe(2);
  expect(err).toMatch(/^--format must be text, json, markdown or gitlab, not "xml"\.\n\npnpm spec:diff \[/);
});
