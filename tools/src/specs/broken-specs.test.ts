/** A broken spec gives an error that says what is wrong and where, without a stack trace: that would mean a bug of ours. */
import { copyFile, mkdir, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { copySpecs, edit, folder } from "../../test/support/specs-to-break.ts";
import { root } from "../shared/repository.ts";
import { readContract } from "./contract.ts";
import { SpecError } from "./spec-error.ts";

copySpecs();

const openapi = "register.openapi.yaml";
const sdl = "court-cases.graphql";
const courts = "operations/sudovi.graphql";
const id = "      operationId: gfi.list\n";

/** In a file, a text becomes another; `at` is the text at the reported place, without which the error names the file alone. */
type Broken = [what: string, file: string, from: string, to: string, at: string, says: string];

const broken: Broken[] = [
  ["invalid YAML", openapi, id, `${id.trimEnd()}: x\n`, "gfi.list: x", "not YAML: Nested mappings are not allowed in"],
  [
    "a duplicate key",
    openapi,
    id,
    `${id}      operationId: b\n`,
    "operationId: b",
    "not YAML: Map keys must be unique.",
  ],
  ["no paths", openapi, "\npaths:\n", "\nways:\n", "", "not an OpenAPI document: `paths` must be an object, with the"],
  ["a list of paths", openapi, "\npaths:\n", "\npaths: []\nways:\n", "", "not an OpenAPI document: `paths` must be an"],
  [
    "an example that does not exist",
    openapi,
    "./examples/gfi.json",
    "./examples/none.json",
    "externalValue: ./examples/none",
    "the example `./examples/none.json` cannot be read: write it, or correct its name.",
  ],
  [
    "a name with a line break",
    openapi,
    id,
    `${id}      x-more: { $ref: "a\\nerror: \\x1b[31mb" }\n`,
    '$ref: "a\\n',
    "`a error: [31mb` leads out of this document.",
  ],
  [
    "an alias within itself",
    openapi,
    "\ntags:\n",
    "\nx-a: &a [*a]\ntags:\n",
    "*a]",
    "the alias `*a` is not supported: write out what it stands for, or refer",
  ],
  [
    "a parameter that is no object",
    openapi,
    '- $ref: "#/components/parameters/offset"',
    "- 5",
    "5\n",
    "a parameter must be an object with `name`, `in` and",
  ],
  ["an example that is not JSON", "examples/gfi.json", "[", "[[", "", "not JSON: "],
  [
    "invalid SDL",
    sdl,
    "  prilozi: String\n",
    "  prilozi String\n",
    'String\n  "Type."',
    'Syntax Error: Expected ":", found Name "String".',
  ],
  ["a type that does not exist", sdl, "  prilozi: String\n", "  prilozi: Text\n", "Text\n", 'Unknown type "Text".'],
  [
    "a scalar with values that are no integers",
    sdl,
    "  razina: BigInteger\n",
    "  razina: Float\n",
    "razina: Float",
    "`Sud.razina` is of the scalar Float. The client returns values as JSON has them, and takes every number for an integer",
  ],
  [
    "a name that GraphQL reserves",
    sdl,
    "  prilozi: String\n",
    "  __prilozi: String\n",
    '"Enclosures."\n  __',
    'Name "__prilozi" must not begin with "__", which is',
  ],
  ["SDL without a query root", sdl, "type Query {", "type Upit {", "", "Query root type must be provided."],
  [
    "a second operation",
    courts,
    "    sudOznaka\n  }\n}\n",
    "    sudOznaka\n  }\n}\nquery sati {\n  posljednjeAzuriranje\n}\n",
    "",
    "the file must contain one operation called `sudovi`, and nothing else.",
  ],
  [
    "an operation with another name than its file",
    courts,
    "query sudovi",
    "query sud",
    "",
    "the file must contain one operation called `sudovi`, and nothing else.",
  ],
  ["a document with a syntax error", courts, "query", "qery", "qery", 'Syntax Error: Unexpected Name "qery".'],
  [
    "an unknown field",
    courts,
    "    prod\n",
    "    prodd\n",
    "prodd",
    'Cannot query field "prodd" on type "Sud". Did you mean "prod"?',
  ],
  [
    "an operation that cannot become a method",
    courts,
    "query sudovi",
    "query then",
    "query then",
    '"then" has a meaning of its own',
  ],
];

/** Line and column, such as `12:3`. */
function positionOf(text: string, part: string): string {
  expect(text).toContain(part);
  const before = text.slice(0, text.indexOf(part)).split("\n");
  return `${before.length}:${(before.at(-1) ?? "").length + 1}`;
}

/** What the specs are refused for, one problem a line. */
function refusal(): string {
  try {
    readContract(folder);
  } catch (error) {
    if (error instanceof SpecError) return error.message;
    throw error;
  }
  throw new Error("The specs are not refused.");
}

test.each(broken)("%s", async (_, file, from, to, at, says) => {
  const edited = await edit(file, from, to);
  const where = `specs/${file}${at === "" ? "" : `:${positionOf(edited, at)}`}: `;
  expect(refusal().split("\n")).toContainEqual(expect.stringContaining(where + says));
});

test.each(["../LICENSE", "examples/../../LICENSE", "examples/gfi.json"])(
  "an example that is outside of the specs, as %s",
  async (path) => {
    await copyFile(join(root, "LICENSE"), join(folder, "../LICENSE"));
    await rm(join(folder, "examples/gfi.json"));
    await symlink(join(root, "LICENSE"), join(folder, "examples/gfi.json"));
    const edited = await edit(openapi, "./examples/gfi.json", path);
    expect(refusal()).toBe(
      `specs/${openapi}:${positionOf(edited, `externalValue: ${path}`)}: \`${path}\` leads out of the folder of the specs: move the file into it.`,
    );
  },
);

test.each([openapi, sdl, "operations"])("no %s", async (file) => {
  await rm(join(folder, file), { recursive: true });
  expect(refusal()).toBe(
    `specs/${file}: cannot be read: no such file or directory. Restore it from git, or correct its name or permissions.`,
  );
});

test("no documents", async () => {
  await rm(join(folder, "operations"), { recursive: true });
  await mkdir(join(folder, "operations"));
  expect(refusal()).toBe(
    "specs/operations: has no .graphql file. Restore one from git: each is a method of the client.",
  );
});

test("problems of both interfaces are reported at once", async () => {
  await edit(openapi, id, "      operationId: gfi\n");
  await edit(sdl, "  prilozi: String\n", '  prilozi: Text\n  "Two."\n  two: Texts\n');
  expect(refusal().split("\n")).toEqual([
    expect.stringContaining("the operationId must be the tag, a dot and a verb"),
    expect.stringMatching(/^specs\/court-cases.graphql:\d+:\d+: Unknown type "Text"\.$/),
    expect.stringMatching(/^specs\/court-cases.graphql:\d+:\d+: Unknown type "Texts"\.$/),
  ]);
});
