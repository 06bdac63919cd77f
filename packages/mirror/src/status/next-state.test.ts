import { expect, test } from "vitest";
import { nextState, stateTime } from "./next-state.ts";

test("a state tells when it was made if its UUID has a time, or if it is one", () => {
  // The examples of RFC 9562, appendix A.
  const time = Date.parse("2022-02-22T19:22:22Z");
  for (const state of [
    "C232AB00-9414-11EC-B3C8-9F6BDECED846",
    "1EC9414C-232A-6B00-B3C8-9F6BDECED846",
    "017F22E2-79B0-7CC3-98C4-DC0C0C07398F",
    "2022-02-22T20:22:22+01:00",
    "2022-02-22T19:22:22",
  ])
    expect(stateTime(state), state).toBe(time);
  for (const state of ["919108f7-52d1-4320-9bac-f847db4148a8", "", "second", "2022-02-30T25:00:00", "12"])
    expect(stateTime(state), state).toBeUndefined();
});

test("the next state is to be expected after the shortest time that has been between two", () => {
  const copied = (...states: (string | undefined)[]) =>
    states.map((state) => ({ state, completed: "2026-01-10T06:00:00.000Z" }));
  const [monday, tuesday, friday] = ["2026-01-05T02:00:00Z", "2026-01-06T03:00:00Z", "2026-01-09T02:00:00Z"];
  expect(nextState(copied(monday, undefined, tuesday, friday))).toEqual({
    made: "2026-01-09T02:00:00.000Z",
    expected: "2026-01-10T03:00:00.000Z",
  });
  // One state alone, the same one twice, one without a time, and one that would be of the future.
  for (const states of [[], [monday], [monday, monday], [monday, undefined], [monday, "2027-01-01T00:00:00Z"]])
    expect(nextState(copied(...states))).toBeUndefined();
});
