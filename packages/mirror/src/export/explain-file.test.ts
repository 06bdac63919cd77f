import { expect, test } from "vitest";
import { MirrorError } from "../mirror-error.ts";
import { explainFile } from "./explain-file.ts";

const failure = (code: string): Error => Object.assign(new Error(`${code}: it failed`), { code, syscall: "write" });

test.each([
  [
    "ENOSPC",
    "unavailable",
    "The disk of exported is full. Nothing of this export has appeared. Free some space and run the command again.",
  ],
  [
    "EDQUOT",
    "unavailable",
    "The disk of exported is full. Nothing of this export has appeared. Free some space and run the command again.",
  ],
  [
    "EACCES",
    "unavailable",
    "exported cannot be read or written. Nothing of this export has appeared. Check its permissions.",
  ],
  ["EIO", "unavailable", "exported cannot be read or written: EIO: it failed. Nothing of this export has appeared."],
  ["ENOTDIR", "usage", "exported is not a folder. Nothing of this export has appeared. Name another one."],
])("%s is told as what to do", (code, kind, message) => {
  expect(explainFile(failure(code), "exported")).toMatchObject({ name: "MirrorError", kind, message });
});

test("the file that is meant is named, and what has become of the export", () => {
  const refused = (more: object) =>
    explainFile(Object.assign(failure("EACCES"), more), "exported", "Some has appeared");
  expect(refused({ path: "exported/list" })).toMatchObject({
    message: "exported/list cannot be read or written. Some has appeared. Check its permissions.",
  });
  expect(refused({ path: "aside/list", dest: "exported/list" })).toMatchObject({
    message: expect.stringContaining("exported/list cannot be"),
  });
});

test("other errors stay as they are", () => {
  const bug = new TypeError("a bug");
  const known = new MirrorError("damaged", "known");
  expect(explainFile(bug, "exported")).toBe(bug);
  expect(explainFile(known, "exported")).toBe(known);
});
