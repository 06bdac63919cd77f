import { expect, test } from "vitest";
import type { List } from "../../wire/list.ts";
import { CasesSource } from "./cases-source.ts";

/** The present contract has no list that comes in pages: the look-up of cases, which takes two variables, stands for one. */
const list: List = {
  ...{ of: "cases", name: "predmet", about: "", columns: [] },
  pages: { offset: ["sud"], limit: ["oznakaBroj"] },
};

/** Reads the list from a service that has these pages by their offsets. */
async function read(pages: Readonly<Record<number, unknown>>): Promise<{ rows: unknown; asked: number[] }> {
  const asked: number[] = [];
  const source = new CasesSource({
    graphqlUrl: "https://registar.primjer.hr/graphql",
    fetch: async (_url, { body }) => {
      const { sud, oznakaBroj } = JSON.parse(String(body)).variables;
      expect(oznakaBroj).toBe(100);
      asked.push(sud);
      return Response.json({ data: { predmet: pages[sud] ?? null } });
    },
  });
  const { rows } = await source.list(list);
  return { rows: JSON.parse(JSON.stringify(rows.map(({ id }) => Number(id)))), asked };
}

const rows = (...ids: number[]): object[] => ids.map((id) => ({ id }));

test.each([[[]], [null]])("a list is read page by page until one is %j, however short the others are", async (last) => {
  expect(await read({ 0: rows(1, 2, 3), 3: rows(4), 4: rows(5, 6), 6: last })).toEqual({
    rows: [1, 2, 3, 4, 5, 6],
    asked: [0, 3, 4, 6],
  });
});

test("no rows are no pages", async () => {
  expect(await read({ 0: [] })).toEqual({ rows: [], asked: [0] });
  expect(await read({})).toEqual({ rows: [], asked: [0, 0] });
});

test("a service that ignores the offset is refused, and so is a page of something else", async () => {
  await expect(read({ 0: rows(1, 2), 2: rows(1, 2) })).rejects.toThrow(
    "The service sends the same rows of predmet at the offsets 0 and 2.",
  );
  await expect(read({ 0: rows(1, 2), 2: [7] })).rejects.toThrow("must send an array of objects for predmet");
});
