/** What a version promises is what the packages have, and a change of it is declared. */
import { execFile, execFileSync } from "node:child_process";
import { mkdir, mkdtempDisposable, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { startServer } from "@court-register/reference-server";
import { afterAll, describe, expect, test, vi } from "vitest";
import { findUndeclaredPromises, promisesFile, readPromises, undeclaredPromises } from "../src/release/promises.ts";
import { git } from "../src/shared/git.ts";
import { publishedPackages, root } from "../src/shared/repository.ts";
import { argsFor } from "./support/access.ts";

const introduction = `<!-- \`pnpm exec vitest run --root tools tools/test/promises.test.ts -u\` writes this. Do not edit. -->
# What a version promises

| promise | of | where it is written | a change is found by |
|---|---|---|---|
| the contract: operations, fields, types, representations | specs, the clients | [specs](../specs/README.md), [fetch](fetch/api.md), [axios](axios/api.md), [graphql](graphql/api.md) | \`pnpm spec:diff\` |
| what a suite demands: the ids of requirements, [report.schema.json](../conformance/report.schema.json) | conformance | [requirements](../conformance/docs/requirements.md) | \`pnpm spec:diff\`, the suite's tests |
| names that a program imports | all with code | below | this page |
| commands, their options, their exit codes | mirror, reference-server, conformance | below | this page |
| the format of a copy: a version reads the copies of its number, and \`sync\` brings those of earlier ones to it | mirror | below | this page |
| columns of the view \`company\` | mirror | below | this page |
| the fields of \`--json\`; those of rows are the contract's | mirror | below | this page |

While a package is 0.x, a minor version may take a promise back, and a patch may not; from 1.0.0 on, only a major version may. A line that is
gone needs such a changeset, a line that is new any; before the first release, none. Not promised: the wording of messages and help, layouts
of pages, other tables of a copy than its views, times, sizes.
`;

/** Many processes load the same modules. */
const compileCache = join(tmpdir(), `promises-compiled-${process.pid}`);
afterAll(() => rm(compileCache, { recursive: true, force: true }));

const run = async (file: string, ...args: string[]): Promise<string> => {
  const flags = ["--conditions=@court-register/source", "--disable-warning=ExperimentalWarning"];
  const env = { ...process.env, COLUMNS: "200", NO_COLOR: "1", NODE_COMPILE_CACHE: compileCache };
  // Not blocking: the server that some ask is in this process.
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, join(root, file), ...args], { env });
  return stdout;
};

/** The options and exit codes that a help text names. */
function ofCommand(command: string, help: string): string[] {
  const options = [...help.matchAll(/^ {2}(?:-\w, )?(--[\w-]+(?: (?:<[^>]+>|\[[^\]]+\]))?)/gm)].map(
    ([, option]) => option,
  );
  const codes = /^Exit codes?: ?([\s\S]*)/m.exec(help)?.[1]?.match(/(?<![\w.])[0-3](?=\s\w)/g) ?? [];
  return [
    ...options.map((option) => `${command} ${option}`),
    ...(codes.length > 0 ? [`${command} ends with ${[...new Set(codes)].sort().join(", ")}`] : []),
  ];
}

