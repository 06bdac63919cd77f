import { expect, test } from "vitest";
import { type Change, sortAndMerge } from "./change.ts";

const change = (subject: string, verdict: Change["verdict"], words = false): Change => ({
  rule: words ? "documentation" : "any",
  subject,
  verdict,
  message: `${subject} changed.`,
  todo: {},
  operations: ["sud.list"],
  ...(words ? { documentation: true } : {}),
});

test("the worst comes first, words last, and the rest by name", () => {
  const all = [
    change("a", "safe", true),
    change("d", "safe"),
    change("c", "safe"),
    change("b", "breaking"),
    change("a", "risky"),
  ];
  expect(sortAndMerge(all).map(({ subject, verdict }) => `${subject} ${verdict}`)).toEqual([
    "b breaking",
    "a risky",
    "c safe",
    "d safe",
    "a safe",
  ]);
});

test("the same change of several operations is one", () => {
  const others = { ...change("limit", "breaking"), operations: ["gfi.list", "sud.list"] };
  expect(sortAndMerge([change("limit", "breaking"), others])).toEqual([others]);
});

test("changes of one subject that say different things stay apart", () => {
  const values = ["A", "B"].map((value) => ({
    ...change("postupak", "risky"),
    message: `It may now be \`${value}\`.`,
  }));
  expect(sortAndMerge(values)).toEqual(values);
});
