import { expect, test } from "vitest";
import { problemsIn } from "./step.ts";

test("finds the problems of the steps in turbo's output, each once", () => {
  const output =
    "• Running generate\n$ node a.ts\nerror: a:1:2: x.\nerror: b: y.\n[ELIFECYCLE]\nerror: a:1:2: x.\n error: no";
  expect(problemsIn(output)).toEqual(["a:1:2: x.", "b: y."]);
  expect(problemsIn("all is well\n")).toEqual([]);
});
