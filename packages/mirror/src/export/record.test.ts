import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { MirrorError } from "../mirror-error.ts";
import { type ExportRecord, readRecord } from "./record.ts";

const mark = { rows: 2, bytes: 9, sha256: "0".repeat(64) };
const record = (format: "csv" | "ndjson" = "csv"): ExportRecord => {
  const rows = format === "csv" ? "sud/generation=3" : "generation=3/sud.ndjson";
  const file = format === "csv" ? "sud/generation=3/part-0.csv" : rows;
  return {
    layout: 2,
    copy: "e0c4b1d2-0000-4000-8000-000000000000",
    format,
    generation: 3,
    state: null,
    service: "http://127.0.0.1:8080",
    completed: "2026-01-31T05:12:09.000Z",
    seal: "seal",
    lists: { sud: { path: rows, rows: 2, changes: { path: "sud_changes/generation=3", rows: 2 } } },
    generations: [1, 3],
    files: { [file]: mark, [`sud_changes/generation=3/part-0.${format}`]: mark },
  };
};

const folder = mkdtempSync(join(tmpdir(), "mirror-record-"));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, "latest.json");

/** What is read of a value. */
async function read(value: unknown): Promise<unknown> {
  writeFileSync(path, JSON.stringify(value) ?? "");
  return await readRecord(folder).catch((error: unknown) => error);
}

test("a record is read as it was written, in any format", async () => {
  for (const format of ["csv", "ndjson"] as const) expect(await read(record(format))).toEqual(record(format));
});

test.each([
  ["lists", { lists: { sud: {} } }],
  ["lists", { lists: { sud: { path: 5, rows: 1 } } }],
  ["lists", { lists: { sud: null } }],
  ["lists", { lists: { sud: { path: "jezik/generation=3", rows: 1 } } }],
  ["lists", { lists: { sud: { path: "sud/generation=3", rows: 1, changes: null } } }],
  ["files", { files: { "sud/generation=3/part-0.csv": { ...mark, bytes: "9" } } }],
  ["files", { files: { "sud/generation=3/part-0.csv": { ...mark, sha256: 7 } } }],
  ["files", { files: { "sud/generation=3/part-0.parquet": mark } }],
  ...[
    "../sud/generation=3/part-0.csv",
    "sud/../../x/generation=3/part-0.csv",
    "/etc/generation=3/part-0.csv",
    "C:\\generation=3\\part-0.csv",
    "sud/generation=3/part-0.csv\0",
    "su\0d/generation=3/part-0.csv",
    "sud/generation=3/part-0.csv\n",
    "./sud/generation=3/part-0.csv",
    "sud//generation=3/part-0.csv",
    "latest.json",
    ".export.lock",
    "",
  ].map((name) => ["files", { files: { [name]: mark } }] as const),
  ["generations", { generations: [1, "3"] }],
  ["generation", { generation: "3" }],
  ["format", { format: "xml" }],
  ["copy", { copy: 7 }],
  ["seal", { seal: undefined }],
  ["service", { service: [] }],
  ["completed", { completed: null }],
  ["state", { state: 1 }],
] as [string, Partial<Record<keyof ExportRecord, unknown>>][])(
  "a record whose %s are %j is damaged",
  async (field, part) => {
    expect(await read({ ...record(), ...part })).toMatchObject({
      kind: "damaged",
      message: `${path} is damaged: what it has as "${field}" is nothing that an export writes. Nothing was changed. Restore it, or name another folder and export again.`,
    });
  },
);

test("whatever is in the place of any part of a record, it is read as that shape, or refused with the file's name", async () => {
  const places = (value: unknown): (string | number)[][] =>
    typeof value === "object" && value !== null
      ? [[], ...Object.entries(value).flatMap(([key, part]) => places(part).map((rest) => [key, ...rest]))]
      : [[]];
  const put = (value: unknown, [key, ...rest]: (string | number)[], part: unknown): unknown => {
    if (key === undefined) return part;
    const changed = structuredClone(value) as Record<string | number, unknown>;
    changed[key] = put(changed[key], rest, part);
    return changed;
  };
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...places(record())), fc.jsonValue(), async (place, part) => {
      const got = await read(put(record(), place, part));
      if (got instanceof MirrorError) {
        expect(got.message).toContain(folder);
        return;
      }
      // The shape is what its users rely on.
      const { lists, files, generations } = got as ExportRecord;
      for (const { path: rows, changes } of Object.values(lists))
        for (const one of [rows, changes?.path ?? rows])
          expect(one).toMatch(/^(?!\/)(?!.*(\.\.|\0|\\)).*generation=\d+/);
      for (const [name, { bytes, sha256 }] of Object.entries(files)) {
        expect(name).toMatch(/^(?!\/)(?!.*(\.\.|\0|\\)).*generation=\d+/);
        expect([typeof bytes, typeof sha256]).toEqual(["number", "string"]);
      }
      expect(generations.every(Number.isInteger)).toBe(true);
    }),
    { numRuns: 500 },
  );
});