/** The names of two levels of fields in JSON, where the first level does not list rows. */
function fieldsOf(value: unknown, levels = 2): string[] {
  if (levels === 0 || typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return fieldsOf(value[0], levels).map((name) => `[].${name}`.replace(".[]", "[]"));
  return Object.entries(value).flatMap(([name, inner]) => [
    name,
    ...fieldsOf(inner, levels - 1).map((field) => `${name}.${field}`.replace(".[]", "[]")),
  ]);
}

async function exportsOf(folder: string): Promise<string[]> {
  const { exports = {} }: { exports?: Record<string, string | Record<string, string>> } = JSON.parse(
    await readFile(join(root, folder, "package.json"), "utf8"),
  );
  return Object.entries(exports).flatMap(([path, target]) => {
    const source = typeof target === "string" ? undefined : target["@court-register/source"];
    if (source === undefined) return [`exports ${path}`];
    const url = JSON.stringify(new URL(source, `file://${root}/${folder}/`).href);
    const code = `console.log(JSON.stringify(Object.keys(await import(${url}))))`;
    const flags = ["--conditions=@court-register/source", "--disable-warning=ExperimentalWarning"];
    const names: string[] = JSON.parse(
      execFileSync(process.execPath, [...flags, "--eval", code], { encoding: "utf8" }),
    );
    return names.sort().map((name) => `imports ${name} from ${path}`);
  });
}

const mirror = "packages/mirror/src/cli.ts";

/** What the mirror's commands print as JSON, and what is in a copy, of a register of a few subjects. */
async function ofCopy(): Promise<string[]> {
  await using folder = await mkdtempDisposable(join(tmpdir(), "promises-"));
  const server = await startServer({ port: 0, rows: 20 });
  const [copy, list] = ["copy.sqlite", "list.csv"].map((name) => join(folder.path, name)) as [string, string];
  await writeFile(list, "mbs\n060000001\n");
  try {
    const lists = ["subjekt", "skracena_tvrtka", "sud"].flatMap((name) => ["--list", name]);
    const { args: at, env } = argsFor(server, server.url);
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    const printed: [command: string, text: string][] = [];
    for (const [command, ...args] of [
      ["sync", copy, ...at, ...lists],
      ["status", copy],
      ["verify", copy],
      ["search", copy, "a"],
      ["show", copy, "060000001"],
      ["changes", copy, "--since", "0"],
      ["check", copy, list],
    ] as [string, ...string[]][])
      printed.push([command, await run(mirror, command, ...args, "--json")]);
    using database = new DatabaseSync(copy, { readOnly: true });
    const format = database.prepare("SELECT version FROM mirror_format").get();
    const columns = database.prepare("SELECT name FROM pragma_table_info('company')").all();
    return [
      `format of a copy: ${format?.version}`,
      ...columns.map(({ name }) => `column of company: ${name}`),
      ...printed.flatMap(([command, text]) => {
        // `check` and `changes` print a line for each.
        const [first = ""] = text.split("\n");
        return [...new Set(fieldsOf(JSON.parse(first)))]
          .filter((field) => !field.startsWith("row."))
          .map((field) => `${command} --json: ${field}`);
      }),
    ];
  } finally {
    vi.unstubAllEnvs();
    await server.close();
  }
}

async function promisesOf(name: string, folder: string): Promise<string[]> {
  const own = await exportsOf(folder);
  if (name.endsWith("/reference-server"))
    own.push(...ofCommand("court-register-server", await run("packages/reference-server/src/cli.ts", "--help")));
  if (name.endsWith("/conformance"))
    own.push(...ofCommand("court-register-conformance", await run("conformance/src/cli.ts", "--help")));
  if (name.endsWith("/mirror")) {
    const help = await run(mirror, "--help");
    const commands = [...help.matchAll(/^ {2}(\w+) .*<target>/gm)].map(([, command = ""]) => command);
    expect(commands.length).toBeGreaterThan(10);
    for (const command of commands)
      own.push(...ofCommand(`court-register-mirror ${command}`, await run(mirror, command, "--help")));
    own.push(...(await ofCopy()));
  }
  return own;
}

test("what is recorded is what the packages have, and its changes have changesets", { timeout: 120_000 }, async () => {
  const sections: string[] = [];
  for (const { name, folder } of publishedPackages) {
    const lines = (await promisesOf(name, folder)).map((promise) => `- \`${promise}\`\n`);
    sections.push(`\n## ${name}\n\n${lines.join("")}`);
  }
  const text = introduction + sections.join("");
  await expect(text).toMatchFileSnapshot(join(root, promisesFile));
  expect(await findUndeclaredPromises(root, readPromises(text))).toEqual([]);
});

describe("a change of a promise needs a changeset:", () => {
  const name = "@court-register/mirror";
  const of = (...promises: string[]): Map<string, string[]> => new Map([[name, promises]]);
  const check = (before: string[], now: string[], bump?: "major" | "minor" | "patch", version = "0.3.1"): string[] =>
    undeclaredPromises(of(...before), of(...now), bump ? [new Map([[name, bump]])] : [], new Map([[name, version]]));

  test.each([
    ["what is gone, one that breaks", ["a", "b"], ["a"], "0.3.1", "minor"],
    ["what is gone from 1.0.0 on, a major one", ["a", "b"], ["a"], "1.3.1", "major"],
    ["what is new, any", ["a"], ["a", "b"], "0.3.1", "patch"],
    ["what is renamed, one that breaks", ["a"], ["b"], "0.3.1", "minor"],
  ] as const)("%s", (_, before, now, version, bump) => {
    const asked = expect.stringContaining(`"${name}": ${bump}, for `);
    expect(check([...before], [...now], undefined, version)).toEqual([asked]);
    expect(check([...before], [...now], bump, version)).toEqual([]);
    if (bump !== "patch") expect(check([...before], [...now], "patch", version)).toEqual([asked]);
  });

  test("none where nothing has changed, in whichever order", () => expect(check(["a", "b"], ["b", "a"])).toEqual([]));

  test("since the last tag of its package, and before the first not at all", async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), "promises-"));
    const page = (...lines: string[]): string =>
      `# Promises\n\n## ${name}\n\n${lines.map((line) => `- \`${line}\`\n`).join("")}`;
    const save = async (...lines: string[]): Promise<void> => {
      await writeFile(join(folder.path, promisesFile), page(...lines));
      await git(folder.path, "add", "-A");
      await git(folder.path, "-c", "user.name=a", "-c", "user.email=a@primjer.hr", "commit", "--quiet", "-m", "c");
    };
    await git(folder.path, "init", "--quiet");
    await mkdir(join(folder.path, "packages/mirror"), { recursive: true });
    await mkdir(join(folder.path, ".changeset"));
    await writeFile(join(folder.path, "packages/mirror/package.json"), '{ "version": "0.3.1" }');
    await save("format 3", "--json");
    const now = readPromises(page("format 4", "--json"));
    expect(await findUndeclaredPromises(folder.path, now)).toEqual([]);
    await git(folder.path, "tag", "mirror-v0.3.1");
    expect(await findUndeclaredPromises(folder.path, now)).toEqual([
      `a changeset must say "${name}": minor, for gone: format 3; new: format 4`,
    ]);
    await writeFile(join(folder.path, ".changeset/format.md"), `---\n"${name}": minor\n---\n\nFormat 4.\n`);
    expect(await findUndeclaredPromises(folder.path, now)).toEqual([]);
  });
});
