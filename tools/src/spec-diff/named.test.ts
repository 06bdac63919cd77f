import { describe, expect, test } from "vitest";
import type { ApiChange } from "./compare.ts";
import { declares } from "./named.ts";

const change = (subject: string, more: Partial<ApiChange> = {}): ApiChange => ({
  interface: "A",
  rule: "any",
  verdict: "breaking",
  subject,
  message: `\`${subject}\` is gone.`,
  todo: {},
  release: [],
  operations: ["sud.list"],
  ...more,
});

describe("a name with a dot", () => {
  const name = change("sud.naziv");
  test.each(["sud.naziv is gone", "Gone: `sud.naziv`.", "Gone: sud.naziv.", "- jezik.naziv\n- sud.naziv"])(
    "is named by %j",
    (text) => expect(declares(text, name)).toBe(true),
  );
  test.each([
    "The `naziv` of `sud` is gone.",
    "`jezik.naziv` is gone",
    "sud.naziv_opcine",
    "sud.naziv.oznaka",
    "/sud.naziv",
    "bris_sud.naziv",
    "sud-naziv",
    "sudXnaziv",
  ])("is not named by %j", (text) => expect(declares(text, name)).toBe(false));
});

test("a name is not a pattern", () => {
  expect(declares("sud.(list) is gone", change("sud.(list)"))).toBe(true);
  expect(declares("sud.list is gone", change("sud.(list)"))).toBe(false);
});

test("a name without a dot needs backticks: it may be a word", () => {
  const name = change("status", { interface: "B" });
  expect(declares("Errors carry the status of the last attempt.", name)).toBe(false);
  expect(declares("Errors carry the `status` of the last attempt.", name)).toBe(true);
});

test("a parameter is named with its operations, in one paragraph or list item", () => {
  const limit = change("limit", { part: true, operations: ["gfi.list", "sud.list"] });
  expect(declares("The `limit` of gfi.list is gone.", limit)).toBe(false);
  expect(declares("- `limit` (`gfi.list`)\n- `sud.naziv` (`sud.list`)", limit)).toBe(false);
  expect(declares("The `limit` of gfi.list\nand sud.list is gone.", limit)).toBe(true);
});

test("operations in parentheses are affected by another change", () => {
  const operation = change("sud.list");
  expect(declares("- The field `sud.naziv` is gone. (`drzava.list`, `sud.list`)", operation)).toBe(false);
  expect(declares("- `sud.list` is gone. (`sud.list`)", operation)).toBe(true);
});

test("a change without a name is named by everything that its message quotes", () => {
  const moved = change("/gfi/", { message: "The path `/gfi` is now `/gfi/`." });
  expect(declares("`/gfi/` it is", moved)).toBe(false);
  expect(declares("from `/gfi` to `/gfi/`", moved)).toBe(true);
});

test("a GraphQL type is named as a type", () => {
  const gone = change("Sud", { interface: "B", rule: "sdl-type-removed" });
  expect(declares("`Query.sudovi` is now `Sud`.", gone)).toBe(false);
  expect(declares("The type `Sud` is gone.", gone)).toBe(true);
});
