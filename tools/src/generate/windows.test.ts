/** Specs that an editor on Windows has saved generate the same files as their commit, which has LF and no byte order mark. */
import { globSync } from "node:fs";
import { cp, glob, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folder } from "../../test/support/specs-to-break.ts";
import { root } from "../shared/repository.ts";
import { readContract } from "../specs/contract.ts";
import { readSpec } from "../specs/files.ts";
import { contractText } from "./contract-text.ts";
import { copies } from "./copies.ts";
import { graphqlClient } from "./graphql/generate.ts";
import { generateRest } from "./rest/generate.ts";
import { javaMissing } from "./rest/java.ts";

const noJava = javaMissing();

/** Saves every file of the specs as such an editor does. */
async function saveAll(): Promise<number> {
  let count = 0;
  for await (const file of glob("**/*.*", { cwd: folder })) {
    const path = join(folder, file);
    await writeFile(path, `\ufeff${(await readFile(path, "utf8")).replaceAll("\n", "\r\n")}`);
    count += 1;
  }
  return count;
}

/** The GraphQL client, the copies of the specs and the tables of the README, by path. */
async function generateAll(): Promise<Map<string, string>> {
  const contract = readContract(folder);
  const readme = contractText(readSpec(folder, "README.md"), contract);
  return new Map([...(await graphqlClient(contract.courtCases)), ...copies(contract), ["README.md", readme]]);
}

test("the GraphQL client, the copies and the README", async () => {
  await cp(join(root, "specs/README.md"), join(folder, "README.md"));
  const before = await generateAll();
  expect(await saveAll()).toBeGreaterThan(20);
  const after = await generateAll();
  expect([...after.keys()]).toEqual([...before.keys()]);
  for (const [path, text] of before) expect(after.get(path), path).toBe(text);
});

test("the REST clients", async ({ skip }) => {
  skip(noJava !== undefined, noJava);
  const [spec, specName] = [join(folder, "register.openapi.yaml"), "specs/register.openapi.yaml"];
  const before = `${spec}.before`;
  const text = await readFile(spec);
  await saveAll();
  await writeFile(before, text);
  const output = (name: string): string => join(folder, "out", name);
  await generateRest({ spec: before, specName, output: output("before") }, { spec, specName, output: output("after") });
  const files = globSync("**/*.*", { cwd: output("before") });
  expect(files).toHaveLength(6);
  for (const file of files)
    expect(await readFile(join(output("after"), file), "utf8"), file).toBe(
      await readFile(join(output("before"), file), "utf8"),
    );
});

test("a file that is not UTF-8 is refused", async () => {
  await writeFile(join(folder, "court-cases.graphql"), Buffer.from("# Sudi\u0161te\u00e9\n", "latin1"));
  expect(() => readContract(folder)).toThrow(
    "specs/court-cases.graphql: cannot be read: it is not UTF-8, save it so. Restore it from git, or correct its name or permissions.",
  );
});
