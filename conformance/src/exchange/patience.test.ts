import { expect, test } from "vitest";
import { type Asking, ask, askingOf } from "../../test/support/asking.ts";

/** The operations that are left alone. */
const leftAlone = ({ conversation: { patience } }: Asking) =>
  ["drzava", "jezik", "sud"].filter((name) => patience.whyLeft(name) !== undefined);

test("a body too large to be read is a response, so that fewer than six requests after it leave nothing alone", async () => {
  const tooLarge = { problem: "too large", final: true, tooLarge: true } as const;
  const asking = askingOf((_, count) => (count === 6 ? tooLarge : new Error("socket hang up")));
  for (const name of ["drzava", "jezik", "sud"]) await ask(asking, name, "json");
  expect(asking.received).toHaveLength(7);
  expect(leftAlone(asking)).toEqual([]);
  for (const name of ["drzava", "jezik", "sud"]) await ask(asking, name, "json", "xml");
  // The sixth since then is the first one here for the last operation.
  expect(leftAlone(asking)).toEqual(["sud"]);
});

test("requests without a valid key count too: the sixth in a row without a response is the last to an operation", async () => {
  const asking = askingOf((_, count) => (count === 1 ? 200 : new Error("socket hang up")), { retries: 0 });
  await ask(asking, "drzava", "json", "noKey", "emptyKey", "wrongKey");
  await ask(asking, "jezik", "json", "noKey", "emptyKey", "wrongKey", "timestamp");
  // Three of each.
  expect(asking.received).toHaveLength(7);
  expect(leftAlone(asking)).toEqual(["jezik"]);
});
