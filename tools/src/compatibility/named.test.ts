import { describe, expect, test } from "vitest";
import type { ApiChange } from "./compare.ts";
import { tellsOf } from "./named.ts";

const change = (subject: string, more: Partial<ApiChange> = {}): ApiChange => ({
  interface: "A",
  rule: "any",
  verdict: "breaking",
  subject,
  message: `\`${subject}\` is gone.`,
  todo: {},
  operations: ["sud.list"],
  ...more,
});

describe("a name with a dot", () => {
  const name = change("sud.naziv");
  test.each(["sud.naziv is gone", "Gone: `sud.naziv`.", "Gone: sud.naziv.", "- jezik.naziv\n- sud.naziv"])(
    "is named by %j",
    (text) => expect(tellsOf(text, name)).toBe(true),
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
  ])("is not named by %j", (text) => expect(tellsOf(text, name)).toBe(false));
});

test("what stands in a name is no pattern", () => {
  expect(tellsOf("sud.(list) is gone", change("sud.(list)"))).toBe(true);
  expect(tellsOf("sud.list is gone", change("sud.(list)"))).toBe(false);
});

test("a name without a dot is named in backticks: it may be a word", () => {
  const name = change("status", { interface: "B" });
  expect(tellsOf("Errors carry the status of the last attempt.", name)).toBe(false);
  expect(tellsOf("Errors carry the `status` of the last attempt.", name)).toBe(true);
});

test("a parameter is named with the operations that it is about, in one paragraph or list item", () => {
  const limit = change("limit", { part: true, operations: ["gfi.list", "sud.list"] });
  expect(tellsOf("The `limit` of gfi.list is gone.", limit)).toBe(false);
  expect(tellsOf("- `limit` (`gfi.list`)\n- `sud.naziv` (`sud.list`)", limit)).toBe(false);
  expect(tellsOf("The `limit` of gfi.list\nand sud.list is gone.", limit)).toBe(true);
});

test("operations in brackets are those that another change hits", () => {
  const operation = change("sud.list");
  expect(tellsOf("- The field `sud.naziv` is gone. (`drzava.list`, `sud.list`)", operation)).toBe(false);
  expect(tellsOf("- `sud.list` is gone. (`sud.list`)", operation)).toBe(true);
});

test("what has no name of its own is named by all that its message quotes", () => {
  const moved = change("/gfi/", { message: "The path `/gfi` is now `/gfi/`." });
  expect(tellsOf("`/gfi/` it is", moved)).toBe(false);
  expect(tellsOf("from `/gfi` to `/gfi/`", moved)).toBe(true);
});

test("a GraphQL type is named as one", () => {
  const gone = change("Sud", { interface: "B", rule: "sdl-type-removed" });
  expect(tellsOf("`Query.sudovi` is now `Sud`.", gone)).toBe(false);
  expect(tellsOf("The type `Sud` is gone.", gone)).toBe(true);
});
