import { expect, test } from "vitest";
import { operationNamed, viewOf } from "../../../test/support/views.ts";
import type { ResultState } from "../../evidence/outcome.ts";
import { searchRequirements } from "./requirements.ts";

test.for<[ResultState, from0: number[], from1: number[]]>([
  ["pass", [1, 2, 3], [2, 3, 4]],
  ["pass", [1, 2, 3], [2, 3]],
  ["pass", [1, 2, 1], [1, 2]],
  ["pass", [1, 2, 3], [1, 3, 2]],
  ["fail", [1, 2, 3], [1, 2, 3]],
  ["not tested", [1, 1], [1, 1]],
  ["not tested", [1], []],
])("%s: a search returns %j, and %j with offset=1", ([state, from0, from1]) => {
  const found = (rows: readonly number[]) => ({ body: rows.map((mbs) => ({ mbs })) });
  const view = viewOf(operationNamed("subjekt"), { named: found(from0), namedNext: found(from1) });
  const requirement = searchRequirements.find(({ id }) => id === "REG-SEARCH-03");
  expect(requirement?.check(view)).toMatchObject({ state });
});
