import { expect, test } from "vitest";
import { operations } from "../contract/operations.ts";
import { answer } from "../exchange/answer.ts";
import { operationView } from "../run/operation-view.ts";
import { searchRequirements } from "./reg-fields.ts";
import type { State } from "./requirement.ts";

const operation = operations.find(({ name }) => name === "subjekt");

test.for<[State, from0: number[], from1: number[]]>([
  ["pass", [1, 2, 3], [2, 3, 4]],
  ["pass", [1, 2, 3], [2, 3]],
  ["pass", [1, 2, 1], [1, 2]],
  ["pass", [1, 2, 3], [1, 3, 2]],
  ["fail", [1, 2, 3], [1, 2, 3]],
  ["not tested", [1, 1], [1, 1]],
  ["not tested", [1], []],
])("%s: a search that finds %j, and %j from the second row on", ([state, ...pages]) => {
  if (operation === undefined) throw new Error("the operation of this test is gone");
  const asked = (mbs: readonly number[]) => {
    const wire = { id: "", method: "GET", url: "https://registar.primjer.hr", headers: {} } as const;
    const request = { operation, query: [], as: "json", key: "valid" } as const;
    const text = JSON.stringify(mbs.map((one) => ({ mbs: one })));
    return { kind: "asked", request, answer: answer(wire, 200, {}, Buffer.from(text)) } as const;
  };
  const results = new Map([
    ["named", asked(pages[0])],
    ["namedNext", asked(pages[1])],
  ] as const);
  const requirement = searchRequirements.find(({ id }) => id === "REG-SEARCH-03");
  expect(requirement?.check(operationView(operation, results, "shape"))).toMatchObject({ state });
});
