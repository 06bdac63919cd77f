import { glob, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { copySpecs, folder } from "../../test/support/specs-to-break.ts";
import { readContract } from "./contract.ts";

copySpecs();

test("specs that an editor on Windows has saved are read like their commit, with LF and without a byte order mark", async () => {
  const read = (): unknown => {
    const { yaml, document, courtCases } = readContract(folder);
    return { yaml, document, texts: [courtCases.sdl, ...courtCases.documents.map(({ text }) => text)] };
  };
  const before = read();
  for await (const file of glob("**/*.*", { cwd: folder })) {
    const path = join(folder, file);
    await writeFile(path, `\ufeff${(await readFile(path, "utf8")).replaceAll("\n", "\r\n")}`);
  }
  expect(read()).toEqual(before);
});

test("a file that is not UTF-8 is refused", async () => {
  await writeFile(join(folder, "court-cases.graphql"), Buffer.from("# Sudi\u0161te\u00e9\n", "latin1"));
  expect(() => readContract(folder)).toThrow(
    "specs/court-cases.graphql: cannot be read: it is not UTF-8, save it so. Restore it from git, or correct its name or permissions.",
  );
});
