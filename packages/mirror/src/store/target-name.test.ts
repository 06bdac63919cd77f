import { expect, test } from "vitest";
import { MirrorError } from "../mirror-error.ts";
import { targetName } from "./target-name.ts";

test.each([
  ["register.sqlite", "register.sqlite"],
  ["postgres://host/db", "postgres://host/db"],
  ["postgresql://user:hidden@host:5432/db?sslmode=disable", "postgres://user@host:5432/db"],
  ["postgres://user:hid%40den@host/db?password=hidden", "postgres://user@host/db"],
  ["postgres:///db?host=/run/postgresql&password=hidden", "postgres:///db"],
  ["POSTGRES://user:hidden@[::1]:5432/db", "postgres://user@[::1]:5432/db"],
])("%s is shown as %s", (target, name) => {
  expect(targetName(target)).toBe(name);
});

test.each([
  "postgres:user:hidden@host/db",
  "postgres://user:hid@den@host/db",
  "postgres://user:12/hidden@host/db",
  "postgres://user:12?hidden@host/db",
  "postgres://user:12#hidden@host/db",
  "postgres://user:hidden%@host/db",
])("%s is refused without being quoted", (target) => {
  expect(() => targetName(target)).toThrow(MirrorError);
  expect(() => targetName(target)).toThrow(/^(?!.*(hid|12)).*%40/);
});
