/** Bugs that a mirror could have, each planted in a copy of the sources: the promise that it breaks is found broken. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { sync } from "../src/index.ts";
import { proofCases } from "./support/proofs.ts";
import { promises, type Sources } from "./support/prove.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** A bug: what it is, the file, the text that is replaced, and the promise that it breaks. */
interface Bug {
  bug: string;
  file: string;
  text: string;
  by: string;
  breaks: keyof typeof promises;
}

const bugs: readonly Bug[] = [
  {
    bug: "a page is skipped",
    file: "sync/register/copy-list.ts",
    text: "    const misfits = await copy.savePage(",
    by: "    if (page.offset === 9) continue;\n    const misfits = await copy.savePage(",
    breaks: "keepsEveryDay",
  },
  {
    bug: "an equal row is dropped",
    file: "sync/copy/store-page.ts",
    text: "  for (const [index, row] of isKnown ? [] : rows().entries()) {",
    by: "  for (const [index, row] of isKnown ? [] : rows().entries()) {\n    if (hashes.indexOf(hashes[index]) < index) continue;",
    breaks: "keepsEveryDay",
  },
  {
    bug: "one row is met for each of its equals",
    file: "sync/copy/known-rows.ts",
    text: "byHash.get(hash)?.shift()",
    by: "byHash.get(hash)?.[0]",
    breaks: "keepsEveryDay",
  },
  {
    bug: "a row is met again on another page",
    file: "sync/copy/known-rows.ts",
    text: "LIMIT 1), 0) < ",
    by: "LIMIT 1), 0) < 1 + ",
    breaks: "keepsEveryDay",
  },
  {
    bug: "a row between two that were met is taken for met",
    file: "sync/copy/known-rows.ts",
    text: "range.last + 1 === row",
    by: "range.last + 2 >= row",
    breaks: "keepsEveryDay",
  },
  {
    bug: "a copy is published before its last list is here",
    file: "sync/register/register-part.ts",
    text: "copyLists(this.#source, copy, missing,",
    by: "copyLists(this.#source, copy, missing.slice(0, -1),",
    breaks: "keepsEveryDay",
  },
  {
    bug: "rows that are gone are not marked",
    file: "sync/copy/copy.ts",
    text: "SET _gone = $1 WHERE r._row < $2",
    by: "SET _gone = $1 WHERE r._row < 0 * $2",
    breaks: "keepsEveryDay",
  },
  {
    bug: "readers see the generation that is being made",
    file: "store/schema.ts",
    text: '"(SELECT max(generation) FROM mirror_generations WHERE completed IS NOT NULL)"',
    by: '"(SELECT max(generation) FROM mirror_generations)"',
    breaks: "goesOn",
  },
  {
    bug: "a run starts again from nothing",
    file: "sync/plan.ts",
    text: "return isSame && !isRefused",
    by: "return !isSame && !isRefused",
    breaks: "goesOn",
  },
  {
    bug: "a run begins each list from its start",
    file: "sync/register/copy-list.ts",
    text: "copy.progress(list.name).checkpoint.cursor);",
    by: "undefined);",
    breaks: "goesOn",
  },
  {
    bug: "the place is saved after the rows, in a transaction of its own",
    file: "sync/copy/copy.ts",
    text: "    const saved = progressAfter(state.saved, page, added);\n",
    by: '    const saved = progressAfter(state.saved, page, added);\n    await writing.run("COMMIT");\n    await writing.run("BEGIN IMMEDIATE");\n',
    breaks: "goesOnAfterKill",
  },
  {
    bug: "nothing is read again at the end",
    file: "sync/register/register-part.ts",
    text: "      await checkAgain(this.#source, copy, list);",
    by: "",
    breaks: "noticesChanges",
  },
  {
    bug: "the state is not asked for",
    file: "sync/register/direct-source.ts",
    text: "const params = { limit: this.limit, timestamp_id: this.#state, cursor };",
    by: "const params = { limit: this.limit, cursor };",
    breaks: "readsOneState",
  },
  {
    bug: "a list that shrinks is accepted",
    file: "sync/copy/list-size.ts",
    text: "const acceptedLoss = 0.1;",
    by: "const acceptedLoss = 0.9;",
    breaks: "refusesLoss",
  },
  {
    bug: "an empty list is accepted",
    file: "sync/copy/list-size.ts",
    text: "before > 0 && rows < before * (1 - acceptedLoss)",
    by: "rows > 0 && rows < before * (1 - acceptedLoss)",
    breaks: "refusesLoss",
  },
  {
    bug: "a run that has lost its lease goes on",
    file: "store/lease.ts",
    text: "if (renewed === 0)",
    by: "if (renewed > 1)",
    breaks: "holdsItsTarget",
  },
  {
    bug: "the order of a row's fields is a part of its identity",
    file: "wire/wire.ts",
    text: "Object.keys(value).sort()",
    by: "Object.keys(value)",
    breaks: "keepsEveryDay",
  },
  {
    bug: "digits are lost",
    file: "wire/wire.ts",
    text: "unusualNumber.test(text) ? parseExactly(text) : JSON.parse(text)",
    by: "JSON.parse(text)",
    breaks: "losesNothing",
  },
  {
    bug: "fields that the contract does not know are dropped",
    file: "wire/columns.ts",
    text: "if (!names.has(name) && value !== null) keep(name, value);",
    by: "",
    breaks: "losesNothing",
  },
];

/** Copies the sources with a bug planted, beside the real ones so that their imports are found. */
async function plant({ file, text, by }: Bug): Promise<Sources> {
  const folder = mkdtempSync(join(root, ".planted-"));
  cpSync(join(root, "src"), folder, { recursive: true });
  const path = join(folder, file);
  const source = readFileSync(path, "utf8");
  writeFileSync(
    path,
    source.replace(text, () => by),
  );
  // No more is loaded than what the promises are about.
  const { sync }: Pick<Sources, "sync"> = await import(join(folder, "sync/sync.ts"));
  return { sync, folder };
}

describe("without a bug, every promise is kept", () => {
  test.each(Object.keys(promises))("%s", async (name) => {
    await expect(promises[name]?.({ sync, folder: join(root, "src") })).resolves.toBeUndefined();
  });
});

// A text that is no longer there, or there twice, would plant nothing.
test.each(bugs)("$bug can be planted", ({ file, text }) => {
  expect(readFileSync(join(root, "src", file), "utf8").split(text)).toHaveLength(2);
});

describe("a planted bug breaks a promise", () => {
  test.each(proofCases("planted bugs", bugs))("$bug: $breaks", async (bug) => {
    const sources = await plant(bug);
    try {
      await expect(promises[bug.breaks]?.(sources)).rejects.toThrow();
    } finally {
      rmSync(sources.folder, { recursive: true, force: true });
    }
  });
});
