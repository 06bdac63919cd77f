import { expect, test } from "vitest";
import { TimeSpent } from "./time-spent.ts";

test.for([
  ["gfi.list?offset=0&limit=1000 json valid", "gfi"],
  ["sjediste_podruznice.get xml none", "sjediste_podruznice"],
  ["graphql sudovi", "sudovi"],
  ["graphql unknown case", "predmet"],
  ["graphql case 2", "predmet"],
  ["graphql case 1 at another court", "predmet"],
  ["graphql introspection", "schema"],
  ["graphql typed", "schema"],
  ["graphql audit", "schema"],
] as const)("the time of %s is spent on %s", ([id, subject]) => {
  const spent = new TimeSpent();
  spent.add(id, 20);
  spent.add(id, 22);
  expect(spent.of(subject)).toBe(42);
});
