import { expect, test } from "vitest";
import { draw } from "./pictures.ts";
import { names } from "./steps.ts";

const step = (rows: number, seconds: number, memory: number) => ({ rows, seconds, memory });

const taken = (rows: number) => ({
  [names.walk]: [step(rows, 1, 90), step(rows, 2, 80)],
  [names.sqlitePlain]: [step(rows, 10, 70), step(rows, 20, 100)],
  [names.sqliteFirst]: [step(rows, 30, 110), step(rows, 40, 120)],
  [names.sqliteAgain]: [step(rows, 5, 110), step(rows, 6, 120)],
});

test("a limit of two steps has the sum of their seconds in each round, and the greater memory of the two", () => {
  const { lines } = draw("sqlite", [taken(100), taken(1_000)]);
  const limit = lines.find(({ name }) => name === "walking, and inserting into plain tables");
  expect(limit).toEqual({
    name: "walking, and inserting into plain tables",
    limit: true,
    points: [100, 1_000].map((rows) => ({ rows, seconds: [11, 22], memory: [90, 100] })),
  });
  expect(lines.filter((line) => !line.limit).map(({ name }) => name)).toEqual(["first copy", "unchanged re-sync"]);
});

test("what was not measured has a sentence instead of a picture", () => {
  expect(draw("postgres", [taken(100)], "It is not installed.")).toMatchObject({
    note: "It is not installed.",
    lines: [],
  });
});

test("a step that was not taken is an error, not a line at zero", () => {
  expect(() => draw("files", [taken(100)])).toThrow(names.parquet);
});
