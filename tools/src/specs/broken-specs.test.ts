/** A broken spec gives an error that says what is wrong and where, without a stack trace: that would mean a bug of ours. */
import { mkdir, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { edit, folder } from "../../test/support/specs-to-break.ts";
import { root } from "../shared/repository.ts";
import { readContract } from "./contract.ts";
import { SpecError } from "./spec-error.ts";

interface Broken {
  what: string;
  file: string;
  /** The file is broken by replacing this text with `to`. */
  from: string;
  to: string;
  /** The text at the reported position; without it, the error names the file alone. */
  at?: string;
  says: RegExp;
}

const openapi = "register.openapi.yaml";
const sdl = "court-cases.graphql";
const id = "      operationId: gfi.list\n";
/** Each name stands for ten of the one before it: a billion values in ten lines. */
const bomb: string = Array.from({ length: 10 }, (_, n) => {
  const ten = Array.from({ length: 10 }, () => (n === 0 ? "1" : `*n${n - 1}`)).join(", ");
  return `x-n${n}: &n${n} [${ten}]\n`;
}).join("");

const broken: Broken[] = [
  {
    what: "invalid YAML",
    ...{ file: openapi, from: id, to: "      operationId: gfi.list: x\n" },
    ...{ at: "gfi.list: x", says: /^not YAML: Nested mappings are not allowed in compact mappings\.$/ },
  },
  {
    what: "a duplicate key",
    ...{ file: openapi, from: id, to: `${id}      operationId: again\n` },
    ...{ at: "operationId: again", says: /^not YAML: Map keys must be unique\.$/ },
  },
  {
    what: "YAML that is not an OpenAPI document",
    ...{ file: openapi, from: "\npaths:\n", to: "\nways:\n" },
    says: /^not an OpenAPI document: `paths` must be an object, with the operations\.$/,
  },
  {
    what: "paths that are a list",
    ...{ file: openapi, from: "\npaths:\n", to: "\npaths: []\nways:\n" },
    says: /^not an OpenAPI document: `paths` must be an object, with the operations\.$/,
  },
  {
    what: "tags that are no list",
    ...{ file: openapi, from: "\ntags:\n", to: "\ntags: 5\nx-tags:\n", at: "tags: 5" },
    says: /^`tags` must be a list, each with `name` and `description`\.$/,
  },
  {
    what: "$refs that point in a circle",
    ...{ file: openapi, from: "\n  schemas:\n" },
    to: `\n  schemas:\n    jedan:\n      $ref: "#/components/schemas/dva"\n    dva:\n      $ref: "#/components/schemas/jedan"\n`,
    ...{ at: '$ref: "#/components/schemas/dva"', says: /^\$refs point in a circle, .*: let one of them say .*\.$/ },
  },
  {
    what: "a file that is not among the specs",
    ...{
      file: openapi,
      from: "./examples/gfi.json",
      to: "./examples/../../outside.json",
    },
    ...{
      at: "externalValue: ./examples/../..",
      says: /^`\.\/examples.* leads out of the folder of the specs: move .*\.$/,
    },
  },
  {
    what: "a $ref into another file",
    ...{
      file: openapi,
      from: '"#/components/schemas/gfiArray"',
      to: "../outside.json",
    },
    ...{ at: "$ref: ../outside.json", says: /^`\.\.\/outside\.json` leads out of this document\. Only .*\.$/ },
  },
  {
    what: "an alias within what it stands for",
    ...{ file: openapi, from: "\ntags:\n", to: "\nx-same: &same [*same]\ntags:\n" },
    ...{ at: "*same]", says: /^`\*same` stands for what it is in, without end\.$/ },
  },
  {
    what: "aliases that stand for more and more",
    ...{ file: openapi, from: "\ntags:\n", to: `\n${bomb}tags:\n` },
    says: /^its aliases \(`\*name`\) stand for more than a few values: write some out\.$/,
  },
  {
    what: "a name with a line break",
    ...{
      file: openapi,
      from: '"#/components/schemas/gfiArray"',
      to: '"a\\nerror: \\x1b[31mb"',
    },
    ...{ at: '$ref: "a\\n', says: /^`a error: \[31mb` leads out of this document\./ },
  },
  {
    what: "a tag that cannot begin the name of a type",
    ...{
      file: openapi,
      from: "operationId: gfi.list\n      tags: [gfi]",
      to: "operationId: 1a.list\n      tags: [1a]",
    },
    ...{
      at: "tags: [1a]",
      says: /^paths \/gfi get tags: "1a" must begin with a letter from a to z: .*\.$/,
    },
  },
  {
    what: "a method that is not GET",
    ...{ file: openapi, from: "  /gfi:\n    get:\n", to: "  /gfi:\n    post:\n" },
    ...{
      at: "post:\n",
      says: /^paths \/gfi post: the clients only read: only GET is supported\.$/,
    },
  },
  {
    what: "a field without a type",
    file: openapi,
    ...{ from: "        godina_izvjestaja:\n", to: "        godina_izvjestaja: {}\n        druga_godina:\n" },
    ...{
      at: "godina_izvjestaja: {}",
      says: /^components\/schemas\/gfi\/godina_izvjestaja: only text, .*\.$/,
    },
  },
  {
    what: "a field that the suite cannot judge",
    file: openapi,
    ...{
      from: "        godina_izvjestaja:\n",
      to: "        predan: { type: string, format: time }\n        godina_izvjestaja:\n",
    },
    ...{
      at: "get:\n      operationId: gfi.list",
      says: /^The conformance suite cannot judge this: the field predan is /,
    },
  },
  {
    what: "a path item that is not an object",
    ...{ file: openapi, from: "  /gfi:\n", to: "  /none: 5\n  /gfi:\n", at: "/none: 5" },
    says: /^paths \/none: a path must be an object, with its operation under `get`\.$/,
  },
  {
    what: "a parameter that is not an object",
    ...{ file: openapi, from: '- $ref: "#/components/parameters/offset"', to: "- 5" },
    ...{
      at: "get:\n      operationId: sjediste.list",
      says: /^paths \/sjediste get: not the shape that OpenAPI asks for \(.*\)\. The rule `struct` of `pnpm check:specs` says what is wrong\.$/,
    },
  },
  {
    what: "an example that is not JSON",
    ...{ file: "examples/gfi.json", from: "[", to: "[[" },
    says: /^not JSON: .* \(line \d+ column \d+\)\.$/,
  },
  {
    what: "invalid SDL",
    ...{ file: sdl, from: "  prilozi: String\n", to: "  prilozi String\n" },
    ...{ at: 'String\n  "Type."', says: /^Syntax Error: Expected ":", found Name "String"\.$/ },
  },
  {
    what: "a type that does not exist",
    ...{ file: sdl, from: "  prilozi: String\n", to: "  prilozi: Text\n" },
    ...{ at: "Text\n", says: /^Unknown type "Text"\.$/ },
  },
  {
    what: "a scalar that the suite cannot judge",
    ...{ file: sdl, from: "  razina: BigInteger\n", to: "  razina: Int\n" },
    says: /^`Sud\.razina` is of the type Int, which no requirement judges\. Make it a String, /,
  },
  {
    what: "a document with a second operation",
    file: "operations/sudovi.graphql",
    ...{ from: "query sudovi", to: "query sati { posljednjeAzuriranje } query sudovi" },
    says: /^the file must contain one operation called `sudovi`, and nothing else\.$/,
  },
  {
    what: "a name that GraphQL reserves",
    ...{ file: sdl, from: "  prilozi: String\n", to: "  __prilozi: String\n" },
    ...{
      at: '"Enclosures."\n  __prilozi',
      says: /^Name "__prilozi" must not begin with "__", which is reserved by GraphQL introspection\.$/,
    },
  },
  {
    what: "SDL without a query root",
    ...{ file: sdl, from: "type Query {", to: "type Upit {" },
    // The file alone: nothing stands where the root is missing.
    says: /^Query root type must be provided\.$/,
  },
  {
    what: "a document with a syntax error",
    ...{ file: "operations/sudovi.graphql", from: "query", to: "qery" },
    ...{ at: "qery", says: /^Syntax Error: Unexpected Name "qery"\.$/ },
  },
  {
    what: "a document that selects an unknown field",
    ...{ file: "operations/sudovi.graphql", from: "    prod\n", to: "    prodd\n" },
    ...{ at: "prodd", says: /^Cannot query field "prodd" on type "Sud"\. Did you mean "prod"\?$/ },
  },
  {
    what: "an operation that cannot become a method",
    ...{ file: "operations/sudovi.graphql", from: "query sudovi", to: "query then" },
    ...{ at: "query then", says: /^"then" has a meaning of its own .*: rename it\.$/ },
  },
];

/** Line and column, such as `12:3`. */
function positionOf(text: string, part: string): string {
  expect(text).toContain(part);
  const before = text.slice(0, text.indexOf(part)).split("\n");
  return `${before.length}:${(before.at(-1) ?? "").length + 1}`;
}

/** Breaks a spec. @returns how the error begins. */
async function breakSpec({ file, from, to, at }: Omit<Broken, "what" | "says">): Promise<string> {
  const edited = await edit(file, from, to);
  return `specs/${file}${at === undefined ? "" : `:${positionOf(edited, at)}`}: `;
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

test.each(broken)("$what", async ({ says, ...change }) => {
  const where = await breakSpec(change);
  const [message = ""] = refusal().split("\n");
  expect(message.slice(0, where.length)).toBe(where);
  expect(message.slice(where.length)).toMatch(says);
});

test("an example file that does not exist", async () => {
  await edit(openapi, "./examples/gfi.json", "./examples/none.json");
  expect(refusal()).toBe(
    "specs/examples/none.json: it is the example of an operation, but cannot be read. Write it, or correct the name in register.openapi.yaml.",
  );
});

test("an example that is a link to a file outside of the specs", async () => {
  await rm(join(folder, "examples/gfi.json"));
  await symlink(join(root, "LICENSE"), join(folder, "examples/gfi.json"));
  expect(refusal()).toMatch(/^specs\/examples\/gfi\.json: it is the example .*, but cannot be read\./);
});

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
    expect.stringContaining("paths /gfi get operationId: the operationId must be"),
    expect.stringMatching(/^specs\/court-cases.graphql:\d+:\d+: Unknown type "Text"\.$/),
    expect.stringMatching(/^specs\/court-cases.graphql:\d+:\d+: Unknown type "Texts"\.$/),
  ]);
});
