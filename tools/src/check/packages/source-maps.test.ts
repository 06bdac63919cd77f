import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { brokenSourceMaps } from "./source-maps.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "court-register-maps-"));
  await mkdir(join(folder, "dist"));
});
afterEach(() => rm(folder, { recursive: true }));

const write = (path: string, text: string): Promise<void> => writeFile(join(folder, path), text);
const program = "export {};\n//# sourceMappingURL=index.js.map\n";

test("finds a source that is in its map, or in the package", async () => {
  await write("dist/index.js", program);
  await write("dist/index.js.map", JSON.stringify({ sources: ["../src/index.ts"], sourcesContent: ["export {};"] }));
  await write("dist/index.d.ts.map", JSON.stringify({ sources: ["index.d.ts"] }));
  await write("dist/index.d.ts", "export {};");
  expect(await brokenSourceMaps(folder)).toEqual([]);
});

test("names a source that is in neither", async () => {
  await write("dist/index.js", program);
  await write("dist/index.js.map", JSON.stringify({ sources: ["../src/index.ts"] }));
  expect(await brokenSourceMaps(folder)).toEqual([
    "dist/index.js.map names ../src/index.ts, which is neither in it nor in the package",
  ]);
});

test("names a program without a map, a missing map, and a map without sources", async () => {
  await write("dist/index.js", program);
  await write("dist/other.js", "export {};\n");
  await write("dist/empty.js.map", JSON.stringify({ sources: [] }));
  expect((await brokenSourceMaps(folder)).sort()).toEqual([
    "dist/empty.js.map names no source",
    "dist/index.js.map is referenced as a source map, but does not exist",
    "dist/other.js has no source map",
  ]);
});
