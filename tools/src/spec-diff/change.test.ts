import { expect, test } from "vitest";
import { type Change, sortAndMerge } from "./change.ts";

const change = (subject: string, verdict: Change["verdict"], words = false): Change => ({
  interface: "A",
  rule: words ? "documentation" : "any",
  subject,
  verdict,
  message: `${subject} changed.`,
  todo: {},
  release: [],
  operations: ["sud.list"],
  ...(words ? { documentation: true } : {}),
});

test("sorts by verdict, documentation last, then by name", () => {
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

test("merges the same change of several operations", () => {
  const others = { ...change("limit", "breaking"), operations: ["gfi.list", "sud.list"] };
  expect(sortAndMerge([change("limit", "breaking"), others])).toEqual([others]);
});

test("keeps changes of one subject apart if their messages differ", () => {
  const values = ["A", "B"].map((value) => ({
    ...change("postupak", "risky"),
    message: `It may now be \`${value}\`.`,
  }));
  expect(sortAndMerge(values)).toEqual(values);
});
