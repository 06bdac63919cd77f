import { execFileSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LoadError } from "../src/index.ts";
import { serve } from "./support/client.ts";
import { completed, makeData, textField } from "./support/data.ts";

test.each([
  ...["jezik.json", "jezik.ndjson.gz", "Jezik.ndjson", "JEZIK.NDJSON", "jezik.csv", "jezik"].map((name) => [
    name,
    "jezik",
  ]),
  ["vrstaUpisnika.json", "vrstaUpisnika"],
])("%s is refused, not ignored: it is meant as rows", async (name, resource) => {
  await using data = await makeData({ sud: [] });
  await writeFile(join(data.path, name), '{"id":1}\n');
  await expect(serve({ data: data.path })).rejects.toThrow(
    `${name} would not be read. Nothing was changed. Convert it to ${resource}.ndjson, with one JSON object per line, or remove it.`,
  );
});

test("copies of a file that is read, hidden files and files about something else are ignored; all but the hidden ones are named", async () => {
  await using data = await makeData({ jezik: ['{"id":1}'] });
  for (const name of ["jezik.ndjson.gz", "jezik.csv", ".DS_Store", "._sud.ndjson", "README.md", "sudovi_popis.json"])
    await writeFile(join(data.path, name), "not rows");
  const notes: string[] = [];
  await using fixture = await serve({ data: data.path, hooks: { onNote: (note) => void notes.push(note) } });
  expect(await fixture.json("/javni/jezik")).toMatchObject([{ id: 1 }]);
  expect(notes).toEqual(["Not read: README.md, jezik.csv, jezik.ndjson.gz, sudovi_popis.json."]);
});

test("bytes that are not UTF-8 are refused, not replaced", async () => {
  await using data = await makeData();
  await data.write("jezik", ['{"id":1}', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])]);
  await expect(serve({ data: data.path })).rejects.toThrow("jezik.ndjson, line 2: the line is not UTF-8");
});

test("a line without end is refused before it fills the memory", async () => {
  await using data = await makeData();
  await data.write("jezik", ['{"id":1}', Buffer.alloc(65 * 2 ** 20, " ")]);
  await expect(serve({ data: data.path })).rejects.toThrow(
    "jezik.ndjson, line 2: the line is longer than 64 MB; write",
  );
});

test("lines are whole, wherever the chunks of a file end", async () => {
  const rows = Array.from({ length: 1_000 }, (_, id) => ({ id, naziv: `${"č𝒜".repeat(1_000)}${id}` }));
  await using data = await makeData({ jezik: rows.map((row) => JSON.stringify(row)) });
  await using fixture = await serve({ data: data.path });
  expect(await fixture.json("/javni/jezik")).toMatchObject(rows);
});

test("progress is measured in bytes, over all files", async () => {
  const lines = Array.from({ length: 1_500 }, (_, n) => `{"id":${n + 1_000}}`);
  await using data = await makeData({ drzava: lines.slice(0, 500), jezik: lines });
  const shares: number[] = [];
  await using _ = await serve({ data: data.path, hooks: { onProgress: ({ share }) => void shares.push(share) } });
  // All lines of a file are of one length.
  const bytes = (resource: string): number => 1 + Buffer.byteLength(completed(resource, '{"id":1000}'));
  const [first, second] = [500 * bytes("drzava"), 1_500 * bytes("jezik")];
  expect(shares).toEqual([first / (first + second), (first + (second * 2) / 3) / (first + second), 1]);
});

test("a file that cannot be read is reported by its name", async () => {
  await using data = await makeData({ sud: [] });
  await mkdir(join(data.path, "jezik.ndjson"));
  const load = serve({ data: data.path });
  await expect(load).rejects.toThrow(LoadError);
  await expect(load).rejects.toThrow("jezik.ndjson cannot be read (EISDIR). Nothing was changed.");
});

test("a pipe is refused: its rows come once, and a second load would find none", async () => {
  await using data = await makeData({ sud: [] });
  execFileSync("mkfifo", [join(data.path, "jezik.ndjson")]);
  await expect(serve({ data: data.path })).rejects.toThrow(
    "jezik.ndjson cannot be read (a pipe). Nothing was changed. Make it a file",
  );
});

test("a file that changes while it is read is refused: half of it may be old", async () => {
  await using data = await makeData({
    drzava: ['{"id":1}'],
    jezik: Array.from({ length: 3_000 }, (_, id) => `{"id":${id}}`),
  });
  let changed = false;
  const onProgress = (): void => {
    if (!changed) appendFileSync(join(data.path, "drzava.ndjson"), '{"id":2}\n');
    changed = true;
  };
  await expect(serve({ data: data.path, hooks: { onProgress } })).rejects.toThrow(
    "drzava.ndjson was modified while it was read. Nothing was changed. Load again when it is complete.",
  );
});

test("a file may start with a byte order mark, end lines as Windows does, and have empty lines", async () => {
  await using data = await makeData({
    jezik: ['\ufeff{"id":1}\r', "\r", "", `{"id":2,"${textField("/jezik")}":null}\r`],
  });
  await using fixture = await serve({ data: data.path });
  expect(await fixture.json("/javni/jezik")).toMatchObject([{ id: 1 }, { id: 2 }]);
});
