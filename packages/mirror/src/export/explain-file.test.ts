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
  ["EACCES", "unavailable", "exported cannot be written. Nothing of this export has appeared. Check its permissions."],
  ["EIO", "unavailable", "exported cannot be written: EIO: it failed. Nothing of this export has appeared."],
  ["ENOTDIR", "usage", "exported is not a folder. Name another one."],
])("%s is told as what to do", (code, kind, message) => {
  expect(explainFile(failure(code), "exported")).toMatchObject({ name: "MirrorError", kind, message });
});

test("other errors stay as they are", () => {
  const bug = new TypeError("a bug");
  const known = new MirrorError("damaged", "known");
  expect(explainFile(bug, "exported")).toBe(bug);
  expect(explainFile(known, "exported")).toBe(known);
});
